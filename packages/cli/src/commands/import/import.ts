import { resolve } from "node:path";
import { isTableError, isTransactionError, type TableClient, type TableServiceClient } from "@tablewright/runtime";
import { type ConnectionFlags, withService } from "../../connection/connect.js";
import { InputError } from "../../errors/input-error.js";
import { ServiceFailure } from "../../errors/service-failure.js";
import { jsonToNdjson } from "../../rows/json-to-ndjson.js";
import { type NumberedLine, readNumberedLines } from "../../rows/numbered-lines.js";
import { parseShard } from "../../rows/ranges/shard.js";
import { readRowLine } from "../../rows/row-line.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import { limitHeap } from "../../terminal/limit-heap.js";
import { formatRows, Progress } from "../../terminal/progress.js";
import { resultJson } from "../../terminal/result-json.js";
import type { Terminal } from "../../terminal/terminal.js";
import { ImportFile } from "./import-file.js";
import { type ImportMode, type ImportOutcome, importRows, type RejectedRows } from "./import-rows.js";

/** Options of `import`. */
export interface ImportFlags extends ConnectionFlags {
  readonly mode: ImportMode;
  readonly parallel: number;
  /** Shard of the file to import, e.g. `3/16`; undefined for the whole file. */
  readonly shard?: string;
  readonly json?: boolean;
  /** Character between two fields of a CSV file. */
  readonly delimiter?: string;
}

/** Source of the lines to import: a file or stdin. It also records which lines are written. */
interface Source {
  readonly rows: number;
  readonly fraction?: number;
  readonly isContinued: boolean;
  /** True if a later run can continue the import. */
  readonly canContinue: boolean;
  lines(): AsyncIterable<NumberedLine>;
  note(line: number, rows: number): void;
  stop(wroteNothing: boolean): void;
  finish(): void;
  /**
   * Returns advice on how to continue, for an import that stopped before the end.
   * @param isLasting true if the service would reject the same rows again
   */
  help(isLasting: boolean): string;
}

/**
 * Writes the rows of a file (NDJSON, JSON or CSV) or of stdin (NDJSON or JSON) to a table. If the import of a file stops, a later run
 * continues it.
 */
export function importCommand(
  cwd: string,
  table: string,
  file: string | undefined,
  flags: ImportFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  return withService(flags, cwd, async (service) => {
    limitHeap();
    const target = service.table(table);
    using interruption = new Interruption();
    const shard = flags.shard === undefined ? undefined : parseShard(flags.shard);
    if (shard !== undefined && file === undefined)
      throw new InputError("cli.usage", "--shard needs a file, which each shard reads.", "Pass the path of a file.");
    using _lock = file === undefined ? undefined : ImportFile.lock(resolve(cwd, file), shard);
    const source = file === undefined ? new Stdin() : await openFile(service, target, cwd, file, flags, terminal);
    const before = source.rows;
    const { refused, written = 0 } = await importFrom(source, target, flags, terminal, interruption);
    const result = { table, rows: source.rows };
    if (refused !== undefined) {
      const { error } = refused;
      const later = before + written - source.rows;
      const further = later === 0 ? "" : `, and ${formatRows(later)} after line ${refused.lines[0]}`;
      const help = `Written from the beginning: ${formatRows(source.rows)}${further}. ${source.help(!passing.test(error.code))}`;
      throw new ServiceFailure(error.code, `${formatPlace(refused)}: ${error.message}`, help);
    }
    const { code } = interruption;
    if (code !== undefined) {
      if (flags.json) terminal.out(resultJson(code, result));
      else terminal.log(`Stopped after ${formatRows(source.rows)}. ${source.help(false)}`);
      return code;
    }
    if (flags.json) terminal.out(resultJson(exitCode.ok, result));
    else terminal.log(`${terminal.colors.green("✔")} ${formatRows(source.rows)} imported to ${table}`);
    return exitCode.ok;
  });
}

async function openFile(
  { endpoint }: TableServiceClient,
  table: TableClient,
  cwd: string,
  file: string,
  { mode, shard: text, delimiter }: ImportFlags,
  terminal: Terminal,
): Promise<Source> {
  const shard = text === undefined ? undefined : parseShard(text);
  const opened = await ImportFile.open(resolve(cwd, file), { endpoint, table: table.name, mode }, shard, delimiter);
  if (!opened.isVerified) terminal.log(`${file} has no manifest, so its completeness was not checked.`);
  if (!opened.canContinue)
    terminal.log(`Nothing can be written beside ${file}, so this import cannot be continued if it stops.`);
  await opened.skipWritten(async ({ text, number }) => {
    const { row } = readRowLine(table.name, text, number);
    return row === undefined || (await table.get(row)) !== undefined;
  });
  if (opened.rows > 0) terminal.log(`Continuing ${file} after ${formatRows(opened.rows)}.`);
  return opened;
}

/**
 * Imports the lines and returns the outcome; an empty object if a signal interrupted the import. At the end, calls the source's `finish` if
 * all lines are written, otherwise its `stop`.
 */
async function importFrom(
  source: Source,
  table: TableClient,
  { mode, parallel }: ImportFlags,
  terminal: Terminal,
  interruption: Interruption,
): Promise<Partial<ImportOutcome>> {
  const { signal } = interruption;
  const options = { mode, parallel, signal, isContinued: source.isContinued };
  let isWhole = false;
  let wroteNothing = false;
  using _progress = new Progress(terminal, () => ({ rows: source.rows, fraction: source.fraction }));
  try {
    const outcome = await importRows(table, source.lines(), options, (line, rows) => source.note(line, rows));
    const { refused } = outcome;
    wroteNothing = outcome.wroteNothing && !signal.aborted;
    isWhole = refused === undefined && !signal.aborted;
    return outcome;
  } catch (error) {
    if (signal.aborted && isTableError(error, "request.aborted")) return {};
    if (!(error instanceof InputError && error.code === "import.file-invalid")) throw error;
    const help = source.canContinue ? error.help : source.help(true);
    throw new InputError(error.code, error.message, `Written from the beginning: ${formatRows(source.rows)}. ${help}`);
  } finally {
    if (isWhole) source.finish();
    else source.stop(wroteNothing);
  }
}

/**
 * Formats the lines that a rejection is about: a single line if the error names the operation that failed, otherwise all lines of the
 * transaction.
 */
function formatPlace({ lines, partitionKey, error }: RejectedRows): string {
  const [first = 0] = lines;
  const last = lines.at(-1) ?? first;
  if (first === last || isTransactionError(error)) return `Line ${first}`;
  const isGapless = last - first === lines.length - 1;
  return `Lines ${first} to ${last}${isGapless ? "" : ` with PartitionKey ${JSON.stringify(partitionKey)}`}`;
}

/** Matches codes of errors, such as timeouts, that may not occur again even if the file stays as it is. */
const passing = /^(?:request\.(?!too-large)|response\.|service\.(?:busy|error|timeout)|write\.outcome-unknown)/;

/** Import from stdin, e.g. a pipe. It cannot be continued, because its rows cannot be read again. */
class Stdin implements Source {
  readonly isContinued = false;
  readonly canContinue = false;
  rows = 0;

  help(): string {
    return "An import from a pipe cannot be continued: import a file, or run again with --mode replace.";
  }

  lines(): AsyncIterable<NumberedLine> {
    return readNumberedLines(jsonToNdjson(process.stdin));
  }

  note(_line: number, rows: number): void {
    this.rows = rows;
  }

  stop(_wroteNothing: boolean): void {}

  finish(): void {}
}
