import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ContinuationTrail, checkProgress, continuationPart } from "./read-response.js";

const endless = (repeated: string) => ({
  code: "response.malformed",
  message: `The response to queryEntities repeats ${repeated}, so reading on would never end. Try again.`,
});

/** Adds continuations to a trail. Returns the number of the first that repeats an earlier one, from 1; undefined if none does. */
function repeatIn(continuations: readonly string[]): number | undefined {
  const trail = new ContinuationTrail("queryEntities");
  const at = continuations.findIndex((next) => {
    try {
      trail.add([next, undefined]);
      return false;
    } catch {
      return true;
    }
  });
  return at < 0 ? undefined : at + 1;
}

describe("the trail of continuations", () => {
  it("never takes different continuations for a circle, and finds every circle within three times its way", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 1, max: 40 }), (before, around) => {
        const way = before + around;
        const all = Array.from(
          { length: 3 * way + 1 },
          (_, n) => `${n < before ? n : before + ((n - before) % around)}`,
        );
        const found = repeatIn(all) ?? Number.POSITIVE_INFINITY;
        expect(found).toBeGreaterThan(way);
        expect(found).toBeLessThanOrEqual(3 * way + 1);
      }),
    );
  });

  it.each([
    [1, 2, 3],
    [3, 4, 7],
    [7, 8, 15],
    [15, 16, 31],
  ])("compares continuation %d with those from %d to %d", (kept, first, last) => {
    for (let repeated = kept + 1; repeated < 40; repeated++) {
      const all = Array.from({ length: repeated }, (_, n) => `${n + 1 === repeated ? kept : n + 1}`);
      expect(repeatIn(all)).toBe(repeated >= first && repeated <= last ? repeated : undefined);
    }
  });

  it("compares every part, and ignores responses without a continuation", () => {
    const trail = new ContinuationTrail("queryEntities");
    for (const next of [undefined, ["p", "r"], undefined, ["p", "s"], undefined]) {
      expect(() => trail.add(next ?? [undefined, undefined])).not.toThrow();
    }
    expect(() => trail.add(["p", "r"])).toThrow(expect.objectContaining(endless("an earlier continuation")));
  });

  it("names the operation whose pages never end", () => {
    const trail = new ContinuationTrail("queryEntities");
    trail.add(["p", "r"]);
    expect(() => trail.add(["p", "r"])).toThrow(expect.objectContaining(endless("an earlier continuation")));
  });
});

describe("the continuation of a response", () => {
  it.each([
    [
      ["p", "r"],
      ["p", "s"],
    ],
    [
      ["p", "r"],
      ["q", "r"],
    ],
    [
      ["p", "r"],
      ["p", undefined],
    ],
    [
      ["p", "r"],
      [undefined, undefined],
    ],
    [
      [undefined, undefined],
      [undefined, undefined],
    ],
  ])("is progress from %j to %j", (requested, next) => {
    expect(() => checkProgress("queryEntities", requested, next)).not.toThrow();
  });

  it.each([[["p", "r"]], [["p", undefined]]])("is no progress from %j to the same", (requested) => {
    expect(() => checkProgress("queryEntities", requested, [...requested])).toThrow(
      expect.objectContaining(endless("the continuation of its request")),
    );
  });

  it("is text, or missing", () => {
    expect(continuationPart(["X-Next", "p"], "x-next")).toBe("p");
    expect(continuationPart(["x-other", "p"], "x-next")).toBeUndefined();
    expect(() => continuationPart(["x-next", 7 as never], "x-next")).toThrow(
      expect.objectContaining({
        code: "response.malformed",
        message: "The response header x-next is of type number, not a string.",
      }),
    );
  });
});
