import { describe, expect, it } from "vitest";
import { readAhead } from "./read-ahead.js";

/** Creates a source of the numbers from 1 that records what is called. */
function numbers(count: number, error?: Error) {
  const calls: string[] = [];
  let last = 0;
  const items: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        calls.push("next");
        if (last < count) return { done: false, value: ++last };
        if (error !== undefined) throw error;
        return { done: true, value: undefined };
      },
      async return() {
        await undefined;
        calls.push("return");
        return { done: true, value: undefined };
      },
    }),
  };
  return { items, calls };
}

async function readAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("reading ahead", () => {
  it.each([1, 2, 5, 100])("yields results in the order of the items, at most %d at once", async (max) => {
    const open = new Set<number>();
    let most = 0;
    const prepare = async (item: number) => {
      open.add(item);
      most = Math.max(most, open.size);
      for (let turn = 0; turn < (item * 7) % 5; turn++) await undefined;
      open.delete(item);
      return `#${item}`;
    };
    const { items, calls } = numbers(20);
    expect(await readAll(readAhead(items, max, prepare))).toEqual(Array.from({ length: 20 }, (_, at) => `#${at + 1}`));
    expect(most).toBeLessThanOrEqual(max);
    expect(calls).toEqual(Array.from({ length: 21 }, () => "next"));
  });

  it("reads an array, and nothing of an empty one", async () => {
    const prepare = async (item: string) => item.toUpperCase();
    expect(await readAll(readAhead(["a", "b"], 2, prepare))).toEqual(["A", "B"]);
    expect(await readAll(readAhead([], 2, prepare))).toEqual([]);
  });

  it("reads at most `max` items ahead of the results", async () => {
    const { items, calls } = numbers(20);
    const results = readAhead(items, 3, async (item) => item);
    await results.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls.length).toBeLessThanOrEqual(4);
    await results.return();
  });

  it("closes the source when the reader stops, before the reader goes on", async () => {
    const { items, calls } = numbers(20);
    for await (const item of readAhead(items, 2, async (item) => item)) if (item === 3) break;
    expect(calls.at(-1)).toBe("return");
    expect(calls.filter((call) => call === "return")).toHaveLength(1);
  });

  it("closes the source when an item cannot be prepared", async () => {
    const { items, calls } = numbers(20);
    const prepare = (item: number) => (item === 2 ? Promise.reject(new Error("item 2")) : Promise.resolve(item));
    await expect(readAll(readAhead(items, 1, prepare))).rejects.toThrow("item 2");
    expect(calls.at(-1)).toBe("return");
  });

  it("throws the source's error after the results before it, and does not close a source that failed", async () => {
    const failure = new Error("source");
    const { items, calls } = numbers(3, failure);
    const found: number[] = [];
    const reading = (async () => {
      for await (const item of readAhead(items, 10, async (one) => one)) found.push(item);
    })();
    await expect(reading).rejects.toBe(failure);
    expect([found, calls]).toEqual([
      [1, 2, 3],
      ["next", "next", "next", "next"],
    ]);
  });
});
