import { describe, expect, it } from "vitest";
import { estimateRange, type SampledKeys } from "./estimate-range.js";

/** Number of rows of each key, in the order of the keys. */
type Counts = readonly (readonly [key: string, rows: number])[];

/** Returns keys of a table that counts its rows without storing them, and the number of pages that were read. */
function keysOf(counts: Counts, pages = 30) {
  let read = 0;
  let sized = 0;
  const source: SampledKeys = {
    mayRead: () => read < pages,
    async read(from, end) {
      read++;
      const keys: string[] = [];
      for (let index = counts.findIndex(([key]) => key >= from); index >= 0 && index < counts.length; index++) {
        const [key, rows] = counts[index] ?? ["", 0];
        if (end !== undefined && key >= end) break;
        keys.push(...new Array<string>(Math.min(rows, 1001 - keys.length)).fill(key));
        if (keys.length > 1000) return { keys: keys.slice(0, 1000), isWhole: false };
      }
      return { keys, isWhole: true };
    },
    async sizeOf(key) {
      // Estimates of the first two are assumed to take five pages each, and to be right.
      if (sized++ < 2) read += 5;
      return counts.find(([each]) => each === key)?.[1] ?? 0;
    },
  };
  return { source, pagesRead: () => read };
}

const padded = (index: number) => `C${String(index).padStart(6, "0")}`;
const even = (keys: number, rows: number, keyOf: (index: number) => string = padded): Counts =>
  Array.from({ length: keys }, (_, index) => [keyOf(index), rows] as const).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
const hash = (index: number) => ((Math.imul(index + 1, 2_654_435_761) >>> 0) % 2 ** 32).toString(16).padStart(8, "0");
const guid = (index: number) => `${hash(index)}-${hash(index + 7).slice(4)}-4000-8000-${hash(index + 3)}0000`;
const name = (index: number) =>
  String.fromCharCode(...[676, 26, 1].map((place) => 97 + (Math.floor((index * 79) / place) % 26)));
const month = (index: number) =>
  `2026-${String(1 + (index % 12)).padStart(2, "0")}-${String(1 + (Math.floor(index / 12) % 28)).padStart(2, "0")}`;
const hour = (index: number) => new Date(Date.UTC(2023, 0) + index * 3_600_000).toISOString().slice(0, 13);
const user = (index: number) => `user!${hash(index)}`;
const order = (index: number) => `order!${padded(index)}`;

describe("rows are estimated within a factor of 3, from at most 30 pages", () => {
  it.each([
    ["2,000 keys of 500 rows", even(2000, 500)],
    ["20 keys of 50,000 rows", even(20, 50_000)],
    ["200 keys of 500 rows", even(200, 500)],
    ["50 keys of 1,000 rows", even(50, 1000)],
    ["10 keys of 5,000 rows", even(10, 5000)],
    ["200 keys of 50 rows", even(200, 50)],
    ["20,000 keys of 2 rows", even(20_000, 2)],
    ["10,000 Guids of 30 rows", even(10_000, 30, guid)],
    ["300,000 Guids of one row", even(300_000, 1, guid)],
    ["3,000 names of 20 rows", even(3000, 20, name)],
    ["336 days of 700 rows", even(336, 700, month)],
    ["26,280 hours of 40 rows", even(26_280, 40, hour)],
    ["orders before users", [...even(500, 30, order), ...even(4000, 12, user)] as Counts],
    ["numbers without leading zeros", even(5000, 10, String)],
    [
      "a few large keys before many small ones",
      [...even(3, 40_000), ...even(3000, 10, (index) => `D${padded(index)}`)] as Counts,
    ],
    [
      "many small keys before a few large ones",
      [...even(3000, 10, (index) => `A${padded(index)}`), ...even(3, 40_000)] as Counts,
    ],
  ])("%s", async (_, counts) => {
    const { source, pagesRead } = keysOf(counts);
    const { rows, kind } = await estimateRange(source);
    const truth = counts.reduce((sum, [, count]) => sum + count, 0);
    expect(kind).toBe("about");
    expect(rows).toBeGreaterThan(truth / 3);
    expect(rows).toBeLessThan(truth * 3);
    expect(pagesRead()).toBeLessThanOrEqual(30 + 5);
  });
});
