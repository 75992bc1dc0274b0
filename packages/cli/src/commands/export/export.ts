import { resolve } from "node:path";
import type { TableServiceClient } from "@tablewright/runtime";
import { type ConnectionFlags, withService } from "../../connection/connect.js";
import { InputError } from "../../errors/input-error.js";
import { divideTable, fractionRead } from "../../rows/ranges/key-range.js";
import { asLines } from "../../rows/ranges/page-form.js";
import { readRanges } from "../../rows/ranges/read-ranges.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import { limitHeap } from "../../terminal/limit-heap.js";
import { formatRows, Progress } from "../../terminal/progress.js";
import { resultJson } from "../../terminal/result-json.js";
import type { Terminal } from "../../terminal/terminal.js";
import { ExportFile } from "./export-file.js";

/** Options of `export`. */
export interface ExportFlags extends ConnectionFlags {
  readonly out?: string;
  readonly parallel: number;
  readonly json?: boolean;
}

/** Writes all rows of a table as NDJSON: to stdout, or to a file. If the export stops, a later run continues the file. */
export async function exportCommand(
  cwd: string,
  table: string,
  flags: ExportFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const { out } = flags;
  if (out === undefined && flags.json) {
    throw new InputError("cli.usage", "--json needs --out, since stdout holds the rows.", "Pass --out <file>.");
  }
  limitHeap();
  using interruption = new Interruption();
  return await withService(flags, cwd, (service) =>
    out === undefined
      ? exportToStdout(service, table, flags, terminal, interruption)
      : exportToFile(service, table, resolve(cwd, out), flags, terminal, interruption),
  );
}

async function exportToStdout(
  service: TableServiceClient,
  name: string,
  { parallel }: ExportFlags,
  terminal: Terminal,
  interruption: Interruption,
): Promise<ExitCode> {
  const table = service.table(name);
  const { signal } = interruption;
  const options = { parallel, isOrdered: service.kind === "storage", signal };
  let rows = 0;
  const isWhole = await interruption.untilInterrupted(async () => {
    const ranges = await divideTable(table, parallel, signal);
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

async function exportToFile(
  service: TableServiceClient,
  name: string,
  path: string,
  { parallel, json, out = path }: ExportFlags,
  terminal: Terminal,
  interruption: Interruption,
): Promise<ExitCode> {
  const table = service.table(name);
  const { signal } = interruption;
  const options = { parallel, isOrdered: service.kind === "storage", signal };
  let file: ExportFile | undefined;
  const isWhole = await interruption.untilInterrupted(async () => {
    const opened = await ExportFile.open(path, { endpoint: service.endpoint, table: name }, () =>
      divideTable(table, parallel, signal),
    );
    file = opened;
    if (opened.rows > 0) terminal.log(`Continuing ${out} after ${formatRows(opened.rows)}.`);
    using _progress = new Progress(terminal, () => ({ rows: opened.rows, fraction: fractionRead(opened.ranges) }));
    try {
      await readRanges(table, opened.ranges, asLines, options, (page, markRead) => opened.append(page, markRead));
    } catch (error) {
      await opened.stop();
      throw error;
    }
  });
  const rows = file?.rows ?? 0;
  if (!isWhole || file === undefined) {
    if (json) terminal.out(resultJson(interruption.code ?? exitCode.ok, { table: name, file: out, rows }));
    else terminal.log(`Stopped after ${formatRows(rows)}. Run the same command again to continue.`);
    return interruption.code ?? exitCode.ok;
  }
  const { bytes, sha256 } = await file.finish();
  if (json) terminal.out(resultJson(exitCode.ok, { table: name, file: out, rows, bytes, sha256 }));
  else terminal.log(`${terminal.colors.green("✔")} ${formatRows(rows)} of ${name} exported to ${out}`);
  return exitCode.ok;
}
