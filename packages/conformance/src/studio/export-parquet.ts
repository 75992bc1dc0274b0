import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TableServiceClient } from "@tablewright/runtime";
import type { StudioProject } from "@tablewright/studio";
import { exportDataset } from "../../../cli/src/commands/export/dataset/export-dataset.js";
import { Interruption } from "../../../cli/src/terminal/interruption.js";
import { silentTerminal } from "../../../cli/src/terminal/silent-terminal.js";

/** Exports a table with `export --parquet`. Returns the file of one of its folders, such as that of an entity. */
export async function exportParquet(
  service: TableServiceClient,
  { schemas }: StudioProject,
  table: string,
  name: string,
): Promise<Buffer<ArrayBuffer>> {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-parquet-import-"));
  try {
    using interruption = new Interruption();
    const options = { parallel: 1, isOrdered: true, signal: interruption.signal, selection: {} };
    const run = { service, options, terminal: silentTerminal, interruption, isCsv: false, json: true };
    const dataset = { run: 0, schemas: schemas as never, compares: false, maxRows: 10_000 };
    await exportDataset(run, table, folder, table, dataset);
    return Buffer.from(readFileSync(join(folder, name, "part-000.parquet")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
