import type { Environment } from "../account/environment.js";
import { LineImport } from "../account/rows.js";
import { StoredEntity } from "../storage/stored-entity.js";
import type { Table } from "../storage/table.js";
import type { AccessPolicy } from "../xml/access-policies.js";
import type { ServiceProperties } from "../xml/service-properties.js";
import { contentOf } from "./data-line.js";

/** The extent and state of a data file that was loaded. */
export interface LoadedFile {
  /** Number of bytes up to the end of the last complete line or group of lines. */
  readonly bytes: number;
  /**
   * Estimated number of outdated lines, such as those of deleted rows. If a table has access policies and rows, its line with the policies
   * also counts, although it is not outdated.
   */
  readonly outdated: number;
  /** True if the last line is complete except for its line break. */
  readonly isOpen: boolean;
}

const newline = 10;
const quote = 34;
const backslash = 92;
const brace = 123;
const tablePrefix = '"$table":"';

/**
 * Replaces the rows of the service with those of a data file, or changes nothing if a line is invalid. Skips lines that were cut off while
 * they were written: no response has confirmed them.
 * @throws TypeError naming the number of the invalid line, counted from 1
 */
export function loadLines(bytes: Buffer, environment: Environment): LoadedFile {
  const { store } = environment;
  const before = store.snapshot();
  store.restore({ tables: new Map(), deletions: new Map(), properties: before.properties });
  try {
    return new Loading(bytes, environment).run();
  } catch (error) {
    store.restore(before);
    throw error;
  }
}

class Loading {
  readonly #bytes: Buffer;
  readonly #environment: Environment;
  readonly #others: LineImport;
  #table: Table | undefined;
  #tableName = "";
  #partitionKey = "";

  constructor(bytes: Buffer, environment: Environment) {
    this.#bytes = bytes;
    this.#environment = environment;
    this.#others = new LineImport(environment);
  }

  run(): LoadedFile {
    const bytes = this.#bytes;
    let at = 0;
    let number = 0;
    while (at < bytes.length) {
      number += 1;
      const found = bytes.indexOf(newline, at);
      const end = found < 0 ? bytes.length : found;
      const content = contentOf(bytes, at, end, this.#environment.kind);
      if (content === undefined) {
        // A last line without a line break that begins with a wrong checksum was cut off while it was written. A line of another program
        // has no checksum and may omit the line break.
        if (found < 0 && bytes.toString("latin1", at, at + 12) === '{"odata.sum"')
          return this.#result(at, number - 1, false);
        this.#others.line(bytes.toString("utf8", at, end), number);
        this.#table = undefined;
      } else if (!this.#take(content, end)) return this.#result(at, number - 1, false);
      if (found < 0) return this.#result(end, number, true);
      at = end + 1;
    }
    return this.#result(at, number, false);
  }

  #result(bytes: number, lines: number, isOpen: boolean): LoadedFile {
    const { store } = this.#environment;
    const needed = store.list().reduce((sum, { size }) => sum + Math.max(size, 1), store.hasOwnProperties ? 1 : 0);
    return { bytes, isOpen, outdated: Math.max(0, lines - needed) };
  }

  /** Applies a line whose checksum matches. Returns false if the line begins a group that is incomplete. */
  #take(content: number, end: number): boolean {
    if (
      this.#bytes.toString("latin1", content, content + tablePrefix.length) === tablePrefix &&
      this.#takeRow(content, end)
    ) {
      return true;
    }
    const { store, clock } = this.#environment;
    const line = JSON.parse(`{${this.#bytes.toString("utf8", content, end)}`) as Line;
    this.#table = undefined;
    if (line.$begin !== undefined) return this.#isComplete(end + 1, line.$begin);
    if (line.$properties !== undefined) store.properties = line.$properties;
    const { $table: name } = line;
    if (name === undefined) return true;
    if (line.$deleted === "row") store.writable(name).delete(line.PartitionKey ?? "", line.RowKey ?? "");
    else if (line.$deleted === "table") store.drop(name, 0);
    else {
      if (store.find(name) === undefined) store.create(name, clock);
      if (line.$policies !== undefined) store.writable(name).accessPolicies = line.$policies;
      else if (store.table(name).accessPolicies.length > 0) store.writable(name).accessPolicies = [];
    }
    return true;
  }

  /** Stores the row of a line without parsing the values. Returns false, and stores nothing, if the line is not a row. */
  #takeRow(content: number, end: number): boolean {
    const bytes = this.#bytes;
    const from = content + tablePrefix.length;
    let to = bytes.indexOf(quote, from);
    while (isEscaped(bytes, to)) to = bytes.indexOf(quote, to + 1);
    if (bytes.toString("latin1", to + 1, to + 14) !== ',"odata.etag"') return false;
    const name = unescaped(bytes.toString("latin1", from, to));
    // The line continues with `"Shop","odata.etag":…}`. A brace in place of the comma turns the rest of the line into the entity's JSON, so
    // that one slice of the bytes is enough.
    bytes[to + 1] = brace;
    const text = bytes.toString("latin1", to + 1, end);
    const partition = text.indexOf('"PartitionKey":"') + 16;
    const row = text.indexOf('","RowKey":"', partition);
    const timestamp = text.indexOf('","Timestamp":"', row + 12);
    const partitionKey = unescaped(text.slice(partition, row));
    if (partitionKey !== this.#partitionKey) this.#partitionKey = partitionKey;
    const rowKey = unescaped(text.slice(row + 12, timestamp));
    this.#tableOf(name).put(new StoredEntity({ partitionKey: this.#partitionKey, rowKey }, text));
    return true;
  }

  #tableOf(name: string): Table {
    if (this.#table !== undefined && this.#tableName === name) return this.#table;
    const { store, clock } = this.#environment;
    if (store.find(name) === undefined) store.create(name, clock);
    this.#table = store.writable(name);
    this.#tableName = name;
    return this.#table;
  }

  #isComplete(from: number, count: number): boolean {
    let at = from;
    for (let seen = 0; seen < count; seen += 1) {
      const end = this.#bytes.indexOf(newline, at);
      if (end < 0) return false;
      at = end + 1;
    }
    return true;
  }
}

/** Members of a line that is not a row: the start of a group, a table, a deletion, or the service properties. */
interface Line {
  readonly $begin?: number;
  readonly $table?: string;
  readonly $deleted?: "row" | "table";
  readonly $policies?: readonly AccessPolicy[];
  readonly $properties?: ServiceProperties;
  readonly PartitionKey?: string;
  readonly RowKey?: string;
}

/** Returns whether an odd number of backslashes precedes the character. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let start = at;
  while (bytes[start - 1] === backslash) start -= 1;
  return (at - start) % 2 === 1;
}

function unescaped(text: string): string {
  return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text;
}
