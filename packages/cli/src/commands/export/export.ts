import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TableServiceClient } from "@tablewright/runtime";
import { withService } from "../../connection/connect.js";
import { manifestFile } from "../../files/manifest.js";
import { checkShard, chosenShard } from "../../files/plan-file.js";
import { fractionRead } from "../../rows/ranges/key-range.js";
import { asLines } from "../../rows/ranges/page-content.js";
import { type ReadOptions, rangesToRead, readRanges } from "../../rows/ranges/read-ranges.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import { limitHeap } from "../../terminal/limit-heap.js";
import { formatRows, Progress } from "../../terminal/progress.js";
import { resultJson } from "../../terminal/result-json.js";
import type { Terminal } from "../../terminal/terminal.js";
import { chooseKeys } from "./choose-keys.js";
import { exportDatasets } from "./dataset/export-datasets.js";
import { exportStateFile } from "./export-file.js";
import { buildSelection, checkFlags, type ExportFlags } from "./export-flags.js";
import { type ExportRun, exportTable, listTables } from "./export-table.js";
import { warnOfUnknownNames } from "./unknown-names.js";

/**
 * Maximum growth of the heap between two garbage collections in an export to Parquet, in percent; in other exports it is 60. With 200
 * instead of 60, an export to Parquet takes a tenth less time and only 15 MB more memory, because most of its memory is outside the heap.
 */
const parquetHeapPercent = 200;

/**
 * Exports the rows of one table or of all tables as NDJSON, CSV or Parquet: to stdout, to a file, or to files in a folder. If an export
 * to files stops, a later run continues the files.
 */
export async function exportCommand(
  cwd: string,
  table: string | undefined,
  given: ExportFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const flags = withoutStdout(given);
  checkFlags(table, flags);
  const { out, parallel, json = false, since } = flags;
  const shard = chosenShard(cwd, flags);
  limitHeap(flags.parquet ? parquetHeapPercent : undefined);
  using interruption = new Interruption();
  return await withService(flags, cwd, async (service) => {
    const planned = shard && checkShard(shard, service.endpoint, table);
    const chosen = await chooseKeys(service, cwd, table, flags, terminal);
    if (chosen === undefined) return exitCode.badInput;
    const { filter, within } = chosen;
    const options: ReadOptions = {
      parallel,
      isOrdered: service.kind === "storage",
      signal: interruption.signal,
      selection: flags.parquet ? {} : buildSelection(flags, service.kind, planned?.plan.since ?? since, filter),
      within,
    };
    if (out === undefined) return exportToStdout(service, table ?? "", options, terminal, interruption);
    const isCsv = flags.csv ?? /\.csv(?:\.gz)?$/.test(out);
    const run: ExportRun = { service, options, filter, terminal, interruption, isCsv, json, planned };
    if (flags.parquet) return exportDatasets(cwd, table, out, flags, run, planned);
    const path = resolve(cwd, out);
    if (table === undefined) return exportTables(run, path, out);
    const { code, ...result } = await exportTable(run, table, path, out);
    if (json) terminal.out(resultJson(code, result));
    return code;
  });
}

/** Removes `--out -`, which means stdout, from the flags: stdout is the default anyway. */
function withoutStdout(flags: ExportFlags): ExportFlags {
  const { out, ...others } = flags;
  return out === "-" ? others : flags;
}

async function exportToStdout(
  service: TableServiceClient,
  name: string,
  options: ReadOptions,
  terminal: Terminal,
  interruption: Interruption,
): Promise<ExitCode> {
  const table = service.table(name);
  let rows = 0;
  const isWhole = await interruption.untilInterrupted(async () => {
    const ranges = await rangesToRead(table, options);
    const read = () => ({ rows, fraction: fractionRead(ranges) });
    using _progress = terminal.showsData ? undefined : new Progress(terminal, read);
    await readRanges(table, ranges, asLines, options, async (page, markRead) => {
      await terminal.write(page.lines);
      rows += page.rows;
      markRead();
    });
  });
  if (isWhole) {
    terminal.log(`${terminal.colors.green("✔")} ${formatRows(rows)} of ${name} exported`);
    if (rows === 0) await warnOfUnknownNames(table, options, terminal);
  } else terminal.log(`Stopped after ${formatRows(rows)}. Only an export with --out can be continued.`);
  return interruption.code ?? exitCode.ok;
}

/** Exports each table to a file in the folder; the file is named after the table. Skips a table whose export a former run completed. */
async function exportTables(run: ExportRun, folder: string, out: string): Promise<ExitCode> {
  const { terminal, interruption, isCsv, json } = run;
  mkdirSync(folder, { recursive: true });
  const tables: object[] = [];
  let code: ExitCode = exitCode.ok;
  for (const name of await listTables(run)) {
    const file = `${name}.${isCsv ? "csv" : "ndjson"}`;
    const path = join(folder, file);
    if (existsSync(manifestFile(path).path) && !existsSync(exportStateFile(path).path)) {
      if (!json) terminal.log(`${join(out, file)} is complete.`);
      continue;
    }
    const { code: ended, ...result } = await exportTable(run, name, path, join(out, file));
    tables.push(result);
    code = ended;
    if (code !== exitCode.ok) break;
  }
  code = interruption.code ?? code;
  if (json) terminal.out(resultJson(code, { tables }));
  return code;
}
