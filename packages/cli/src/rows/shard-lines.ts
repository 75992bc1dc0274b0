import { crc32 } from "node:zlib";
import type { NumberedLine } from "./numbered-lines.js";
import type { Shard } from "./ranges/shard.js";

/** Returns the suffix for the names of a shard's state and lock files, such as `.shard-3-of-16`; empty without a shard. */
export function shardSuffix(shard: Shard | undefined): string {
  return shard === undefined ? "" : `.shard-${shard.index}-of-${shard.count}`;
}

/**
 * Returns whether a line belongs to a shard. The PartitionKey of its row decides, so that one machine writes all rows of a partition, in
 * the order of their lines. Lines without a row belong to every shard.
 */
export function isInShard({ text }: NumberedLine, { index, count }: Shard): boolean {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    return true;
  }
  const { PartitionKey: key } = (row ?? {}) as { readonly PartitionKey?: unknown };
  return typeof key !== "string" || crc32(key) % count === index - 1;
}
