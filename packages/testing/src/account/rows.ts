import { ServiceError } from "../errors/service-error.js";
import { readRowLine, writeRowLine } from "../odata/row-line.js";
import { entityToStore } from "../odata/write-entity.js";
import { checkTableName, type EntityKeys } from "../rules/check-names.js";
import type { Environment } from "./environment.js";

/** Returns each row as a line of NDJSON, and a line for each table without rows. */
export function exportRows({ store }: Environment): string[] {
  return store.list().flatMap((table) => {
    const lines = Array.from(table.from({ partitionKey: "", rowKey: "" }), (entity) =>
      writeRowLine(table.name, entity),
    );
    return lines.length === 0 ? [writeRowLine(table.name)] : lines;
  });
}

/**
 * Stores the rows of lines that `exportRows` returned, or none of them if a line is invalid. Skips blank lines. Two lines for one row are
 * invalid, and so are two spellings of one table's name, because one of the two would be lost.
 */
export function importRows(lines: Iterable<string>, environment: Environment): void {
  const { store } = environment;
  const before = store.snapshot();
  const lineImport = new LineImport(environment);
  let number = 0;
  try {
    for (const line of lines) lineImport.line(line, ++number);
  } catch (error) {
    store.restore(before);
    throw error;
  }
}

/** Stores rows from lines of NDJSON, one line at a time. Remembers the rows so far, to reject a second line for one of them. */
export class LineImport {
  readonly #environment: Environment;
  readonly #seen: SeenLines = new Map();

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /**
   * Stores the row or table of a line. Skips a blank line.
   * @throws TypeError if the line is invalid. The message names the line's number
   */
  line(line: string, number: number): void {
    if (line.trim() === "") return;
    try {
      importRow(line, number, this.#seen, this.#environment);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      throw new TypeError(`Line ${number}: ${error.reason} (${error.code})`, { cause: error });
    }
  }
}

interface SeenTable {
  readonly name: string;
  /** Number of the first line that names the table. */
  readonly line: number;
  /** Line number of each row, by the row's keys joined with U+0000, which no key contains. */
  readonly rows: Map<string, number>;
}

/** Tables in the lines so far, by the key of the table in the store: its name, in lower case on Storage. */
type SeenLines = Map<string, SeenTable>;

function importRow(line: string, number: number, seen: SeenLines, environment: Environment): void {
  const { store, limits, clock, dialect } = environment;
  const { table, entity, timestamp } = readRowLine(line, limits);
  if (store.find(table) === undefined) createTable(table, environment);
  const { rows } = seenTable(table, number, seen, environment);
  if (entity === undefined) return;
  rejectSecond(entity, table, number, rows);
  const ticks = timestamp ?? clock.nextTicks();
  store.writable(table).put(entityToStore(entity, ticks, entity.properties, dialect));
}

function createTable(name: string, { store, clock, kind }: Environment): void {
  try {
    checkTableName(name, kind);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isReserved = kind === "storage" && error.code === "InvalidInput";
    const expected =
      kind === "cosmos"
        ? "it is empty, or contains / \\ # or ?"
        : "expected 3 to 63 ASCII letters and digits, starting with a letter";
    const reason = isReserved ? "the service reserves it" : expected;
    throw error.withMessage(`Invalid table name ${JSON.stringify(name)}: ${reason}.`);
  }
  store.create(name, clock);
}

function seenTable(name: string, line: number, seen: SeenLines, { store }: Environment): SeenTable {
  const key = store.key(name);
  const found = seen.get(key);
  if (found === undefined) {
    const table = { name, line, rows: new Map<string, number>() };
    seen.set(key, table);
    return table;
  }
  if (found.name === name) return found;
  const message = `"${name}" is the same table as "${found.name}" in line ${found.line}: table names ignore case.`;
  throw new ServiceError("TableAlreadyExists", message);
}

function rejectSecond(
  { partitionKey, rowKey }: EntityKeys,
  table: string,
  line: number,
  rows: Map<string, number>,
): void {
  const keys = `${partitionKey}\0${rowKey}`;
  const first = rows.get(keys);
  if (first !== undefined) {
    const row = `PartitionKey ${JSON.stringify(partitionKey)} and RowKey ${JSON.stringify(rowKey)}`;
    const message = `The row with ${row} of the table "${table}" is in line ${first} already.`;
    throw new ServiceError("EntityAlreadyExists", message);
  }
  rows.set(keys, line);
}
