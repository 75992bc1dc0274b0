import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EntityId } from "@tablewright/runtime";
import type { EntityPayload } from "@tablewright/runtime/lines";
import { type ColumnType, type ColumnValue, quoteName, quoteText } from "../duckdb/column-type.js";
import { chunkSize, Database, isOutOfMemory, type TableAppender } from "../duckdb/database.js";
import type { ParquetColumn } from "./parquet-column.js";
import type { ParquetRelation } from "./parquet-relation.js";

/** Size of row groups, in bytes of values that are not compressed. */
export const rowGroupBytes = 128 * 1024 * 1024;

/**
 * Memory for a row group that hardly compresses. DuckDB encodes columns in pages of 100 MB, and holds the compressed pages of a row group
 * until it is complete. It cannot use files for either.
 */
const largeMemoryLimit = "512MB";

/** Table of the keys that exist. */
const keysTable = "$keys";
const keyColumns = [
  { name: "PartitionKey", type: "VARCHAR" },
  { name: "RowKey", type: "VARCHAR" },
] as const;

/** Rows that are not in a file yet. */
export interface StagedSize {
  readonly rows: number;
  /** Size in bytes that are not compressed. */
  readonly bytes: number;
}

/** Rows of Parquet files that are not written yet. DuckDB holds them, in memory and in temporary files. */
export class ParquetStage implements Disposable {
  readonly #database: Database;
  readonly #tables = new Map<string, StagedTable>();
  #keys: StagedTable | undefined;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** Opens an empty stage. @param memoryLimit memory that DuckDB may use, such as `"144MB"`; a row group that needs more gets more */
  static async open(memoryLimit = "144MB"): Promise<ParquetStage> {
    const temporaryFolder = join(tmpdir(), `tablewright-parquet-${process.pid}`);
    // One thread only, because each further thread would hold another row group.
    return new ParquetStage(await Database.open({ memoryLimit, temporaryFolder, threads: 1 }));
  }

  /** Adds rows in the service's JSON. Returns the number and the size of all rows under this name. */
  async append(name: string, relation: ParquetRelation, rows: readonly EntityPayload[]): Promise<StagedSize> {
    const table = this.#tables.get(name) ?? (await this.#create(name, relation.columns));
    for (let from = 0; from < rows.length; from += chunkSize) {
      const chunk = rows.slice(from, from + chunkSize);
      table.append(relation.valuesOf(chunk), chunk.length);
    }
    return table;
  }

  /** Adds the keys of rows that exist. */
  async appendKeys(rows: readonly EntityId[]): Promise<void> {
    this.#keys ??= await this.#create(keysTable, keyColumns);
    for (let from = 0; from < rows.length; from += chunkSize) {
      const chunk = rows.slice(from, from + chunkSize);
      const values = [chunk.map(({ partitionKey }) => partitionKey), chunk.map(({ rowKey }) => rowKey)];
      this.#keys.append(values, chunk.length);
    }
  }

  /** Adds the keys of rows that are in these files but no longer exist, with `_deleted`. Returns their number. */
  async appendDeleted(name: string, relation: ParquetRelation, paths: readonly string[]): Promise<number> {
    this.#keys ??= await this.#create(keysTable, keyColumns);
    this.#keys.close();
    if (!this.#tables.has(name)) await this.#create(name, relation.columns);
    const version = "PartitionKey, RowKey, Timestamp, Timestamp_100ns";
    const last = `PARTITION BY PartitionKey, RowKey ORDER BY Timestamp DESC, Timestamp_100ns DESC, _deleted DESC`;
    const files = `read_parquet([${paths.map(quoteText).join(", ")}], union_by_name = true, hive_partitioning = false)`;
    const newest = `SELECT ${version}, _deleted FROM ${files} QUALIFY row_number() OVER (${last}) = 1`;
    const gone = `SELECT ${version}, true FROM (${newest}) WHERE NOT _deleted`;
    const [[count] = []] = await this.#database.rows(
      `INSERT INTO ${quoteName(name)} (${version}, _deleted)
        FROM (${gone}) ANTI JOIN ${quoteName(keysTable)} USING (PartitionKey, RowKey)`,
    );
    return Number(count);
  }

  async #create(name: string, columns: readonly Pick<ParquetColumn, "name" | "type">[]): Promise<StagedTable> {
    const list = columns.map((column) => `${quoteName(column.name)} ${column.type}`);
    await this.#database.run(`CREATE OR REPLACE TABLE ${quoteName(name)} (${list.join(", ")})`);
    const types = columns.map(({ type }) => type);
    const table = new StagedTable(await this.#database.append(name, types), types);
    if (name !== keysTable) this.#tables.set(name, table);
    return table;
  }

  /** Names under which rows were added. */
  get names(): readonly string[] {
    return [...this.#tables.keys()];
  }

  /** Writes the rows under a name to a Parquet file, and forgets them. Returns their number. */
  async write(name: string, path: string): Promise<number> {
    const table = this.#tables.get(name);
    if (table === undefined) return 0;
    table.close();
    this.#tables.delete(name);
    const count = await this.#writeTable(name, path);
    await this.#database.run(`DROP TABLE ${quoteName(name)}`);
    return count;
  }

  async #writeTable(name: string, path: string): Promise<number> {
    const query = `FROM ${quoteName(name)}`;
    try {
      return await writeParquet(this.#database, query, path);
    } catch (error) {
      if (!isOutOfMemory(error)) throw error;
      await this.#database.setMemoryLimit(largeMemoryLimit);
      return await writeParquet(this.#database, query, path);
    }
  }

  /** Closes the database. */
  [Symbol.dispose](): void {
    for (const table of this.#tables.values()) table.close();
    this.#keys?.close();
    this.#database[Symbol.dispose]();
  }
}

/** Writes the rows of a query to a Parquet file, compressed with zstd. Returns their number. */
export async function writeParquet(database: Database, query: string, path: string): Promise<number> {
  // Without a number of rows, a row group would end after 122,880, however small they are.
  const size = `ROW_GROUP_SIZE_BYTES '${rowGroupBytes / 1024 / 1024}MiB', ROW_GROUP_SIZE 100000000`;
  const [[count] = []] = await database.rows(
    `COPY (${query}) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd, ${size})`,
  );
  return Number(count);
}

class StagedTable implements StagedSize {
  rows = 0;
  bytes = 0;
  #isOpen = true;
  readonly #appender: TableAppender;
  readonly #types: readonly ColumnType[];

  constructor(appender: TableAppender, types: readonly ColumnType[]) {
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
  // DuckDB stores a text of up to 12 bytes in the column itself, in place of a reference.
  let bytes = values.length * 16;
  for (const value of values) {
    const length = (value as string | Uint8Array | null)?.length ?? 0;
    if (length > 12) bytes += length;
  }
  return bytes;
}

const fixedBytes: Readonly<Partial<Record<ColumnType, number>>> = {
  BOOLEAN: 1,
  INTEGER: 4,
  BIGINT: 8,
  DOUBLE: 8,
  TIMESTAMP_NS: 8,
  TIMESTAMPTZ: 8,
  UUID: 16,
};
