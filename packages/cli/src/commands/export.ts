import { resolve } from "node:path";
import type { TableServiceClient } from "@tablewright/runtime";
import { type ExitCode, exitCode } from "../exit-code.js";
import { InputError } from "../input-error.js";
import { type ConnectionFlags, withService } from "../live/connection/connect.js";
import { ExportFile } from "../live/export/export-file.js";
import { Interruption } from "../live/interruption.js";
import { limitHeap } from "../live/limit-heap.js";
import { divideTable, fractionRead } from "../live/ranges/key-range.js";
import { asLines } from "../live/ranges/page-form.js";
import { readRanges } from "../live/ranges/read-ranges.js";
import { liveReport } from "../report/live-report.js";
import { formatRows, Progress } from "../report/progress.js";
import type { Terminal } from "../terminal.js";

/** The options of `export`. */
export interface ExportFlags extends ConnectionFlags {
  readonly out?: string;
  readonly parallel: number;
  readonly json?: boolean;
}

/** Writes all rows of a table as NDJSON: to stdout, or to a file that a later run goes on with if this one is stopped. */
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
    if (json) terminal.out(liveReport(interruption.code ?? exitCode.ok, { table: name, file: out, rows }));
    else terminal.log(`Stopped after ${formatRows(rows)}. Run the same command again to continue.`);
    return interruption.code ?? exitCode.ok;
  }
  const { bytes, sha256 } = await file.finish();
  if (json) terminal.out(liveReport(exitCode.ok, { table: name, file: out, rows, bytes, sha256 }));
  else terminal.log(`${terminal.colors.green("✔")} ${formatRows(rows)} of ${name} exported to ${out}`);
  return exitCode.ok;
}
