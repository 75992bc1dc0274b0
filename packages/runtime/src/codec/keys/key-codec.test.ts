import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDate, anyInt32, anyTicks } from "../../test/arbitraries.js";
import { law } from "../../test/law.js";
import { dateTime } from "../edm/date-time.js";
import type { EdmType } from "../edm/edm-type.js";
import { dateOf, isoOf } from "../edm/exact-date.js";
import { int32Asc, int32Desc, pad } from "./fixed-numbers.js";
import { afterNumber, afterText, type KeyCodec, numberAt, parseNumber } from "./key-codec.js";
import { ticksAsc, ticksDesc } from "./times.js";

const type = dateTime as EdmType;

it.each([
  ["007", 3, 7],
  ["909", 3, 909],
  ["", 0, 0],
  ["07", 3, Number.NaN],
  ["0007", 3, Number.NaN],
  ["0/7", 3, Number.NaN],
  ["0:7", 3, Number.NaN],
  ["07é", 3, Number.NaN],
  [undefined, 3, Number.NaN],
])("%j in %d digits is the number %d", (text, width, number) => {
  expect(parseNumber(text, width)).toBe(number);
});

it("the digits of a number are read from within a text", () => {
  expect([numberAt("x0123y", 1, 4), numberAt("x0123y", 0, 2), numberAt("x0123y", 4, 2)]).toEqual([
    123,
    Number.NaN,
    Number.NaN,
  ]);
});

it.each([
  ["digits of another length", "063745153445123456"],
  ["a letter in the milliseconds", "06374515344512x4567"],
  ["a letter below the milliseconds", "063745153445123456x"],
  ["no text", undefined],
])("ticks with %s are no time", (_, text) => {
  for (const { parse } of [ticksAsc, ticksDesc])
    expect(() => parse(text, type)).toThrow(
      `has key text ${JSON.stringify(text)}, which is not .NET ticks in 19 digits`,
    );
});

it("ticks before 1601 are no Edm.DateTime", () => {
  expect(() => ticksAsc.parse("0504911231999999999", type)).toThrow("which is not ticks of the years 1601 to 9999");
  expect(ticksAsc.parse("0504911232000000000", type)).toEqual(new Date("1601-01-01T00:00:00Z"));
});

const safe = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

/** Generates a key, and the same key or one that differs in a character or in its length. */
const nearly = (text: string) =>
  fc.oneof(
    fc.constant(text),
    fc
      .tuple(fc.nat(text.length), fc.constantFrom("0", "1", "9", "/", ":", " ", "~", "é", ""))
      .map(([at, character]) => text.slice(0, at) + character + text.slice(at + 1)),
  );

function holds<T>(values: fc.Arbitrary<T>, { encode, after }: Pick<KeyCodec, "encode" | "after">): void {
  const cases = values.chain((value) => nearly(encode(value as never)).map((key) => [value, key] as const));
  fc.assert(
    fc.property(cases, ([value, key]) => {
      expect(after?.(key, 0, value as never) === key.length).toBe(encode(value as never) === key);
    }),
    law(2000),
  );
}

describe("the end of a part in a stored key", () => {
  it("is found exactly where the text of the part stands", () => {
    holds(fc.string({ minLength: 1 }), { encode: String, after: afterText });
    holds(safe, pad(16));
    holds(fc.nat(999), pad(3));
    holds(
      fc.bigInt({ min: 0n, max: 10n ** 19n - 1n }).filter((n) => n < 2n ** 63n),
      pad(19),
    );
    holds(safe.map(String), pad(16));
    holds(anyInt32, int32Asc);
    holds(anyInt32, int32Desc);
    for (const codec of [ticksAsc, ticksDesc]) {
      holds(anyDate, codec);
      holds(anyDate.map(isoOf), codec);
      holds(anyTicks, codec);
    }
  });

  it("is nowhere in a number that is only nearly the same as a double", () => {
    expect(afterNumber("9007199254740993", 0, 16, Number.MAX_SAFE_INTEGER)).toBe(-1);
    expect(afterNumber("0000000000", 0, 10, -0)).toBe(10);
    expect(afterNumber("-1", 0, 2, -1)).toBe(-1);
    expect(ticksAsc.after?.(ticksAsc.encode(dateOf(0, 1) as never), 0, new Date(0) as never)).toBe(-1);
  });

  it("is found where the part before it ends, and nowhere after a part that was not there", () => {
    expect([afterText("a!b", 1, "!"), afterText("a!b", 0, "!"), afterText("a!b", 2, "b!")]).toEqual([2, -1, -1]);
    expect([afterNumber("a007", 1, 3, 7), afterNumber("a007", 0, 3, 7)]).toEqual([4, -1]);
    expect([afterText("a", -1, ""), afterNumber("a", -1, 0, 0)]).toEqual([-1, -1]);
    const date = new Date("2021-01-02T03:04:05.123Z") as never;
    for (const { encode, after } of [ticksAsc, ticksDesc]) expect(after?.(`a${encode(date)}!`, 1, date)).toBe(20);
  });
});
