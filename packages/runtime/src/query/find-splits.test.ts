import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TextRange } from "./filter/filter.js";
import { divide, findSplits } from "./find-splits.js";

function isWithin(text: string, { ge, lt }: TextRange): boolean {
  return (ge === undefined || text >= ge) && (lt === undefined || text < lt);
}

describe("splits", () => {
  const keys = fc.uniqueArray(
    fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "\u{1f600}", "\uffff", "0"), maxLength: 5 }),
    { maxLength: 40 },
  );

  it("are as many as wanted where the keys have so many leading texts, for a bounded number of requests", async () => {
    await fc.assert(
      fc.asyncProperty(keys, fc.integer({ min: 2, max: 6 }), async (found, wanted) => {
        const sorted = found.map((key) => `cust!${key}`).sort();
        let probes = 0;
        const splits = await findSplits(
          async (range) => {
            probes++;
            return sorted.find((key) => isWithin(key, range));
          },
          "cust!",
          wanted,
        );
        expect(probes).toBeLessThanOrEqual(wanted * 8);
        expect(new Set(splits).size).toBe(splits.length);
        if (probes < wanted * 8) expect(splits.length).toBeGreaterThanOrEqual(Math.min(wanted, sorted.length));
      }),
      { numRuns: 500 },
    );
  });

  it("divide a range into parts that cover it and never overlap", () => {
    const text = fc.option(fc.string({ unit: "binary", maxLength: 3 }), { nil: undefined });
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(fc.string({ unit: "binary", maxLength: 3 })),
        fc.string({ unit: "binary" }),
        (ge, lt, splitAt, key) => {
          const parts = divide({ ge, lt }, splitAt);
          const holders = parts.filter((part) => isWithin(key, part));
          expect(holders).toHaveLength(isWithin(key, { ge, lt }) ? 1 : 0);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("are looked up until there are as many as readers, and no further", async () => {
    const keys = ["a1", "a2", "b1", "c1"];
    const probes: TextRange[] = [];
    const firstKey = async (range: TextRange) => {
      probes.push(range);
      return keys.find((key) => isWithin(key, range));
    };
    expect(await findSplits(firstKey, "", 3)).toEqual(["a", "b", "c"]);
    expect(probes).toHaveLength(4);
    expect(await findSplits(firstKey, "", 4)).toEqual(keys);
  });

  it("are the best so far after eight requests for each range", async () => {
    const start = "x".repeat(20);
    const keys = [`${start}1`, `${start}2`];
    let probes = 0;
    const firstKey = async (range: TextRange) => {
      probes++;
      return keys.find((key) => isWithin(key, range));
    };
    expect(await findSplits(firstKey, "", 2)).toEqual(["x".repeat(15)]);
    expect(probes).toBe(16);
  });

  it("need no request beyond the last key that the prefix allows", async () => {
    const keys = ["a1", "a\uffff"];
    let probes = 0;
    const firstKey = async (range: TextRange) => {
      probes++;
      return keys.find((key) => isWithin(key, range));
    };
    expect(await findSplits(firstKey, "a", 2)).toEqual(keys);
    expect(probes).toBe(2);
  });
});
