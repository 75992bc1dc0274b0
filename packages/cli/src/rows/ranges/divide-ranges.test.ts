import type { TableClient } from "@tablewright/runtime";
import { describe, expect, it } from "vitest";
import { divideRest, divideTable } from "./divide-ranges.js";
import { fractionRead, type KeyRange, markRead } from "./key-range.js";
import { PageBudget } from "./page-budget.js";

const { signal } = new AbortController();

/** Returns a table with these known keys, and the searches for them. */
function tableWith(...keys: readonly string[]) {
  const searches: unknown[] = [];
  const table = {
    splitKeys: async (count: number, { signal: _, ...options }: object & { signal: AbortSignal }) => {
      searches.push([count, options]);
      return keys;
    },
  } as unknown as TableClient;
  return { table, searches };
}

describe("a table is divided", () => {
  it("at the known keys after the first, in equal shares", async () => {
    const { table, searches } = tableWith("a", "h", "p", "t");
    expect(await divideTable(table, 4, signal)).toEqual([
      { lt: "h", share: 0.25 },
      { ge: "h", lt: "p", share: 0.25 },
      { ge: "p", lt: "t", share: 0.25 },
      { ge: "t", share: 0.25 },
    ]);
    expect(searches).toEqual([[4, {}]]);
  });

  it("within one partition", async () => {
    const { table, searches } = tableWith("a", "h");
    expect(await divideTable(table, 2, signal, { partitionKey: "p" })).toEqual([
      { partitionKey: "p", lt: "h", share: 0.5 },
      { partitionKey: "p", ge: "h", share: 0.5 },
    ]);
    expect(searches).toEqual([[2, { partitionKey: "p" }]]);
  });

  it("not for one reader", async () => {
    const { table, searches } = tableWith("a", "h");
    expect(await divideTable(table, 1, signal)).toEqual([{ share: 1 }]);
    expect(searches).toEqual([]);
  });
});

describe("the rest of a range is divided", () => {
  const row = (partitionKey: string, rowKey = "r") => ({ partitionKey, rowKey });

  it("within the partition that the last page was in, and after it", async () => {
    const { table, searches } = tableWith("t", "x");
    const range = { ge: "a", lt: "z", share: 0.5 };
    expect(await divideRest(table, range, [row("p", "a"), row("p", "r")], 3, signal)).toEqual([
      { partitionKey: "p", ge: "r ", lt: "t", share: 0.25 / 3 },
      { partitionKey: "p", ge: "t", lt: "x", share: 0.25 / 3 },
      { partitionKey: "p", ge: "x", share: 0.25 / 3 },
      { ge: "p ", lt: "z", share: 0.25 },
    ]);
    expect(searches).toEqual([[3, { partitionKey: "p", after: "r" }]]);
  });

  it("by partitions after the last one, before the end of the range", async () => {
    const { table, searches } = tableWith("t", "x", "z", "~");
    const range = { ge: "a", lt: "z", share: 0.5 };
    expect(await divideRest(table, range, [row("o"), row("p")], 2, signal)).toEqual([
      { partitionKey: "p", ge: "r ", share: 0.25 },
      { ge: "p ", lt: "t", share: 0.25 / 3 },
      { ge: "t", lt: "x", share: 0.25 / 3 },
      { ge: "x", lt: "z", share: 0.25 / 3 },
    ]);
    expect(searches).toEqual([[2, { after: "p" }]]);
  });

  it("within the only partition of the range", async () => {
    const { table, searches } = tableWith("t", "z");
    const range = { partitionKey: "p", ge: "a", lt: "z", share: 0.5 };
    expect(await divideRest(table, range, [row("p", "a"), row("p", "r")], 2, signal)).toEqual([
      { partitionKey: "p", ge: "r ", lt: "t", share: 0.25 },
      { partitionKey: "p", ge: "t", lt: "z", share: 0.25 },
    ]);
    expect(searches).toEqual([[2, { partitionKey: "p", after: "r" }]]);
    const open = { partitionKey: "p", share: 1 };
    expect(await divideRest(table, open, [row("p", "a"), row("p", "r")], 2, signal)).toEqual([
      { partitionKey: "p", ge: "r ", lt: "t", share: 1 / 3 },
      { partitionKey: "p", ge: "t", lt: "z", share: 1 / 3 },
      { partitionKey: "p", ge: "z", share: 1 / 3 },
    ]);
  });

  it("without an empty range where a known key is the first after the page", async () => {
    const range = { partitionKey: "p", share: 1 };
    const { table } = tableWith("r ", "t");
    expect(await divideRest(table, range, [row("p", "a"), row("p", "r")], 2, signal)).toEqual([
      { partitionKey: "p", ge: "r ", lt: "t", share: 0.5 },
      { partitionKey: "p", ge: "t", share: 0.5 },
    ]);
  });

  it("not where no key is known after the page", async () => {
    const ends = [row("o"), row("p")] as const;
    expect(await divideRest(tableWith().table, { share: 1 }, ends, 2, signal)).toBeUndefined();
    expect(await divideRest(tableWith("z").table, { lt: "z", share: 1 }, ends, 2, signal)).toBeUndefined();
  });
});

it("a range is read after its last page", () => {
  const ranges: KeyRange[] = [{ share: 0.25 }, { share: 0.75 }];
  const [first, second] = ranges as [KeyRange, KeyRange];
  markRead(first, "next");
  expect([first, fractionRead(ranges)]).toEqual([{ share: 0.25, cursor: "next" }, 0]);
  markRead(first, undefined);
  expect([first, fractionRead(ranges)]).toEqual([{ share: 0.25, isRead: true }, 0.25]);
  markRead(second, undefined);
  expect(fractionRead(ranges)).toBe(1);
  expect(fractionRead([{ share: 0.6 }, { share: 0.6 }])).toBe(0);
});

describe("pages are requested", () => {
  const megabyte = 1024 * 1024;

  /** Returns how many pages of a budget can be held concurrently. */
  async function countPages(budget: PageBudget): Promise<number> {
    for (let pages = 0; ; pages++) {
      let isAllowed = false;
      void budget.acquire().then(() => {
        isAllowed = true;
      });
      await new Promise((resolve) => setImmediate(resolve));
      if (!isAllowed) return pages;
    }
  }

  async function learned(pages: number, bytes: number): Promise<PageBudget> {
    const budget = new PageBudget();
    for (let count = 0; count < pages; count++) {
      const page = await budget.acquire();
      page.arrived(bytes);
      page.release();
    }
    return budget;
  }

  it.each([
    [1, "before the size of any is known", 0],
    [1, "after one small page", 1],
    [2, "after two", 2],
    [4, "after four", 4],
  ])("%d concurrently %s", async (concurrent, _, pages) => {
    expect(await countPages(await learned(pages, 0))).toBe(concurrent);
  });

  it.each([
    [4, megabyte],
    [3, megabyte + 1],
    [1, 4 * megabyte],
    [1, 5 * megabyte],
  ])("%d concurrently after pages of %d bytes", async (concurrent, bytes) => {
    expect(await countPages(await learned(20, bytes))).toBe(concurrent);
  });

  it("after others are processed", async () => {
    const budget = new PageBudget();
    const page = await budget.acquire();
    const order: string[] = [];
    const waiting = budget.acquire().then((next) => {
      order.push("acquired");
      return next;
    });
    await new Promise((resolve) => setImmediate(resolve));
    order.push("released");
    page.release();
    (await waiting).release();
    expect(order).toEqual(["released", "acquired"]);
    expect(await countPages(budget)).toBe(1);
  });

  it("while small ones are processed, which may take long", async () => {
    const budget = new PageBudget();
    for (let pages = 0; pages < 8; pages++) (await budget.acquire()).arrived(1000);
    const large = await budget.acquire();
    large.arrived(4 * megabyte);
    expect(await countPages(budget)).toBe(0);
    large.release();
  });
});
