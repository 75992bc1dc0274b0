import type { RowQuery } from "../../src/contract/query.js";
import type { Row } from "../../src/contract/rows.js";

/** Row in memory, with its position among all rows of the query. */
export interface LoadedRow {
  readonly position: number;
  readonly row: Row;
}

/** Rows of a query in some order, read as far as the page needs them. */
export interface Rows {
  readonly query: RowQuery;
  /** All rows of the query, in the order of the service. */
  readonly whole: Rows;
  /** Number of staged new rows, which come first. */
  readonly newRows: number;
  /** Number of rows read so far, including rows that are no longer in memory. */
  readonly count: number;
  /** True once the last page was read. */
  readonly isComplete: boolean;
  readonly isLoading: boolean;
  readonly error: Error | undefined;
  /** True if the user has stopped the reading; `more` goes on. */
  readonly isPaused: boolean;
  /** Returns the row at a position; undefined if it is not in memory. */
  row(index: number): Row | undefined;
  /** Returns the row at a position, after reading the pages up to it if necessary; undefined after the last row or an error. */
  read(index: number): Promise<Row | undefined>;
  /** Returns all rows in memory with their positions. */
  loaded(): LoadedRow[];
  /** Reads the next page. */
  more(): Promise<void>;
}
