import { describe, expect, it } from "vitest";
import type { TextRange } from "../query/filter/filter.js";
import { readSideBySide, type SideBySideRead } from "./read-side-by-side.js";

/** A row of 300 in 30 partitions; three partitions share each first character after `p`. */
interface Row {
  readonly partition: string;
  readonly n: number;
}

const partitions = Array.from({ length: 30 }, (_, n) => `p${String.fromCharCode(97 + Math.floor(n / 3))}${n % 3}`);
const rows: readonly Row[] = partitions.flatMap((partition) =>
  Array.from({ length: 10 }, (_, n) => ({ partition, n })),
);

const isWithin =
  ({ ge = "", lt }: TextRange) =>
  ({ partition }: Row) =>
    partition >= ge && (lt === undefined || partition < lt);

/** Returns a table with pages of 20 rows, and a list of the ranges in which keys were looked up. */
function tableOf(all: readonly Row[], concurrency: number, prefix = "p") {
  const lookUps: TextRange[] = [];
  const read: SideBySideRead<Row> = {
    async *pagesOf(range) {
      const found = all.filter(isWithin(range));
      for (let from = 0; from < found.length; from += 20) {
        await Promise.resolve();
        const cursor = from + 20 < found.length ? String(from) : undefined;
        yield { items: found.slice(from, from + 20), cursor };
      }
    },
    partitionKeyOf: ({ partition }) => partition,
    async firstKey(range) {
      lookUps.push(range);
      return all.find(isWithin(range))?.partition;
    },
    prefix,
    concurrency,
  };
  return { read, lookUps };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("rows read side by side", () => {
  it.each([
    [1, "p"],
    [2, "p"],
    [3, ""],
    [8, "p"],
    [40, ""],
  ])("come once each, with %d at a time and the prefix %j", async (concurrency, prefix) => {
    const seen: Row[] = [];
    let inProgress = 0;
    let most = 0;
    await readSideBySide(tableOf(rows, concurrency, prefix).read, async (row) => {
      most = Math.max(most, ++inProgress);
      await turn();
      seen.push(row);
      inProgress--;
    });
    expect(seen).toHaveLength(rows.length);
    expect(new Set(seen)).toEqual(new Set(rows));
    expect(most).toBeLessThanOrEqual(concurrency);
  });

  it("are of several partitions at a time", async () => {
    const inProgress: string[] = [];
    let most = 0;
    await readSideBySide(tableOf(rows, 8).read, async ({ partition }) => {
      inProgress.push(partition);
      most = Math.max(most, new Set(inProgress).size);
      await turn();
      inProgress.splice(inProgress.indexOf(partition), 1);
    });
    expect(most).toBeGreaterThanOrEqual(4);
  });

  it("need no keys if they are one page, or if they come in no order", async () => {
    const few = tableOf(rows.slice(0, 20), 8);
    await readSideBySide(few.read, turn as () => Promise<void>);
    expect(few.lookUps).toEqual([]);
    let count = 0;
    await readSideBySide({ ...tableOf(rows, 8).read, firstKey: undefined }, async () => {
      count++;
    });
    expect(count).toBe(rows.length);
  });

  it("end with the first error, after the rows in progress", async () => {
    let ended = 0;
    let begun = 0;
    const failing = readSideBySide(tableOf(rows, 8).read, async ({ partition }) => {
      begun++;
      await turn();
      ended++;
      if (partition === "pf1") throw new Error(`no ${partition}`);
    });
    await expect(failing).rejects.toThrow("no pf1");
    expect(ended).toBe(begun);
    expect(begun).toBeLessThan(rows.length);
  });
});
