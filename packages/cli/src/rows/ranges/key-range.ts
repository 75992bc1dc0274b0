import type { EntityId, TableClient, TableQuery } from "@tablewright/runtime";

/** What one reader reads, and how far it was read. Plain data, kept in the state file of an export. */
export interface KeyRange {
  /** The range is one of RowKeys in this partition; without it, one of PartitionKeys. */
  readonly partitionKey?: string;
  /** Keys from `ge` up to but not including `lt`. */
  readonly ge?: string;
  readonly lt?: string;
  /** About how much of the table it is, 0 to 1. */
  readonly share: number;
  /** Where the next page begins; absent before the first page. */
  cursor?: string;
  isRead?: boolean;
}

/** @param cursor where the next page begins; undefined at the end of the range */
export function markRead(range: KeyRange, cursor: string | undefined): void {
  if (cursor !== undefined) range.cursor = cursor;
  else {
    delete range.cursor;
    range.isRead = true;
  }
}

/** How much of the table was read, 0 to 1: an estimate, since the service does not tell how its rows are distributed. */
export function fractionRead(ranges: readonly KeyRange[]): number {
  let open = 0;
  for (const { share, isRead } of ranges) if (isRead !== true) open += share;
  return Math.max(0, 1 - open);
}

/** The rows of a range. Every page is requested when it is wanted. */
export function queryRange(table: TableClient, range: KeyRange, signal: AbortSignal): TableQuery {
  const { partitionKey, ge, lt } = range;
  const keys = { ...(ge !== undefined && { ge }), ...(lt !== undefined && { lt }) };
  if (partitionKey === undefined) return table.scan({ partitionKeyRange: keys, signal });
  return table.query(partitionKey, { rowKeyRange: keys, signal });
}

/** The whole table as ranges for several readers, with about as many rows each as the keys allow. */
export async function divideTable(table: TableClient, count: number, signal: AbortSignal): Promise<KeyRange[]> {
  const splits = count === 1 ? [] : await table.splitKeys(count, { signal });
  // What comes before the first key in use is part of the first range.
  return divide({ share: 1 }, splits.slice(1));
}

/** The keys of the first and of the last row of a page. */
export type PageEnds = readonly [first: EntityId, last: EntityId];

/**
 * What is left of a range, as ranges for several readers; undefined if it cannot be divided. Only for a service that returns rows in
 * the order of their keys.
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

/** A space is the first character that a key can go on with. */
function afterKey(key: string): string {
  return `${key} `;
}

/** @param splits keys within the range, in order */
function divide(range: KeyRange, splits: readonly string[]): KeyRange[] {
  const { ge, lt, ...others } = range;
  const starts = [ge, ...splits.filter((key) => ge === undefined || key > ge)];
  const share = range.share / starts.length;
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? lt;
    return { ...others, ...(start !== undefined && { ge: start }), ...(end !== undefined && { lt: end }), share };
  });
}
