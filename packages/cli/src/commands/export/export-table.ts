import { existsSync } from "node:fs";
import type { TableServiceClient } from "@tablewright/runtime";
import { InputError } from "../../errors/input-error.js";
import { type Manifest, manifestFile } from "../../files/manifest.js";
import { formatShard, listShardRanges, type PlannedShard } from "../../files/plan-file.js";
import { damaged } from "../../files/state-file.js";
import { fractionRead } from "../../rows/ranges/key-range.js";
import { asLines } from "../../rows/ranges/page-content.js";
import { type ReadOptions, rangesToRead, readRanges } from "../../rows/ranges/read-ranges.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import type { Interruption } from "../../terminal/interruption.js";
import { formatRows, Progress } from "../../terminal/progress.js";
import type { Terminal } from "../../terminal/terminal.js";
import { convertToCsv } from "./convert-to-csv.js";
import { ExportFile } from "./export-file.js";
import { warnOfUnknownNames } from "./unknown-names.js";

/** State shared by all files that one `export` command writes. */
export interface ExportRun {
  readonly service: TableServiceClient;
  readonly options: ReadOptions;
  /** `$filter` of the rows of `--entity`; undefined for rows of any entity. */
  readonly filter?: string | undefined;
  readonly terminal: Terminal;
  readonly interruption: Interruption;
  readonly isCsv: boolean;
  /** Shard of the table to export, with its plan; undefined for the whole table. */
  readonly planned?: PlannedShard | undefined;
  /** True with `--json`: then the export itself prints nothing, because its caller prints a single JSON object. */
  readonly json: boolean;
}

/** Result of the export of one table. `bytes` and `sha256` are undefined if the export stopped before it was complete. */
export interface ExportedTable extends Partial<Pick<Manifest, "bytes" | "sha256">> {
  readonly code: ExitCode;
  readonly table: string;
  readonly file: string;
  readonly rows: number;
}

/**
 * Exports a table to a file, or continues the file of an export that stopped. The header of a CSV file needs the columns of all rows, so an
 * export to CSV writes the rows as NDJSON beside the CSV file, then converts them.
 * @param name name of the table
 * @param shown path as the user gave it, for messages
 */
export async function exportTable(run: ExportRun, name: string, path: string, shown: string): Promise<ExportedTable> {
  const { service, options, terminal, isCsv, json } = run;
  if (isCsv && existsSync(path))
    throw new InputError("export.file-exists", `${path} exists.`, "Delete the file, or choose another with --out.");
  const target = isCsv ? `${path}.rows.ndjson` : path;
  const about = { table: name, file: shown };
  let manifest = isCsv ? completeManifest(target) : undefined;
  if (manifest === undefined) {
    const read = await readToFile(run, name, target, shown);
    if ("code" in read) return { ...read, ...about };
    manifest = read.manifest;
  }
  const { rows, bytes, sha256 } = isCsv ? await convertToCsv(target, path, manifest) : manifest;
  if (!json) terminal.log(`${terminal.colors.green("✔")} ${formatRows(rows)} of ${name} exported to ${shown}`);
  if (!json && rows === 0) await warnOfUnknownNames(service.table(name), options, terminal);
  return { code: exitCode.ok, ...about, rows, bytes, sha256 };
}

/** Returns the names of all tables of the account. */
export async function listTables({ service, interruption }: ExportRun): Promise<string[]> {
  const names: string[] = [];
  await interruption.untilInterrupted(async () => {
    for await (const name of service.tables.list({ signal: interruption.signal })) names.push(name);
  });
  return names;
}

/** Returns the manifest of a file that a former run completed; undefined if there is no complete file. */
function completeManifest(path: string): Manifest | undefined {
  const manifest = existsSync(path) ? manifestFile(path).read() : undefined;
  return manifest === damaged ? undefined : manifest;
}

async function readToFile(
  { service, options, terminal, interruption, json, planned }: ExportRun,
  name: string,
  path: string,
  shown: string,
): Promise<{ readonly manifest: Manifest } | { readonly code: ExitCode; readonly rows: number }> {
  const table = service.table(name);
  const { selection = {} } = options;
  let file: ExportFile | undefined;
  const isWhole = await interruption.untilInterrupted(async () => {
    const shard = planned && formatShard(planned);
    const source = { endpoint: service.endpoint, table: name, ...selection, ...(shard !== undefined && { shard }) };
    const opened = await ExportFile.open(path, source, async () =>
      planned === undefined ? await rangesToRead(table, options) : listShardRanges(planned),
    );
    file = opened;
    if (opened.rows > 0) terminal.log(`Continuing ${shown} after ${formatRows(opened.rows)}.`);
    using _progress = new Progress(terminal, () => ({ rows: opened.rows, fraction: fractionRead(opened.ranges) }));
    try {
      await readRanges(table, opened.ranges, asLines, options, (page, markRead) => opened.append(page, markRead));
    } catch (error) {
      await opened.stop();
      throw error;
    }
  });
  if (isWhole && file !== undefined) return { manifest: await file.finish() };
  const rows = file?.rows ?? 0;
  if (!json) terminal.log(`Stopped after ${formatRows(rows)}. Run the same command again to continue.`);
  return { code: interruption.code ?? exitCode.ok, rows };
}
