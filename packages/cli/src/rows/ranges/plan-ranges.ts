import type { TableClient } from "@tablewright/runtime";
import { divideTable } from "./divide-ranges.js";
import { type KeyRange, queryRange } from "./key-range.js";

/** Number of key ranges for each shard. With many ranges, all shards get similar numbers of rows, even if the ranges differ in size. */
const rangesPerShard = 8;
/** Maximum number of ranges that one search for boundaries (`splitKeys`) can find. */
const maxSplits = 64;
/** Maximum number of large partitions that are divided further. */
const maxPartitions = 16;

/**
 * Divides a table into key ranges for several machines and returns them in key order. Reads the first page of each range: if all rows of a
 * full page are in one partition, divides that partition by RowKeys.
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
    // The part before this partition becomes a range too. The first range has no lower end, so until the plan is used, rows may be added
    // before the first known key.
    planned.push({ ...range, lt: partitionKey });
    planned.push(...(await divideTable(table, wanted, signal, { partitionKey })));
    // The rest of the range starts at the smallest key after the partition: its PartitionKey followed by a space, the lowest character that
    // a key can contain.
    ranges.unshift({ ...range, ge: `${partitionKey} ` });
  }
  return planned.map(({ share: _, ...range }) => ({ ...range, share: 1 / planned.length }));
}

/** Returns the PartitionKey of a range's first partition if that partition alone fills the first page; otherwise undefined. */
async function fullPartition(table: TableClient, range: KeyRange, signal: AbortSignal): Promise<string | undefined> {
  const { items, cursor } = await queryRange(table, range, signal, { select: ["PartitionKey"] }).page({ size: 1000 });
  const [first, last] = [items[0]?.partitionKey, items.at(-1)?.partitionKey];
  return cursor !== undefined && first === last ? first : undefined;
}
