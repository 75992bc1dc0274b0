import type { EntityId, TableClient, TableQuery } from "@tablewright/runtime";

/** Range of keys for one reader, and its progress. Plain data, stored in the state file of an export. */
export interface KeyRange {
  /** Partition whose RowKeys the range covers. If absent, the range covers PartitionKeys. */
  readonly partitionKey?: string;
  /** First key of the range. */
  readonly ge?: string;
  /** End of the range, exclusive. */
  readonly lt?: string;
  /** Estimated part of the table, from 0 to 1. */
  readonly share: number;
  /** Start of the next page; absent before the first page. */
  cursor?: string;
  isRead?: boolean;
}

/**
 * Records the progress of a range.
 * @param cursor start of the next page; undefined at the end of the range
 */
export function markRead(range: KeyRange, cursor: string | undefined): void {
  if (cursor !== undefined) range.cursor = cursor;
  else {
    delete range.cursor;
    range.isRead = true;
  }
}

/** Estimates the part of the table that was read, from 0 to 1. The service does not report how its rows are distributed. */
export function fractionRead(ranges: readonly KeyRange[]): number {
  let open = 0;
  for (const { share, isRead } of ranges) if (isRead !== true) open += share;
  return Math.max(0, 1 - open);
}

/** Selection of rows, and of their properties. */
export interface RowSelection {
  /** Condition of `$filter`. */
  readonly where?: string;
  /** Stored names of properties. The keys and Timestamp are always read. */
  readonly select?: readonly string[];
  /** Partition that is read alone. */
  readonly partitionKey?: string;
}

/** Queries the rows of a range. Requests each page on demand. */
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
 * Divides the whole table, or one partition, into ranges for several readers, with about equal numbers of rows as far as the keys allow.
 */
export async function divideTable(
  table: TableClient,
  count: number,
  signal: AbortSignal,
  { partitionKey }: RowSelection = {},
): Promise<KeyRange[]> {
  const only = partitionKey === undefined ? {} : { partitionKey };
  const splits = count === 1 ? [] : await table.splitKeys(count, { ...only, signal });
  // Rows before the first known key are part of the first range.
  return divide({ ...only, share: 1 }, splits.slice(1));
}

/** Keys of the first and the last row of a page. */
export type PageEnds = readonly [first: EntityId, last: EntityId];

/**
 * Divides the rest of a range for several readers; undefined if it cannot be divided. Works only if the service returns rows in key
 * order.
 * @param ends of the page that was read last
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

/** Returns the first key after this one: a space is the first character that can continue a key. */
function afterKey(key: string): string {
  return `${key} `;
}

/** Divides a range at some keys. @param splits keys within the range, in order */
function divide(range: KeyRange, splits: readonly string[]): KeyRange[] {
  const { ge, lt, ...others } = range;
  const starts = [ge, ...splits.filter((key) => ge === undefined || key > ge)];
  const share = range.share / starts.length;
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? lt;
    return { ...others, ...(start !== undefined && { ge: start }), ...(end !== undefined && { lt: end }), share };
  });
}
