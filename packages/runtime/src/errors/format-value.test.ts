import { expect, it } from "vitest";
import { formatValue } from "./format-value.js";

it.each<[unknown, string]>([
  ['a"b', '"a\\"b"'],
  [5n, "5n"],
  [1.5, "1.5"],
  [-0, "-0"],
  [0, "0"],
  [true, "true"],
  [undefined, "undefined"],
  [null, "null"],
  [() => 1, "a function"],
  [Symbol("x"), "a symbol"],
  [new Date(0), "1970-01-01T00:00:00.000Z"],
  [new Date(Number.NaN), "an invalid Date"],
  [new Uint8Array(3), "Uint8Array(3)"],
  [[1], "an array"],
  [{ a: 1 }, "an object"],
  [Object.create(null), "an object"],
  [new (class Money {})(), "a Money object"],
  [
    new (class Instant {
      readonly [Symbol.toStringTag] = "Temporal.Instant";
    })(),
    "a Temporal.Instant object",
  ],
  [new (class Amount {})(), "an Amount object"],
  [
    new (class M {
      readonly $isDayjsObject = true;
    })(),
    "a Dayjs object",
  ],
  [new (class M {})(), "an object"],
  [{ constructor: { name: 5 } }, "an object"],
  [{ [Symbol.toStringTag]: "a\nb" }, "an object"],
  [new Map(), "a Map"],
  [new Set(), "a Set"],
  [Promise.resolve(1), "a promise"],
  [AbortSignal.abort(), "an AbortSignal"],
])("a value is shown on one line: %o as %s", (value, expected) => {
  expect(formatValue(value)).toBe(expected);
});

it("a long text is cut, and its length told", () => {
  expect(formatValue("x".repeat(58))).toBe(`"${"x".repeat(58)}"`);
  expect(formatValue("x".repeat(59))).toBe(`"${"x".repeat(59)}… (61 characters)`);
});
