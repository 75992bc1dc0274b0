import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { buildColumns } from "../sample/columns.js";
import { findShards, shardOf } from "./find-shards.js";

function columnOf(values: readonly EdmValue[]) {
  const [column] = buildColumns(values.map((page) => ({ partitionKey: "", rowKey: "", properties: { page } })));
  if (column === undefined) throw new Error("No row has the column.");
  return column;
}

const pages = (count: number) => Array.from({ length: count }, (_, index) => `page${index}`);
const ofTexts = (texts: readonly string[]) => columnOf(texts.map((text) => edm.string(text)));
const part = { kind: "stored", column: "page", isDerived: true };

describe("shards", () => {
  it.each([2, 9, 10, 11, 99, 100, 101, 1000])("are found if there are %d", (shards) => {
    const texts = pages(60);
    const found = findShards(
      ofTexts(texts),
      texts.map((text) => shardOf(text, shards)),
      [],
    );
    expect(found).toEqual({ ...part, encoding: "text", shards });
  });

  it.each([
    [8, 10],
    [7, undefined],
  ])("of %d values in 10 shards are %s", (count, shards) => {
    const texts = pages(count);
    const found = findShards(
      ofTexts([...texts, ...texts]),
      [...texts, ...texts].map((text) => shardOf(text, 10)),
      [],
    );
    expect(found?.shards).toBe(shards);
  });

  describe("of padded numbers are found", () => {
    const numbers = Array.from({ length: 40 }, (_, index) => index * 3);
    const column = columnOf(numbers.map((number) => edm.int32(number)));
    const shardsOf = (width: number) => numbers.map((number) => shardOf(String(number).padStart(width, "0"), 16));

    it.each([3, 6])("with the width of the padding: %d", (width) => {
      expect(findShards(column, shardsOf(width), [])).toEqual({ ...part, encoding: "pad", shards: 16, width });
    });

    it("with a preferred width, if several give the same shards", () => {
      expect(shardsOf(8)).toEqual(shardsOf(20));
      expect(findShards(column, shardsOf(20), [])).toMatchObject({ width: 8 });
      expect(findShards(column, shardsOf(20), [20])).toMatchObject({ width: 20 });
    });
  });

  it.each<readonly [string, readonly string[], (text: string, index: number) => string]>([
    ["of another text", pages(60), (text) => shardOf(text.toUpperCase(), 16)],
    ["of another value in one row after many", pages(60), (text, index) => shardOf(index === 50 ? "x" : text, 16)],
    ["of another value in one of the first rows", pages(60), (text, index) => shardOf(index === 5 ? "x" : text, 16)],
    ["more than 1,000", pages(60), (text) => shardOf(text, 1001)],
    ["with a letter", pages(60), (text, index) => (index === 0 ? "x" : shardOf(text, 10))],
    ["with numbers of several lengths", pages(60), (text) => String(Number(shardOf(text, 100)))],
    ["without a number", pages(60), () => ""],
  ])("are not found: %s", (_, texts, change) => {
    expect(findShards(ofTexts(texts), texts.map(change), [])).toBeUndefined();
  });
});
