import { type DuckDBAppender, DuckDBDataChunk, type DuckDBValue, type DuckDBVector } from "@duckdb/node-api";
import type { ColumnType, ColumnValue } from "./column-type.js";
import { explainedHere } from "./duckdb-error.js";
import { chunkTypes, converters } from "./duckdb-value.js";

/** Maximum number of rows in one data chunk of DuckDB. */
export const chunkSize = 2048;

/**
 * Number of chunks after which the appender is flushed to the table. Without these flushes, it would buffer up to 204,800 rows, in memory
 * that DuckDB's limit does not count.
 */
const chunksOfFlush = 8;

/** Appends rows to a table of DuckDB in chunks. The values of a chunk are given column by column. */
export class TableAppender {
  readonly #appender: DuckDBAppender;
  readonly #types: readonly ColumnType[];
  readonly #chunk: DuckDBDataChunk;
  /** Vectors of `#chunk`, one for each column. Reused for all rows, because a new vector begins with a copy of DuckDB's memory. */
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
   * @param columns the values of each column, for at most {@link chunkSize} rows
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

  /** Flushes the buffered rows to the table. @throws SqlError `sql.invalid` */
  flush(): void {
    explainedHere(() => this.#appender.flushSync());
  }

  /** Flushes the buffered rows to the table and closes the appender. @throws SqlError `sql.invalid` */
  close(): void {
    explainedHere(() => this.#appender.closeSync());
  }
}
