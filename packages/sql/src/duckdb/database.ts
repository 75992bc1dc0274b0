import {
  BIGINT,
  BLOB,
  BOOLEAN,
  DOUBLE,
  type DuckDBAppender,
  DuckDBBlobValue,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  TIMESTAMP_NS,
  TIMESTAMPTZ,
  VARCHAR,
} from "@duckdb/node-api";
import { ExactDate } from "@tablewright/runtime/edm";
import { SqlError } from "../errors/sql-error.js";
import { type ColumnType, type ColumnValue, quoteText } from "./column-type.js";

/** Resources of a database. */
export interface DatabaseOptions {
  /** Maximum memory of DuckDB, such as `"256MB"`. Work that needs more memory uses files in `temporaryFolder`. */
  readonly memoryLimit: string;
  readonly temporaryFolder: string;
  readonly threads: number;
}

/** Name and DuckDB type of a column of a result. */
export interface ResultColumn {
  readonly name: string;
  readonly type: string;
}

/** Rows of a query, read on demand. */
export interface ResultStream {
  readonly columns: readonly ResultColumn[];
  /** Groups of rows, each row with a value for each column. */
  readonly groups: AsyncIterable<readonly (readonly unknown[])[]>;
}

/** DuckDB in this process, in memory, for one query. */
export class Database implements Disposable {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  static async open({ memoryLimit, temporaryFolder, threads }: DatabaseOptions): Promise<Database> {
    const instance = await DuckDBInstance.create(":memory:", {
      memory_limit: memoryLimit,
      temp_directory: temporaryFolder,
      threads: String(threads),
      // The rows have no order, and preserving one would cost memory.
      preserve_insertion_order: "false",
      // By default, the process retains memory that DuckDB has freed for some time, up to a third of the maximum.
      allocator_background_threads: "true",
    });
    const database = new Database(instance, await instance.connect());
    await database.run("SET TimeZone = 'UTC'");
    return database;
  }

  /** Runs statements. @throws SqlError `sql.invalid` */
  async run(sql: string): Promise<void> {
    await explained(this.#connection.run(sql));
  }

  /** Changes the memory that DuckDB may use. */
  async setMemoryLimit(limit: string): Promise<void> {
    await this.run(`SET memory_limit = ${quoteText(limit)}`);
  }

  /** Runs a query and returns all rows. @throws SqlError `sql.invalid` */
  async rows(sql: string): Promise<readonly (readonly unknown[])[]> {
    return rowsOf(this.#connection, sql);
  }

  /** Runs a query while rows are appended and other queries run. @throws SqlError `sql.invalid` */
  async rowsBeside(sql: string): Promise<readonly (readonly unknown[])[]> {
    const connection = await this.#instance.connect();
    try {
      return await rowsOf(connection, sql);
    } finally {
      connection.closeSync();
    }
  }

  /** Starts a query, and reads its rows on demand. @throws SqlError `sql.invalid` */
  async stream(sql: string): Promise<ResultStream> {
    const result = await explained(this.#connection.stream(sql));
    const columns = result.columnNames().map((name, index) => ({ name, type: String(result.columnType(index)) }));
    async function* groups() {
      for (
        let chunk = await explained(result.fetchChunk());
        chunk?.rowCount;
        chunk = await explained(result.fetchChunk())
      )
        yield chunk.getRows().map((row) => row.map(plainValue));
    }
    return { columns, groups: groups() };
  }

  /** Starts to append rows to a table. */
  async append(table: string, types: readonly ColumnType[]): Promise<TableAppender> {
    return new TableAppender(await this.#connection.createAppender(table), types);
  }

  /** Stops the running statement. */
  interrupt(): void {
    this.#connection.interrupt();
  }

  [Symbol.dispose](): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<readonly (readonly unknown[])[]> {
  const rows = await explained(connection.run(sql).then((result) => result.getRows()));
  return rows.map((row) => row.map(plainValue));
}

/** Number of rows in a chunk of DuckDB. */
export const chunkSize = 2048;

/** Number of chunks after which the appender is flushed. By itself it would buffer 204,800 rows, which the memory limit does not cover. */
const chunksOfFlush = 8;

/** Appends rows to a table, column by column. */
export class TableAppender {
  readonly #appender: DuckDBAppender;
  readonly #types: readonly ColumnType[];
  readonly #chunk: DuckDBDataChunk;
  #chunks = 0;

  constructor(appender: DuckDBAppender, types: readonly ColumnType[]) {
    this.#appender = appender;
    this.#types = types;
    this.#chunk = DuckDBDataChunk.create(types.map((type) => chunkTypes[type]));
  }

  /**
   * @param columns values of each column, for at most {@link chunkSize} rows
   * @throws SqlError `sql.invalid`
   */
  append(columns: readonly (readonly ColumnValue[])[], rowCount: number): void {
    this.#chunk.reset();
    this.#chunk.rowCount = rowCount;
    for (const [index, values] of columns.entries()) {
      const vector = this.#chunk.getColumnVector(index);
      const convert = converters[this.#types[index] ?? "VARCHAR"];
      for (let row = 0; row < rowCount; row++) {
        const value = values[row] ?? null;
        vector.setItem(row, value === null || convert === undefined ? (value as DuckDBValue) : convert(value));
      }
      vector.flush();
    }
    this.#chunks++;
    explainedHere(() => {
      this.#appender.appendDataChunk(this.#chunk);
      if (this.#chunks % chunksOfFlush === 0) this.#appender.flushSync();
    });
  }

  /** Adds the last rows. @throws SqlError `sql.invalid` */
  close(): void {
    explainedHere(() => {
      this.#appender.flushSync();
      this.#appender.closeSync();
    });
  }
}

/** Column types of chunks. UUIDs are passed as text, because the appender casts text faster than JavaScript makes a bigint of it. */
const chunkTypes: Readonly<Record<ColumnType, DuckDBType>> = {
  VARCHAR,
  BOOLEAN,
  INTEGER,
  BIGINT,
  DOUBLE,
  TIMESTAMP_NS,
  TIMESTAMPTZ,
  UUID: VARCHAR,
  BLOB,
  JSON: VARCHAR,
};

/** Functions that make DuckDB's values, for types without a matching JavaScript type. */
const converters: Readonly<Partial<Record<ColumnType, (value: NonNullable<ColumnValue>) => DuckDBValue>>> = {
  TIMESTAMP_NS: (value) => new DuckDBTimestampNanosecondsValue(value as bigint),
  TIMESTAMPTZ: (value) => new DuckDBTimestampTZValue(value as bigint),
  BLOB: (value) => new DuckDBBlobValue(value as Uint8Array),
};

/**
 * Converts a value of DuckDB to JavaScript: dates to ExactDate, bytes to Uint8Array, lists to arrays, and values without a JavaScript type
 * to text.
 */
function plainValue(value: DuckDBValue): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof DuckDBTimestampNanosecondsValue) return dateOf(value, value.nanos, 1n);
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue)
    return dateOf(value, value.micros, 1000n);
  if (value instanceof DuckDBTimestampMillisecondsValue) return dateOf(value, value.millis, 1_000_000n);
  if (value instanceof DuckDBTimestampSecondsValue) return dateOf(value, value.seconds, 1_000_000_000n);
  if (value instanceof DuckDBBlobValue) return Uint8Array.from(value.bytes);
  if (value instanceof DuckDBListValue) return value.items.map(plainValue);
  if (value instanceof DuckDBStructValue)
    return Object.fromEntries(Object.entries(value.entries).map(([name, each]) => [name, plainValue(each)]));
  if (value instanceof DuckDBMapValue)
    return value.entries.map(({ key, value: each }) => ({ key: plainValue(key), value: plainValue(each) }));
  return String(value);
}

/** Returns text for a time that a Date cannot hold, such as infinity. */
function dateOf(value: object, units: bigint, nanoseconds: bigint): ExactDate | string {
  const tenMicroseconds = (units * nanoseconds) / 100n - ((units * nanoseconds) % 100n < 0n ? 1n : 0n);
  const remainder = ((tenMicroseconds % 10_000n) + 10_000n) % 10_000n;
  const milliseconds = Number((tenMicroseconds - remainder) / 10_000n);
  return Math.abs(milliseconds) <= 8.64e15 ? new ExactDate(milliseconds, Number(remainder)) : String(value);
}

async function explained<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw sqlErrorOf(error);
  }
}

function explainedHere(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw sqlErrorOf(error);
  }
}

/** Returns an error without the excerpt of the query that DuckDB adds, because the caller did not write that text. */
function sqlErrorOf(error: unknown): SqlError {
  const message = error instanceof Error ? error.message : String(error);
  const text = message
    .replace(/\n+LINE \d+:[\s\S]*$/, "")
    .replaceAll(/\n+/g, " ")
    .trim();
  return new SqlError("sql.invalid", text, { cause: error });
}

/** Returns whether a statement failed because it needed more memory than DuckDB may use and could not use files for it. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof SqlError && error.message.startsWith("Out of Memory Error");
}

/** Calls a function of DuckDB for a text, and returns its text. */
export async function callWithText(database: Database, name: string, text: string): Promise<string> {
  const [row] = await database.rows(`SELECT ${name}(${quoteText(text)})`);
  return String(row?.[0]);
}
