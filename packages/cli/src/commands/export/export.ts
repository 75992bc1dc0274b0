import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TableServiceClient } from "@tablewright/runtime";
import { type ConnectionFlags, withService } from "../../connection/connect.js";
import { InputError } from "../../errors/input-error.js";
import { manifestFile } from "../../files/manifest.js";
import { divideTable, fractionRead, type RowSelection } from "../../rows/ranges/key-range.js";
import { asLines } from "../../rows/ranges/page-form.js";
import { type ReadOptions, readRanges } from "../../rows/ranges/read-ranges.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import { limitHeap } from "../../terminal/limit-heap.js";
import { formatRows, Progress } from "../../terminal/progress.js";
import { resultJson } from "../../terminal/result-json.js";
import type { Terminal } from "../../terminal/terminal.js";
import { exportStateFile } from "./export-file.js";
import { exportToFile } from "./export-to-file.js";
import { whereCondition } from "./where-condition.js";

/** Options of `export`. */
export interface ExportFlags extends ConnectionFlags {
  readonly out?: string;
  readonly allTables?: boolean;
  readonly csv?: boolean;
  readonly where?: string;
  readonly select?: readonly string[];
  readonly partition?: string;
  readonly parallel: number;
  readonly json?: boolean;
}

/**
 * Writes the rows of a table, or of all tables, as NDJSON or CSV: to stdout, to a file, or to files in a folder. If the export to files
 * stops, a later run continues them.
 */
export async function exportCommand(
  cwd: string,
  table: string | undefined,
  flags: ExportFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  checkFlags(table, flags);
  const { out, parallel, json = false } = flags;
  const selection = selectionOf(flags);
  limitHeap();
  using interruption = new Interruption();
  return await withService(flags, cwd, async (service) => {
    const options = { parallel, isOrdered: service.kind === "storage", signal: interruption.signal, selection };
    if (out === undefined) return exportToStdout(service, table ?? "", options, terminal, interruption);
    const run = { service, options, terminal, interruption, isCsv: flags.csv ?? /\.csv(?:\.gz)?$/.test(out), json };
    const path = resolve(cwd, out);
    if (table === undefined) return exportTables(run, path, out);
    const { code, ...result } = await exportToFile(run, table, path, out);
    if (json) terminal.out(resultJson(code, result));
    return code;
  });
}

/** @throws InputError `cli.usage` for options that do not fit together */
function checkFlags(table: string | undefined, { out, allTables = false, csv, json }: ExportFlags): void {
  const usage = (message: string, help: string) => new InputError("cli.usage", message, help);
  if ((table === undefined) !== allTables)
    throw usage("export needs the name of a table, or --all-tables.", "Pass one of both.");
  if (out !== undefined) return;
  if (allTables) throw usage("--all-tables needs --out.", "Pass --out <folder>.");
  if (csv) throw usage("--csv needs --out, since the columns of all rows are read first.", "Pass --out <file>.");
  if (json) throw usage("--json needs --out, since stdout holds the rows.", "Pass --out <file>.");
}

function selectionOf({ where, select, partition }: ExportFlags): RowSelection {
  return {
    ...(where !== undefined && { where: whereCondition(where) }),
    ...(select !== undefined && { select }),
    ...(partition !== undefined && { partitionKey: partition }),
  };
}

async function exportToStdout(
  service: TableServiceClient,
  name: string,
  options: ReadOptions,
  terminal: Terminal,
  interruption: Interruption,
): Promise<ExitCode> {
  const table = service.table(name);
  const { parallel, signal, selection } = options;
  let rows = 0;
  const isWhole = await interruption.untilInterrupted(async () => {
    const ranges = await divideTable(table, parallel, signal, selection);
    const read = () => ({ rows, fraction: fractionRead(ranges) });
    using _progress = terminal.showsData ? undefined : new Progress(terminal, read);
    await readRanges(table, ranges, asLines, options, async (page, markRead) => {
      await terminal.write(page.lines);
      rows += page.rows;
      markRead();
    });
  });
  if (isWhole) terminal.log(`${terminal.colors.green("✔")} ${formatRows(rows)} of ${name} exported`);
  else terminal.log(`Stopped after ${formatRows(rows)}. Only an export with --out can be continued.`);
  return interruption.code ?? exitCode.ok;
}

/** Exports each table to a file of its name in a folder. Passes over those that an earlier run has finished. */
async function exportTables(run: Parameters<typeof exportToFile>[0], folder: string, out: string): Promise<ExitCode> {
  const { service, terminal, interruption, isCsv, json } = run;
  mkdirSync(folder, { recursive: true });
  const tables: object[] = [];
  let code: ExitCode = exitCode.ok;
  const names: string[] = [];
  await interruption.untilInterrupted(async () => {
    for await (const name of service.tables.list({ signal: interruption.signal })) names.push(name);
  });
  for (const name of names) {
    const file = `${name}.${isCsv ? "csv" : "ndjson"}`;
    const path = join(folder, file);
    if (existsSync(manifestFile(path).path) && !existsSync(exportStateFile(path).path)) {
      if (!json) terminal.log(`${join(out, file)} is complete.`);
      continue;
    }
    const { code: ended, ...result } = await exportToFile(run, name, path, join(out, file));
    tables.push(result);
    code = ended;
    if (code !== exitCode.ok) break;
  }
  code = interruption.code ?? code;
  if (json) terminal.out(resultJson(code, { tables }));
  return code;
}
