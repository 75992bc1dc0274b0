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
  type DuckDBVector,
  INTEGER,
  TIMESTAMP_NS,
  TIMESTAMPTZ,
  VARCHAR,
} from "@duckdb/node-api";
import { ExactDate } from "@tablewright/runtime/edm";
import { SqlError } from "../errors/sql-error.js";
import { type ColumnType, type ColumnValue, quoteText } from "./column-type.js";

/** Memory, folder and threads that a DuckDB database may use. */
export interface DatabaseOptions {
  /** Maximum memory of DuckDB, such as `"256MB"`. Work that needs more memory uses files in `temporaryFolder`. */
  readonly memoryLimit: string;
  readonly temporaryFolder: string;
  readonly threads: number;
}

/** Column of a query result: name and DuckDB type. */
export interface ResultColumn {
  readonly name: string;
  readonly type: string;
}

/** Result of a running query. Its rows are read from DuckDB on demand. */
export interface ResultStream {
  readonly columns: readonly ResultColumn[];
  /** Rows in groups. A row is an array with one value for each column. */
  readonly groups: AsyncIterable<readonly (readonly unknown[])[]>;
}

/** DuckDB database in the memory of this process. Each SQL query opens a separate one. */
export class Database implements Disposable {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  /** Connections of the appenders from {@link appendBeside}, which are not part of a transaction of `#connection`. */
  readonly #others: DuckDBConnection[] = [];

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  static async open({ memoryLimit, temporaryFolder, threads }: DatabaseOptions): Promise<Database> {
    const instance = await DuckDBInstance.create(":memory:", {
      memory_limit: memoryLimit,
      temp_directory: temporaryFolder,
      threads: String(threads),
      // Queries do not depend on the order in which rows were inserted, and preserving it would cost memory.
      preserve_insertion_order: "false",
      // Without this, the process holds on to memory that DuckDB has freed: up to a third of the maximum, for some time.
      allocator_background_threads: "true",
    });
    const database = new Database(instance, await instance.connect());
    await database.run("SET TimeZone = 'UTC'");
    return database;
  }

  /** Runs one or more SQL statements without a result. @throws SqlError `sql.invalid` */
  async run(sql: string): Promise<void> {
    await explained(this.#connection.run(sql));
  }

  /** Changes the maximum memory of DuckDB, such as `"512MB"`. */
  async setMemoryLimit(limit: string): Promise<void> {
    await this.run(`SET memory_limit = ${quoteText(limit)}`);
  }

  /** Runs a query and returns all rows. @throws SqlError `sql.invalid` */
  async rows(sql: string): Promise<readonly (readonly unknown[])[]> {
    return rowsOf(this.#connection, sql);
  }

  /**
   * Runs a query on a separate connection and returns all rows, so that it works while rows are appended and other queries run.
   * @throws SqlError `sql.invalid`
   */
  async rowsBeside(sql: string): Promise<readonly (readonly unknown[])[]> {
    const connection = await this.#instance.connect();
    try {
      return await rowsOf(connection, sql);
    } finally {
      connection.closeSync();
    }
  }

  /** Starts a query and returns its columns. The rows are read from DuckDB on demand. @throws SqlError `sql.invalid` */
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

  /**
   * Opens an appender, which adds rows to a table faster than INSERT.
   * @param types types of all columns of the table
   * @param database name of the attached database that has the table; by default, the table is in the main one
   */
  async append(table: string, types: readonly ColumnType[], database?: string): Promise<TableAppender> {
    return new TableAppender(await this.#connection.createAppender(table, undefined, database), types);
  }

  /** Opens an appender outside of the transaction that this connection may have begun. */
  async appendBeside(table: string, types: readonly ColumnType[]): Promise<TableAppender> {
    const connection = await this.#instance.connect();
    this.#others.push(connection);
    return new TableAppender(await connection.createAppender(table), types);
  }

  /** Cancels the statement that DuckDB is running, which then fails. */
  interrupt(): void {
    this.#connection.interrupt();
  }

  [Symbol.dispose](): void {
    for (const connection of [this.#connection, ...this.#others]) connection.closeSync();
    this.#instance.closeSync();
  }
}

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<readonly (readonly unknown[])[]> {
  const rows = await explained(connection.run(sql).then((result) => result.getRows()));
  return rows.map((row) => row.map(plainValue));
}

/** Maximum number of rows in one data chunk of DuckDB. */
export const chunkSize = 2048;

/**
 * Number of chunks after which the appender is flushed to the table. Without a flush it would buffer 204,800 rows, outside of the memory
 * limit.
 */
const chunksOfFlush = 8;

/** Appends rows to a table of DuckDB in chunks, given column by column. */
export class TableAppender {
  readonly #appender: DuckDBAppender;
  readonly #types: readonly ColumnType[];
  readonly #chunk: DuckDBDataChunk;
  /** Vectors of `#chunk`, one for each column. Reused, because the API fills new ones with a copy of DuckDB's memory. */
  readonly #vectors: readonly DuckDBVector[];
  #chunks = 0;

  constructor(appender: DuckDBAppender, types: readonly ColumnType[]) {
    this.#appender = appender;
    this.#types = types;
    this.#chunk = DuckDBDataChunk.create(
      types.map((type) => chunkTypes[type]),
      chunkSize,
    );
    this.#vectors = types.map((_, index) => this.#chunk.getColumnVector(index));
  }

  /**
   * Appends one chunk of rows.
   * @param columns values of each column, for at most {@link chunkSize} rows
   * @throws SqlError `sql.invalid`
   */
  append(columns: readonly (readonly ColumnValue[])[], rowCount: number): void {
    this.#chunk.reset();
    this.#chunk.rowCount = rowCount;
    for (const [index, values] of columns.entries()) {
      const vector = this.#vectors[index] as DuckDBVector;
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

  /** Flushes the buffered rows to the table and closes the appender. @throws SqlError `sql.invalid` */
  close(): void {
    explainedHere(() => {
      this.#appender.flushSync();
      this.#appender.closeSync();
    });
  }
}

/**
 * DuckDB type in which a chunk passes the values of each column type. UUIDs are passed as text, because the appender converts text faster
 * than JavaScript can make a bigint of it.
 */
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

/** Functions that convert a column value to the class that DuckDB's API expects, for types without a matching JavaScript type. */
const converters: Readonly<Partial<Record<ColumnType, (value: NonNullable<ColumnValue>) => DuckDBValue>>> = {
  TIMESTAMP_NS: (value) => new DuckDBTimestampNanosecondsValue(value as bigint),
  TIMESTAMPTZ: (value) => new DuckDBTimestampTZValue(value as bigint),
  BLOB: (value) => new DuckDBBlobValue(value as Uint8Array),
};

/**
 * Converts a value from DuckDB to JavaScript: dates to ExactDate, bytes to Uint8Array, lists to arrays, and values without a matching
 * JavaScript type to text.
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

/**
 * Converts a timestamp of DuckDB to an ExactDate, or to text if a Date cannot represent it, such as infinity.
 * @param units time since 1970 in the timestamp's own unit
 * @param nanoseconds length of that unit, such as 1000 for microseconds
 */
function dateOf(value: object, units: bigint, nanoseconds: bigint): ExactDate | string {
  const ticks = (units * nanoseconds) / 100n - ((units * nanoseconds) % 100n < 0n ? 1n : 0n);
  const remainder = ((ticks % 10_000n) + 10_000n) % 10_000n;
  const milliseconds = Number((ticks - remainder) / 10_000n);
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

/**
 * Converts an error of DuckDB to a SqlError. Removes the excerpt of the query that DuckDB adds, because that text differs from what the
 * caller wrote.
 */
function sqlErrorOf(error: unknown): SqlError {
  const message = error instanceof Error ? error.message : String(error);
  const text = message
    .replace(/\n+LINE \d+:[\s\S]*$/, "")
    .replaceAll(/\n+/g, " ")
    .trim();
  return new SqlError("sql.invalid", text, { cause: error });
}

/** Returns true if a statement failed because it needed more memory than DuckDB may use and could not use temporary files instead. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof SqlError && error.message.startsWith("Out of Memory Error");
}

/** Calls a DuckDB function with one text argument and returns the result as text. */
export async function callWithText(database: Database, name: string, text: string): Promise<string> {
  const [row] = await database.rows(`SELECT ${name}(${quoteText(text)})`);
  return String(row?.[0]);
}
