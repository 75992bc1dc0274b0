import type { StoredTableRow, TableBulkItem, TableClient, TableError } from "@tablewright/runtime";
import { isTableError } from "@tablewright/runtime";
import type { NumberedLine } from "../../rows/numbered-lines.js";
import { invalidLine, readRowLine } from "../../rows/row-line.js";
import { limitHeapForLargeRows } from "../../terminal/limit-heap.js";
import { maxGroupUnits, skipStored, sortedContent } from "./skip-stored.js";

/** Treatment of a row that is already stored: `insert` fails, `replace` replaces it, `merge` keeps the properties that the line omits. */
export type ImportMode = "insert" | "replace" | "merge";

export interface ImportOptions {
  readonly mode: ImportMode;
  /** Number of requests in flight at the same time. */
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** True if an earlier run may have written some of the rows already. */
  readonly isContinued: boolean;
}

/** Rows that the service rejected together: those of one transaction, or a single row. */
export interface RejectedRows {
  readonly lines: readonly number[];
  readonly partitionKey: string;
  readonly error: TableError;
}

/** Outcome of one import run. */
export interface ImportOutcome {
  readonly refused: RejectedRows | undefined;
  /** Number of rows that this run wrote, including rows after a rejected one. */
  readonly written: number;
  /** True if this run wrote no row: the service rejected every row that it received. */
  readonly wroteNothing: boolean;
}

type Item = TableBulkItem & {
  /** Position of the row among all rows of this run, from 0. */
  readonly position: number;
  readonly line: number;
  readonly row: StoredTableRow;
  readonly units: number;
};

/**
 * Writes the rows of the lines in requests of up to 100 rows, several requests at a time. Rows of the same partition are written in the
 * order of their lines. Stops reading at the first rejected row.
 * @param onWritten called with a line number up to which every line is written, and with the number of rows up to that line
 * @throws InputError `import.file-invalid` if a line is not a valid row or belongs to another table
 */
export async function importRows(
  table: TableClient,
  lines: AsyncIterable<NumberedLine>,
  { mode, parallel, signal, isContinued }: ImportOptions,
  onWritten: (line: number, rows: number) => void,
): Promise<ImportOutcome> {
  const rejection = new FirstRejection();
  let wroteNothing = true;
  const isComparing = isContinued && mode === "insert";
  const room = new LineRoom(signal, maxUnits + (isComparing ? maxGroupUnits : 0));
  /** Errors that `onWritten` has thrown. */
  const failures: unknown[] = [];
  const all = itemsOf(table.name, lines, mode, room, () => rejection.first !== undefined || failures.length > 0);
  const written = new WrittenLines((line, rows) => {
    try {
      onWritten(line, rows);
    } catch (error) {
      // This error ends the bulk write only once its input has ended. The input may be waiting in `room.enter`, so `room` lets it pass.
      failures.push(error);
      room.open();
      throw error;
    }
  });
  const onStored = (item: Item) => {
    room.leave(item.units);
    written.add(item);
  };
  const items = isComparing ? skipStored(table, all, signal, onStored) : all;
  const checks = new Set<Promise<void>>();
  for await (const outcome of table.bulk(items, { concurrency: parallel, signal })) {
    const { item } = outcome;
    room.leave(item.units);
    if (outcome.ok || outcome.error.code.startsWith("request.")) wroteNothing = false;
    if (outcome.ok) written.add(item);
    else if (isComparing && isTableError(outcome.error, "entity.already-exists")) {
      const check = isWritten(table, item.row)
        .then(
          (is) => (is ? written.add(item) : rejection.add(item, outcome.error)),
          (error) => rejection.add(item, isTableError(error) ? error : outcome.error),
        )
        .catch(() => undefined) // An error of `onWritten`, which is in `failures`.
        .finally(() => checks.delete(check));
      checks.add(check);
      if (checks.size >= parallel) await Promise.race(checks);
    } else if (!signal.aborted) rejection.add(item, outcome.error);
  }
  await Promise.all(checks);
  if (failures.length > 0) throw failures[0];
  return { refused: rejection.first, written: written.count, wroteNothing };
}

async function* itemsOf(
  table: string,
  lines: AsyncIterable<NumberedLine>,
  mode: ImportMode,
  room: LineRoom,
  isStopped: () => boolean,
): AsyncGenerator<Item, void> {
  let named: string | undefined;
  let position = 0;
  for await (const { number, text } of lines) {
    if (isStopped()) return;
    const line = readRowLine(table, text, number);
    named ??= line.table;
    if (line.table !== undefined && line.table !== named)
      throw invalidLine(
        number,
        `it belongs to ${line.table}, and the lines before it to ${named}; import one table at a time`,
      );
    if (line.row === undefined) continue;
    if (text.length > largeLine) limitHeapForLargeRows();
    await room.enter(text.length);
    yield buildItem(mode, { position: position++, row: line.row, line: number, units: text.length });
  }
}

function buildItem(mode: ImportMode, item: Pick<Item, "position" | "row" | "line" | "units">): Item {
  const { row } = item;
  if (mode === "insert") return { insert: row, ...item };
  return mode === "replace" ? { insertOrReplace: row, ...item } : { insertOrMerge: row, ...item };
}

/** Length from which a line counts as one of a large row, in UTF-16 code units. */
const largeLine = 64 * 1024;

/**
 * Maximum total length of the lines that are read but not yet written, in UTF-16 code units. It limits memory even if rows are large. A
 * continued import may hold a group more, which it compares with the table.
 */
const maxUnits = 4 * 1024 * 1024;

/** Makes reading wait while the lines that are read but not yet written are too long in total. */
class LineRoom {
  readonly #maxUnits: number;
  #units = 0;
  #resume: (() => void) | undefined;

  /** @param maxUnits maximum total length of these lines, in UTF-16 code units */
  constructor(signal: AbortSignal, maxUnits: number) {
    this.#maxUnits = maxUnits;
    signal.addEventListener("abort", () => this.open());
  }

  /** Waits until there is room for a line of this length, or until no other line is waiting to be written. */
  async enter(units: number): Promise<void> {
    while (this.#units > 0 && this.#units + units > this.#maxUnits)
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
    this.#units += units;
  }

  /**
   * Lets all further lines pass without waiting. Called if the import stops early, because the bulk write then reports no outcomes that
   * would make room.
   */
  open(): void {
    this.leave(Number.POSITIVE_INFINITY);
  }

  leave(units: number): void {
    this.#units -= units;
    this.#resume?.();
  }
}

/** Returns whether the table has exactly this row of the file. If so, an earlier run has written the row. */
async function isWritten(table: TableClient, row: StoredTableRow): Promise<boolean> {
  const stored = await table.get(row);
  return stored !== undefined && sortedContent(stored) === sortedContent(row);
}

/** Keeps the rejection that begins at the lowest line number, with all lines that were rejected together. */
class FirstRejection {
  #lines: number[] = [];
  first: RejectedRows | undefined;

  add({ line, row }: Item, error: TableError): void {
    // All rows of a failed transaction have the same error object, and their outcomes follow one another.
    if (error === this.first?.error) {
      this.#lines.push(line);
    } else if (this.first === undefined || line < (this.#lines[0] ?? 0)) {
      this.#lines = [line];
      this.first = { lines: this.#lines, partitionKey: row.partitionKey, error };
    }
  }
}

/** Finds the last line up to which every line is written, although the requests complete in any order. */
class WrittenLines {
  readonly #onWritten: (line: number, rows: number) => void;
  /** Number of written rows, including rows after a line that is not written yet. */
  count = 0;
  /**
   * Line numbers, by position, of written rows that follow a row not written yet. They are never more than the rows pending in the bulk
   * write.
   */
  readonly #ahead = new Map<number, number>();
  #next = 0;

  constructor(onWritten: (line: number, rows: number) => void) {
    this.#onWritten = onWritten;
  }

  add({ position, line }: Pick<Item, "position" | "line">): void {
    this.count++;
    this.#ahead.set(position, line);
    if (position !== this.#next) return;
    let last = line;
    for (let found: number | undefined = line; found !== undefined; found = this.#ahead.get(this.#next)) {
      last = found;
      this.#ahead.delete(this.#next++);
    }
    this.#onWritten(last, this.#next);
  }
}
