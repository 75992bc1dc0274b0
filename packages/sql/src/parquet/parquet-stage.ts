import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EntityId } from "@tablewright/runtime";
import type { EntityPayload } from "@tablewright/runtime/lines";
import { type ColumnType, type ColumnValue, quoteName, quoteText } from "../duckdb/column-type.js";
import { Database } from "../duckdb/database.js";
import { isOutOfMemory } from "../duckdb/duckdb-error.js";
import { chunkSize, type TableAppender } from "../duckdb/table-appender.js";
import type { ParquetColumn } from "./parquet-column.js";
import type { ParquetRelation } from "./parquet-relation.js";

/** Size at which a Parquet file is full, in bytes of its values before compression. */
export const fileBytes = 64 * 1024 * 1024;

/**
 * Size of the row groups of a file, before compression. DuckDB collects a whole row group in memory before it writes it. A larger one would
 * not fit into memory together with the rows of the file. DuckDB would first move it to temporary files, which takes five times as long.
 */
const rowGroupMebibytes = 16;

/**
 * Memory limit for a row group that hardly compresses, set when the usual limit was too small. DuckDB encodes columns in pages of 100 MB,
 * and holds the compressed pages of a row group until it is complete. It cannot move either to temporary files.
 */
const largeMemoryLimit = "512MB";

/** Name of the table with the keys of all rows that still exist. It shows which rows of earlier files were deleted. */
const keysTable = "$keys";
const keyColumns = [
  { name: "PartitionKey", type: "VARCHAR" },
  { name: "RowKey", type: "VARCHAR" },
] as const;

/** Number and size of the rows under one name that are still in the stage. */
export interface StagedSize {
  readonly rows: number;
  /** Size before compression, in bytes. */
  readonly bytes: number;
}

/** Rows under one name that {@link ParquetStage.take} took out of the stage, to be written to one file. */
export interface TakenRows {
  readonly name: string;
  /** Writes the rows to a Parquet file and frees their memory. Returns their number. */
  write(path: string): Promise<number>;
}

/** Rows that are still to be written to Parquet files. DuckDB holds them, in memory and in temporary files. */
export class ParquetStage implements Disposable {
  readonly #database: Database;
  readonly #tables = new Map<string, StagedTable>();
  #keys: StagedTable | undefined;
  /** Name of the attached DuckDB database with the rows added since the last {@link take}; undefined while there are none. */
  #batch: string | undefined;
  #committed: Promise<void> = Promise.resolve();
  #created = 0;

  private constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Opens an empty stage.
   * @param memoryLimit the memory that DuckDB may use, such as `"144MB"`; raised to 512 MB if a row group needs more
   */
  static async open(memoryLimit = "144MB"): Promise<ParquetStage> {
    const temporaryFolder = join(tmpdir(), `tablewright-parquet-${process.pid}`);
    // One thread only, because each further thread would hold another row group.
    return new ParquetStage(await Database.open({ memoryLimit, temporaryFolder, threads: 1 }));
  }

  /**
   * Adds rows, in the service's JSON, under a name. Returns the number and the size of all rows under this name that are still in the
   * stage.
   */
  async append(name: string, relation: ParquetRelation, rows: readonly EntityPayload[]): Promise<StagedSize> {
    const table = this.#tables.get(name) ?? (await this.#create(name, relation.columns));
    for (let from = 0; from < rows.length; from += chunkSize) {
      const chunk = rows.slice(from, from + chunkSize);
      table.append(relation.valuesOf(chunk), chunk.length);
    }
    return table;
  }

  /** Adds the keys of rows that still exist. {@link appendDeleted} treats all other rows as deleted. */
  async appendKeys(rows: readonly EntityId[]): Promise<void> {
    this.#keys ??= await this.#createKeys();
    for (let from = 0; from < rows.length; from += chunkSize) {
      const chunk = rows.slice(from, from + chunkSize);
      const values = [chunk.map(({ partitionKey }) => partitionKey), chunk.map(({ rowKey }) => rowKey)];
      this.#keys.append(values, chunk.length);
    }
  }

  /**
   * Adds a row with `_deleted: true` for each row of these files whose keys were not passed to {@link appendKeys}, unless the files already
   * show it as deleted. Returns the number of added rows. Rows from {@link append} must be taken out first (see {@link take}), because
   * their transaction does not see the keys.
   * @param name the name of the table that collects the rows
   * @param paths the paths of the Parquet files
   */
  async appendDeleted(name: string, relation: ParquetRelation, paths: readonly string[]): Promise<number> {
    this.#keys ??= await this.#createKeys();
    this.#keys.close();
    const { name: table } = this.#tables.get(name) ?? (await this.#create(name, relation.columns));
    const [partitionKey, rowKey, timestamp, units, deleted] = relation.systemNames.map(quoteName);
    const version = [partitionKey, rowKey, timestamp, units].join(", ");
    const last = `PARTITION BY ${partitionKey}, ${rowKey} ORDER BY ${timestamp} DESC, ${units} DESC, ${deleted} DESC`;
    const files = `read_parquet([${paths.map(quoteText).join(", ")}], union_by_name = true, hive_partitioning = false)`;
    const newest = `SELECT ${version}, ${deleted} FROM ${files} QUALIFY row_number() OVER (${last}) = 1`;
    const gone = `SELECT ${version}, true FROM (${newest}) WHERE NOT ${deleted}`;
    const [[count] = []] = await this.#database.rows(
      `INSERT INTO ${table} (${version}, ${deleted})
        FROM (${gone}) AS gone ANTI JOIN ${this.#keys.name} AS kept
          ON gone.${partitionKey} = kept.PartitionKey AND gone.${rowKey} = kept.RowKey`,
    );
    return Number(count);
  }

  /** Creates the DuckDB table for the rows that are added under a name. */
  async #create(name: string, columns: readonly Pick<ParquetColumn, "name" | "type">[]): Promise<StagedTable> {
    this.#batch ??= await this.#begin();
    const batch = this.#batch;
    const path = `${quoteName(batch)}.${quoteName(name)}`;
    await this.#database.run(`CREATE TABLE ${path} (${columnList(columns)})`);
    const types = columns.map(({ type }) => type);
    const table = new StagedTable(path, await this.#database.append(name, types, batch), types);
    this.#tables.set(name, table);
    return table;
  }

  /**
   * Attaches an empty database for the next rows, and begins a transaction. Its commit moves the rows into their tables, which are still
   * empty, without a copy. Outside of a transaction, DuckDB would copy rows at every flush. Each transaction has a separate database,
   * because DuckDB frees a table only when no older transaction of the same database runs.
   */
  async #begin(): Promise<string> {
    await this.#committed;
    const batch = `rows ${this.#created++}`;
    await this.#database.run(`ATTACH ':memory:' AS ${quoteName(batch)}; BEGIN`);
    return batch;
  }

  async #createKeys(): Promise<StagedTable> {
    await this.#database.rowsBeside(`CREATE TABLE ${quoteName(keysTable)} (${columnList(keyColumns)})`);
    const types = keyColumns.map(({ type }) => type);
    return new StagedTable(quoteName(keysTable), await this.#database.appendBeside(keysTable, types), types);
  }

  /** Takes all rows out of the stage, to be written while others are added. Returns them by name, in order of names. */
  take(): readonly TakenRows[] {
    const taken = [...this.#tables].sort(([one], [other]) => (one < other ? -1 : 1));
    const batch = this.#batch;
    this.#tables.clear();
    this.#batch = undefined;
    if (batch === undefined) return [];
    for (const [, table] of taken) table.close();
    const committed = this.#database.run("COMMIT");
    this.#committed = committed;
    let left = taken.length;
    return taken.map(([name, table]) => ({
      name,
      write: async (path) => {
        await committed;
        const rows = await this.#write(table.name, path);
        left--;
        if (left === 0) await this.#database.rowsBeside(`DETACH ${quoteName(batch)}`);
        return rows;
      },
    }));
  }

  async #write(table: string, path: string): Promise<number> {
    const copy = copyToParquet(`FROM ${table}`, path);
    const rows = await this.#database.rowsBeside(copy).catch(async (error) => {
      if (!isOutOfMemory(error)) throw error;
      await this.#database.setMemoryLimit(largeMemoryLimit);
      return await this.#database.rowsBeside(copy);
    });
    await this.#database.rowsBeside(`DROP TABLE ${table}`);
    return Number(rows[0]?.[0]);
  }

  /** Closes the database. */
  [Symbol.dispose](): void {
    for (const table of this.#tables.values()) table.close();
    this.#keys?.close();
    this.#database[Symbol.dispose]();
  }
}

function columnList(columns: readonly Pick<ParquetColumn, "name" | "type">[]): string {
  return columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(", ");
}

/** Returns the statement that writes the rows of a query to a Parquet file, compressed with zstd. The statement returns their number. */
export function copyToParquet(query: string, path: string): string {
  // Without ROW_GROUP_SIZE, a row group would end after 122,880 rows, however small they are.
  const size = `ROW_GROUP_SIZE_BYTES '${rowGroupMebibytes}MiB', ROW_GROUP_SIZE 100000000`;
  return `COPY (${query}) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd, ${size})`;
}

class StagedTable implements StagedSize {
  readonly name: string;
  rows = 0;
  bytes = 0;
  #isOpen = true;
  readonly #appender: TableAppender;
  readonly #types: readonly ColumnType[];

  /** @param name the quoted names of the database and the table, for SQL */
  constructor(name: string, appender: TableAppender, types: readonly ColumnType[]) {
    this.name = name;
    this.#appender = appender;
    this.#types = types;
  }

  append(values: readonly (readonly ColumnValue[])[], rowCount: number): void {
    this.#appender.append(values, rowCount);
    this.rows += rowCount;
    for (const [index, column] of values.entries()) this.bytes += sizeOf(this.#types[index] ?? "VARCHAR", column);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#appender.close();
  }
}

/** Returns the size of a column's values in DuckDB's memory. */
function sizeOf(type: ColumnType, values: readonly ColumnValue[]): number {
  const fixed = fixedBytes[type];
  if (fixed !== undefined) return values.length * fixed;
  // DuckDB stores 16 bytes for each text. They contain a text of up to 12 bytes, or refer to a longer one.
  let bytes = values.length * 16;
  for (const value of values) {
    const length = (value as string | Uint8Array | null)?.length ?? 0;
    if (length > 12) bytes += length;
  }
  return bytes;
}

/** Size of a value in bytes, for the column types of Parquet files whose values have a fixed size. */
const fixedBytes: Readonly<Partial<Record<ColumnType, number>>> = {
  BOOLEAN: 1,
  INTEGER: 4,
  BIGINT: 8,
  DOUBLE: 8,
  TIMESTAMPTZ: 8,
};
