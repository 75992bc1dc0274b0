import type { EntityId, TableClient, TableQuery } from "@tablewright/runtime";

/** Range of keys that one reader reads, with its progress. Plain data, which export stores in its state file. */
export interface KeyRange {
  /** Partition whose RowKeys the range covers; undefined if it covers PartitionKeys. */
  readonly partitionKey?: string;
  /** First key of the range; undefined if the range has no lower end. */
  readonly ge?: string;
  /** Key before which the range ends; undefined if the range has no upper end. */
  readonly lt?: string;
  /** Estimated share of the table that the range contains, from 0 to 1. */
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
 * Estimates the share of the table that was read, from 0 to 1, by the estimated shares of its ranges. The service does not report how rows
 * are distributed.
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
}

/** Returns a query for the rows of a range. It requests each page only when asked for it. */
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

/**
 * Divides the whole table, or one partition, into key ranges for several readers. The ranges have about equal numbers of rows, as far as
 * the keys allow.
 * @param count maximum number of ranges
 */
export async function divideTable(
  table: TableClient,
  count: number,
  signal: AbortSignal,
  { partitionKey }: RowSelection = {},
): Promise<KeyRange[]> {
  const only = partitionKey === undefined ? {} : { partitionKey };
  const splits = count === 1 ? [] : await table.splitKeys(count, { ...only, signal });
  // The first known key is no boundary, so that the first range also contains rows before it.
  return divide({ ...only, share: 1 }, splits.slice(1));
}

/** Keys of the first and the last row on a page. */
export type PageEnds = readonly [first: EntityId, last: EntityId];

/**
 * Divides the unread rest of a range for several readers; undefined if it cannot be divided. Works only if the service returns rows in
 * key order.
 * @param ends keys of the first and last row on the page that was read last
 */
export async function divideRest(
  table: TableClient,
  range: KeyRange,
  [first, last]: PageEnds,
  count: number,
  signal: AbortSignal,
): Promise<KeyRange[] | undefined> {
  const { share } = range;
  const { partitionKey, rowKey } = last;
  const isOnePartition = range.partitionKey !== undefined || first.partitionKey === partitionKey;
  const after = isOnePartition ? { partitionKey, after: rowKey } : { after: partitionKey };
  const keys = await table.splitKeys(count, { ...after, signal });
  const splits =
    range.lt === undefined || (isOnePartition && range.partitionKey === undefined)
      ? keys
      : keys.filter((key) => key < (range.lt ?? ""));
  if (splits.length === 0) return undefined;
  if (range.partitionKey !== undefined)
    return divide({ ...bounds(range), partitionKey, ge: afterKey(rowKey), share }, splits);
  const inPartition = { partitionKey, ge: afterKey(rowKey), share: share / 2 };
  const partitions = { ...bounds(range), ge: afterKey(partitionKey), share: share / 2 };
  return isOnePartition ? [...divide(inPartition, splits), partitions] : [inPartition, ...divide(partitions, splits)];
}

function bounds({ lt }: KeyRange): Pick<KeyRange, "lt"> {
  return lt === undefined ? {} : { lt };
}

/** Returns the smallest key after this one: the key with a space, the lowest character that a key can contain. */
function afterKey(key: string): string {
  return `${key} `;
}

/** Divides a range at the given keys. @param splits keys within the range, in order */
function divide(range: KeyRange, splits: readonly string[]): KeyRange[] {
  const { ge, lt, ...others } = range;
  const starts = [ge, ...splits.filter((key) => ge === undefined || key > ge)];
  const share = range.share / starts.length;
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? lt;
    return { ...others, ...(start !== undefined && { ge: start }), ...(end !== undefined && { lt: end }), share };
  });
}
