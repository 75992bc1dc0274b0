import { describe, expect, it } from "vitest";
import { parseShard, shardText } from "./ranges/shard.js";
import { isInShard, shardSuffix } from "./shard-lines.js";

const line = (text: string) => ({ number: 1, text });
const shardsOf = (text: string, count: number) =>
  Array.from({ length: count }, (_, index) => index + 1).filter((index) => isInShard(line(text), { index, count }));

describe("lines of shards", () => {
  it("are divided by PartitionKey", () => {
    const seen = new Set<number | undefined>();
    for (let number = 0; number < 100; number++) {
      const shards = shardsOf(JSON.stringify({ PartitionKey: `p${number}`, RowKey: "a" }), 4);
      expect(shards).toHaveLength(1);
      expect(shardsOf(JSON.stringify({ PartitionKey: `p${number}`, RowKey: "b" }), 4)).toEqual(shards);
      seen.add(shards[0]);
    }
    expect([...seen].sort()).toEqual([1, 2, 3, 4]);
  });

  it.each(["{", "null", "5", '{"$table":"Shop"}', '{"PartitionKey":5}'])(
    "without a row are in all of them: %s",
    (text) => {
      expect(shardsOf(text, 3)).toEqual([1, 2, 3]);
    },
  );

  it("have their number in the names of files", () => {
    expect([shardSuffix(undefined), shardSuffix({ index: 3, count: 16 })]).toEqual(["", ".shard-3-of-16"]);
  });
});

describe("--shard", () => {
  it.each(["1/1", "1/64", "64/64", "3/16"])("takes %s", (text) => {
    expect(shardText(parseShard(text))).toBe(text);
  });

  it.each(["", "0/4", "5/4", "1/65", "1/0", "1", "x1/2", "1/2x", "-1/2", "1/2/3", "001/2"])(
    "does not take %j",
    (text) => {
      expect(() => parseShard(text)).toThrow(
        expect.objectContaining({
          code: "cli.usage",
          message: `--shard is ${text}, which is not a shard.`,
          help: "Pass the number of this shard from 1, and that of all, at most 64: --shard 3/16",
        }),
      );
    },
  );
});
