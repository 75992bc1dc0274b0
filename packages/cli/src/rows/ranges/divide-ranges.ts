import type { EntityId, TableClient } from "@tablewright/runtime";
import type { KeyRange, RowSelection } from "./key-range.js";

/**
 * Divides the whole table, or one partition, into key ranges for several readers. The ranges have about equal numbers of rows, as far as
 * the keys allow.
 * @param count approximate number of ranges
 */
export async function divideTable(
  table: TableClient,
  count: number,
  signal: AbortSignal,
  { partitionKey }: RowSelection = {},
): Promise<KeyRange[]> {
  const only = partitionKey === undefined ? {} : { partitionKey };
  const splits = count === 1 ? [] : await table.splitKeys(count, { ...only, signal });
  // `splits` begins with the first known key. This key is no boundary, so that the first range also contains rows before it.
  return divide({ ...only, share: 1 }, splits.slice(1));
}

/** Keys of the first and the last row on a page. */
export type PageEnds = readonly [first: EntityId, last: EntityId];

/**
 * Divides the part of a range that is not read yet among several readers. Returns undefined if it cannot be divided. Works only if the
 * service returns rows in key order.
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

/** Returns the smallest key after this one: the key followed by a space, the lowest character that a key can contain. */
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
