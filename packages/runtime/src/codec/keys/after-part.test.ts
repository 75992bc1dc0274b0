import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDate, anyInt32 } from "../../test/arbitraries.js";
import { law } from "../../test/law.js";
import { dateOf } from "../edm/exact-date.js";
import { after, afterNumber, afterTicksAsc, afterTicksDesc } from "./after-part.js";
import { keyInt32Asc, keyInt32Desc } from "./int32.js";
import { keyPad } from "./pad.js";
import { keyTicksAsc, keyTicksDesc } from "./ticks.js";

const safe = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

/** Generates a key, and the same key or one that differs in a character or in its length. */
const nearly = (text: string) =>
  fc.oneof(
    fc.constant(text),
    fc
      .tuple(fc.nat(text.length), fc.constantFrom("0", "1", "9", "/", ":", " ", "~", "é", ""))
      .map(([at, character]) => text.slice(0, at) + character + text.slice(at + 1)),
  );

function holds<T>(values: fc.Arbitrary<T>, text: (value: T) => string, end: (key: string, value: T) => number): void {
  const cases = values.chain((value) => nearly(text(value)).map((key) => [value, key] as const));
  fc.assert(
    fc.property(cases, ([value, key]) => (end(key, value) === key.length) === (text(value) === key)),
    law(2000),
  );
}

describe("the end of a part in a stored key", () => {
  it("is found exactly where the text of the part stands", () => {
    holds(fc.string({ minLength: 1 }), String, (key, text) => after(key, 0, text));
    holds(
      safe,
      (n) => keyPad(n, 16),
      (key, n) => afterNumber(key, 0, 16, n),
    );
    holds(
      fc.nat(999),
      (n) => keyPad(n, 3),
      (key, n) => afterNumber(key, 0, 3, n),
    );
    holds(anyInt32, keyInt32Asc, (key, n) => afterNumber(key, 0, 10, n + 2 ** 31));
    holds(anyInt32, keyInt32Desc, (key, n) => afterNumber(key, 0, 10, 2 ** 31 - 1 - n));
    holds(anyDate, keyTicksAsc, (key, date) => afterTicksAsc(key, 0, date));
    holds(anyDate, keyTicksDesc, (key, date) => afterTicksDesc(key, 0, date));
  });

  it("is nowhere in a number that is only nearly the same as a double", () => {
    expect(afterNumber("9007199254740993", 0, 16, Number.MAX_SAFE_INTEGER)).toBe(-1);
    expect(afterNumber("0000000000", 0, 10, -0)).toBe(10);
    expect(afterNumber("-1", 0, 2, -1)).toBe(-1);
    expect(afterTicksAsc(keyTicksAsc(dateOf(0, 1)), 0, new Date(0))).toBe(-1);
  });

  it("stays nowhere after a part that was not there", () => {
    const date = new Date(0);
    const ends = [
      after("a", -1, ""),
      afterNumber("a", -1, 0, 0),
      afterTicksAsc("", -1, date),
      afterTicksDesc("", -1, date),
    ];
    expect(ends).toEqual([-1, -1, -1, -1]);
  });
});
