import { describe, expect, it } from "vitest";
import { SortedKeys } from "./sorted-keys.js";

/** Returns a generator of numbers in [0, 1), equal for equal seeds (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** In ordinal order a character beyond the BMP sorts before U+FF5E. */
const alphabet = ["", "0", "A", "a", "~", "ü", "\u{1f600}", "～"];

/** Returns the expected content of the structure. */
const sorted = (keys: ReadonlySet<string>): string[] => [...keys].sort();

describe("sorted keys", () => {
  it.each([
    ["mostly new", 0.9, 6_000],
    ["as many old as new", 0.5, 2_000],
    ["filled, then emptied", Number.NaN, 3_000],
  ])("are those of a sorted array whatever is added and deleted: %s", (_, share, range) => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const random = seededRandom(seed);
      const keys = new SortedKeys();
      const expected = new Set<string>();
      const anyKey = (): string => {
        const number = Math.floor(random() * range);
        return `${alphabet[number % alphabet.length]}${number}`;
      };
      const steps = 6_000;
      for (let step = 0; step < steps; step += 1) {
        const adds = Number.isNaN(share) ? step < steps / 2 : random() < share;
        const key = anyKey();
        if (adds) keys.add(key);
        else keys.delete(key);
        if (adds) expected.add(key);
        else expected.delete(key);
        if (step % 499 === 0) {
          const from = anyKey();
          expect([...keys.from(from)].flat(), `seed ${seed}, step ${step}`).toEqual(
            sorted(expected).filter((k) => k >= from),
          );
        }
      }
      expect([...keys.from("")].flat(), `seed ${seed}`).toEqual(sorted(expected));
    }
  });

  it.each(["in order", "in reverse"])("are in order when they come %s", (order) => {
    const numbers = Array.from({ length: 5_000 }, (_, index) => String(index).padStart(5, "0"));
    const keys = new SortedKeys();
    for (const key of order === "in order" ? numbers : numbers.toReversed()) keys.add(key);
    expect([...keys.from("")].flat()).toEqual(numbers);
    expect([...keys.from("02500x")].flat()).toEqual(numbers.slice(2_501));
    for (const key of numbers) keys.delete(key);
    expect([...keys.from("")].flat()).toEqual([]);
  });

  it("are joined into few leaves when most are deleted, from either end", () => {
    const numbers = Array.from({ length: 5_000 }, (_, index) => String(index).padStart(5, "0"));
    for (const order of [numbers, numbers.toReversed()]) {
      const keys = new SortedKeys();
      for (const key of numbers) keys.add(key);
      for (const key of order) if (Number(key) % 100 !== 0) keys.delete(key);
      expect([...keys.from("")]).toEqual([numbers.filter((key) => Number(key) % 100 === 0)]);
    }
  });

  it("of a copy are its own", () => {
    const keys = new SortedKeys();
    keys.add("b");
    const copy = keys.copy();
    copy.add("a");
    keys.delete("b");
    expect([[...keys.from("")].flat(), [...copy.from("")].flat()]).toEqual([[], ["a", "b"]]);
  });
});
