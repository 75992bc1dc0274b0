import type { TableClient } from "@tablewright/runtime";
import { divideTable, type KeyRange, queryRange } from "./key-range.js";

/** Number of ranges for each shard. Many ranges even out the numbers of rows, however the rows are distributed. */
const rangesPerShard = 8;
/** Maximum number of ranges that one look-up finds. */
const maxSplits = 64;
/** Maximum number of large partitions that are divided. */
const maxPartitions = 16;

/**
 * Divides a table into ranges for several machines, in key order. Reads the first page of each range. If one partition fills it, divides
 * that partition by its RowKeys.
 */
export async function planRanges(table: TableClient, shards: number, signal: AbortSignal): Promise<KeyRange[]> {
  const wanted = Math.min(maxSplits, shards * rangesPerShard);
  const ranges = await divideTable(table, wanted, signal);
  const planned: KeyRange[] = [];
  let partitions = maxPartitions;
  for (let range = ranges.shift(); range !== undefined; range = ranges.shift()) {
    const partitionKey = partitions > 0 ? await fullPartition(table, range, signal) : undefined;
    if (partitionKey === undefined) {
      planned.push(range);
      continue;
    }
    partitions--;
    // The first range starts at the lowest key, because rows may be added before the first known key until the plan is used.
    planned.push({ ...range, lt: partitionKey });
    planned.push(...(await divideTable(table, wanted, signal, { partitionKey })));
    // A space is the first character that can continue a key.
    ranges.unshift({ ...range, ge: `${partitionKey} ` });
  }
  return planned.map(({ share: _, ...range }) => ({ ...range, share: 1 / planned.length }));
}

/** Returns the first partition of a range if it alone fills the first page. */
async function fullPartition(table: TableClient, range: KeyRange, signal: AbortSignal): Promise<string | undefined> {
  const { items, cursor } = await queryRange(table, range, signal, { select: ["PartitionKey"] }).page({ size: 1000 });
  const [first, last] = [items[0]?.partitionKey, items.at(-1)?.partitionKey];
  return cursor !== undefined && first === last ? first : undefined;
}
