import type { TableClient, TableQuery } from "@tablewright/runtime";

/** Range of keys that one reader reads, with the reader's progress. It is plain data, which `export` stores in its state file. */
export interface KeyRange {
  /** Partition whose RowKeys the range covers; undefined if it covers PartitionKeys. */
  readonly partitionKey?: string;
  /** First key of the range; undefined if the range has no lower end. */
  readonly ge?: string;
  /** Key before which the range ends; undefined if the range has no upper end. */
  readonly lt?: string;
  /** Estimated share of all rows to read (e.g. of a table or a shard) that are in this range, from 0 to 1. */
  readonly share: number;
  /** Continuation token of the next page; undefined before the first page and after the last. */
  cursor?: string;
  isRead?: boolean;
}

/**
 * Records how far a range was read.
 * @param cursor continuation token of the next page; undefined at the end of the range
 */
export function markRead(range: KeyRange, cursor: string | undefined): void {
  if (cursor !== undefined) range.cursor = cursor;
  else {
    delete range.cursor;
    range.isRead = true;
  }
}

/**
 * Estimates which share of all rows in the ranges was read, from 0 to 1. Adds up the estimated shares of the ranges, because the service
 * does not report how many rows a range has.
 */
export function fractionRead(ranges: readonly KeyRange[]): number {
  let open = 0;
  for (const { share, isRead } of ranges) if (isRead !== true) open += share;
  return Math.max(0, 1 - open);
}

/** Selects rows of a table and their properties. All members are optional; without any, it selects everything. */
export interface RowSelection {
  /** Condition for the rows, as a `$filter`. */
  readonly where?: string;
  /** Stored names of the properties to read. The keys and Timestamp are always read. */
  readonly select?: readonly string[];
  /** PartitionKey of the only partition to read. */
  readonly partitionKey?: string;
  /**
   * Timestamp from which rows are kept, for a service that does not evaluate conditions on Timestamp. All rows are read, and older ones are
   * then dropped. Undefined if rows of any age are kept, or if `where` contains the condition.
   */
  readonly since?: string | undefined;
}

/** Returns a query for the rows of a range. The query requests a page only when its caller asks for the page. */
export function queryRange(
  table: TableClient,
  range: KeyRange,
  signal: AbortSignal,
  { where, select }: RowSelection = {},
): TableQuery {
  const { partitionKey, ge, lt } = range;
  const keys = { ...(ge !== undefined && { ge }), ...(lt !== undefined && { lt }) };
  let query =
    partitionKey === undefined
      ? table.scan({ partitionKeyRange: keys, signal })
      : table.query(partitionKey, { rowKeyRange: keys, signal });
  if (where !== undefined) query = query.where({ $odata: where });
  return select === undefined ? query : query.select(...select);
}
