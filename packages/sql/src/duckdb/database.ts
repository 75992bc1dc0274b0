import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { type ColumnType, quoteText } from "./column-type.js";
import { explained } from "./duckdb-error.js";
import { plainValue } from "./duckdb-value.js";
import { TableAppender } from "./table-appender.js";

/** Memory, folder and threads that a DuckDB database may use. */
export interface DatabaseOptions {
  /** Maximum memory of DuckDB, such as `"256MB"`. Work that needs more memory uses files in `temporaryFolder`. */
  readonly memoryLimit: string;
  readonly temporaryFolder: string;
  readonly threads: number;
  /** False if SQL cannot read or write files, other than those in `temporaryFolder`. Default true. */
  readonly files?: boolean;
}

/** Column of a query result: name and DuckDB type. */
export interface ResultColumn {
  readonly name: string;
  readonly type: string;
}

/** Result of a running query. Its rows are read from DuckDB on demand. */
export interface ResultStream {
  readonly columns: readonly ResultColumn[];
  /** Rows in groups, none of them empty. A row is an array with one value for each column. */
  readonly groups: AsyncIterable<readonly (readonly unknown[])[]>;
}

/** DuckDB database in the memory of this process. Each SQL query opens a separate one. */
export class Database implements Disposable {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  /**
   * Connections of the appenders from {@link appendBeside}. Separate, so that the appenders take no part in a transaction of `#connection`.
   */
  readonly #others: DuckDBConnection[] = [];

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  static async open({ memoryLimit, temporaryFolder, threads, files = true }: DatabaseOptions): Promise<Database> {
    const instance = await DuckDBInstance.create(":memory:", {
      memory_limit: memoryLimit,
      temp_directory: temporaryFolder,
      threads: String(threads),
      enable_external_access: String(files),
      // Queries do not depend on the order in which rows were inserted, and preserving it would cost memory.
      preserve_insertion_order: "false",
      // Without these threads, the process keeps memory that DuckDB has freed: up to a third of the maximum, for some time.
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
  setMemoryLimit(limit: string): Promise<void> {
    return this.run(`SET memory_limit = ${quoteText(limit)}`);
  }

  /** Runs a query and returns all rows. @throws SqlError `sql.invalid` */
  async rows(sql: string): Promise<readonly (readonly unknown[])[]> {
    return rowsOf(this.#connection, sql);
  }

  /**
   * Runs a query and returns all rows. Uses a separate connection, so that rows can be appended and other queries can run meanwhile.
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
   * @param types the types of all columns of the table
   * @param database the name of the attached database that has the table; by default, the table is in the main one
   */
  async append(table: string, types: readonly ColumnType[], database?: string): Promise<TableAppender> {
    return new TableAppender(await this.#connection.createAppender(table, undefined, database), types);
  }

  /** Opens an appender on a separate connection, so that its rows are not part of a transaction of the main connection. */
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

/** Calls a DuckDB function with one text argument and returns the result as text. */
export async function callWithText(database: Database, name: string, text: string): Promise<string> {
  const [row] = await database.rows(`SELECT ${name}(${quoteText(text)})`);
  return String(row?.[0]);
}
