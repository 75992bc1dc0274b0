import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyBytes, anyDouble, anyInt64, anyString, anyTicks } from "../../test/arbitraries.js";
import { law } from "../../test/law.js";
import { binary } from "./binary.js";
import { dateTime, dateTimeIso, dateTimeTicks } from "./date-time.js";
import type { EdmType } from "./edm-type.js";
import { ExactDate, ticksOf } from "./exact-date.js";
import { guid } from "./guid.js";
import { boolean, double, int32, int64, int64Number, int64String } from "./numbers.js";
import { string } from "./string.js";

const vectors: readonly [EdmType, unknown, string][] = [
  [string, "abc", "'abc'"],
  [string, "o'clock", "'o''clock'"],
  [string, "", "''"],
  [string, "50%", "'50%'"],
  [string, "a&b", "'a&b'"],
  [string, "日本", "'日本'"],
  [int32, 30, "30"],
  [int32, -7, "-7"],
  [int32, 2147483647, "2147483647"],
  [int32, -2147483648, "-2147483648"],
  [int64, 123n, "123L"],
  [int64, 9007199254740993n, "9007199254740993L"],
  [int64, -9223372036854775808n, "-9223372036854775808L"],
  [int64Number, 123, "123L"],
  [int64String, "-9223372036854775808", "-9223372036854775808L"],
  [double, 100.25, "100.25"],
  [double, 5, "5.0"],
  [double, -0.5, "-0.5"],
  // 1e21 and 1e-7 are legal too, but the emulator reads an exponent as a property name and returns other rows.
  [double, 1e21, "1000000000000000000000.0"],
  [double, 1e-7, "0.0000001"],
  [double, -1.25e-7, "-0.000000125"],
  [double, 1.5e300, `15${"0".repeat(299)}.0`],
  [double, Number.NaN, "NaN"],
  [double, Number.POSITIVE_INFINITY, "INF"],
  [double, Number.NEGATIVE_INFINITY, "-INF"],
  [boolean, true, "true"],
  [boolean, false, "false"],
  [dateTime, new Date("2008-07-10T00:00:00Z"), "datetime'2008-07-10T00:00:00Z'"],
  [dateTime, ExactDate.fromIso("2021-01-02T03:04:05.1234567Z"), "datetime'2021-01-02T03:04:05.1234567Z'"],
  [dateTimeIso, "2021-01-02T03:04:05.1234567Z", "datetime'2021-01-02T03:04:05.1234567Z'"],
  [dateTimeTicks, 637451534451234567n, "datetime'2021-01-02T03:04:05.1234567Z'"],
  [guid, "c9da6455-213d-42c9-9a79-3e9149a57833", "guid'c9da6455-213d-42c9-9a79-3e9149a57833'"],
  [binary, new Uint8Array([1, 2, 3, 4]), "X'01020304'"],
  [binary, new Uint8Array(), "X''"],
];

describe("literals of $filter", () => {
  it.each(vectors)("%# is written as the service reads it", (type, value, literal) => {
    expect(type.toLiteral(value)).toBe(literal);
  });

  it("of strings end where the string ends", () => {
    fc.assert(
      fc.property(anyString, (text) => {
        const literal = string.toLiteral(text);
        expect(literal).toMatch(/^'(?:[^']|'')*'$/);
        expect(literal.slice(1, -1).replaceAll("''", "'")).toBe(text);
      }),
      law(20_000),
    );
  });

  it("of doubles are exact, with a point and without an exponent", () => {
    fc.assert(
      fc.property(anyDouble, (value) => {
        fc.pre(Number.isFinite(value));
        const literal = double.toLiteral(value);
        expect(literal).toMatch(/^-?\d+\.\d+$/);
        expect(Object.is(Number(literal), value)).toBe(true);
      }),
      law(100_000),
    );
  });

  it("of Int64, dates and bytes keep every digit", () => {
    fc.assert(
      fc.property(anyInt64, anyTicks, anyBytes, (whole, ticks, bytes) => {
        expect(BigInt(int64.toLiteral(whole).slice(0, -1))).toBe(whole);
        expect(ticksOf(ExactDate.fromIso(dateTimeTicks.toLiteral(ticks).slice(9, -1)))).toBe(ticks);
        expect(Uint8Array.from(Buffer.from(binary.toLiteral(bytes).slice(2, -1), "hex"))).toEqual(
          Uint8Array.from(bytes),
        );
      }),
      law(20_000),
    );
  });
});
