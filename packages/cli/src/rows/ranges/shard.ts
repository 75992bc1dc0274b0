import { InputError } from "../../errors/input-error.js";

/** Share of a table or file that one machine processes, e.g. the third of 16. */
export interface Shard {
  /** Number of the shard, from 1. */
  readonly index: number;
  readonly count: number;
}

/** Maximum number of shards. One search for range boundaries in a table (`splitKeys`) cannot find more ranges than this. */
const maxShards = 64;

/** Parses a shard, e.g. `3/16`. @throws InputError `cli.usage` if the text is not a shard */
export function parseShard(text: string): Shard {
  const [, index, count] = /^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= 1 && shard.index <= shard.count && shard.count <= maxShards) return shard;
  const help = `Pass the number of this shard from 1, and that of all, at most ${maxShards}: --shard 3/16`;
  throw new InputError("cli.usage", `--shard is ${text}, which is not a shard.`, help);
}

/** Formats a shard, e.g. as `3/16`. */
export function shardText({ index, count }: Shard): string {
  return `${index}/${count}`;
}
