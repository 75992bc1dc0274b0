import { describe, expect, it } from "vitest";
import { type Limits, limits } from "../../schema/limits.js";
import type { Property } from "../../schema/property.js";
import * as $ from "../../schema/property.js";
import { binary } from "./binary.js";
import { dateTime, dateTimeIso } from "./date-time.js";
import type { EdmType } from "./edm-type.js";
import { boolean, double, int32, int64, int64Number, int64String } from "./numbers.js";
import { json, string } from "./string.js";

describe("a stored value of another type", () => {
  it.each<[EdmType<never>, unknown, string | undefined, string]>([
    [int64, "5", "Edm.Guid", 'is stored as Edm.Guid "5", not as Edm.Int64'],
    [int64, "5", undefined, 'is stored as Edm.String "5", not as Edm.Int64'],
    [int32, "5", undefined, 'is stored as Edm.String or Edm.Int64 "5", not as Edm.Int32'],
    [int32, "5.5", undefined, 'is stored as Edm.String "5.5", not as Edm.Int32'],
    [boolean, "-1", undefined, 'is stored as Edm.String or Edm.Int64 "-1", not as Edm.Boolean'],
    [double, "5", undefined, 'is stored as Edm.String "5", not as Edm.Double'],
    [int32, true, undefined, "is stored as Edm.Boolean true, not as Edm.Int32"],
    [int32, 5.5, undefined, "is stored as Edm.Double 5.5, not as Edm.Int32; a column with fractions is edm.double"],
    [boolean, 5, undefined, "is stored as Edm.Int32 or Edm.Double 5, not as Edm.Boolean"],
    [string, 5, undefined, "is stored as Edm.Int32 or Edm.Double 5, not as Edm.String"],
    [string, "5", "Edm.Int64", 'is stored as Edm.Int64 "5", not as Edm.String'],
    [dateTime, {}, undefined, "is stored as no Edm type: an object, not as Edm.DateTime"],
    [binary, "AQ==", "Edm.String", 'is stored as Edm.String "AQ==", not as Edm.Binary'],
  ] as never)("is an error that names both: %s %j %s", (type, stored, annotation, message) => {
    expect(() => type.fromJson(stored, annotation, true)).toThrow(
      expect.objectContaining({ code: "decode.wrong-type", message }),
    );
  });

  it.each<[EdmType<never>, string, string]>([
    [int64, "5x", "it is not a decimal number"],
    [int64, "x5", "it is not a decimal number"],
    [int64, "", "it is not a decimal number"],
    [int64, "+5", "it is not a decimal number"],
    [int64, "12345678901234567890", "it is not a decimal number"],
    [int64, "9223372036854775808", "Edm.Int64 ranges from -9223372036854775808 to 9223372036854775807"],
    [int64Number, "9007199254740992", "a JavaScript number cannot represent it exactly"],
    [int64String, "-9223372036854775809", "Edm.Int64 ranges from"],
    [dateTime, "1600-12-31T23:59:59Z", "it is not between the years 1601 and 9999"],
    [dateTimeIso, "0001-01-01T00:00:00Z", "it is not between the years 1601 and 9999"],
    [dateTime, "22/11/2026 10:00", "it has no form such as 2026-11-22T10:00:00Z"],
    [dateTime, "2026-11-22T10:00:00", "it has no form such as 2026-11-22T10:00:00Z"],
    [dateTimeIso, "2026-11-22", "it has no form such as 2026-11-22T10:00:00Z"],
    [json, "{", "JSON"],
    [int64, 5 as never, "JSON has it as a string"],
    [dateTime, 5 as never, "JSON has it as a string"],
    [binary, true as never, "JSON has it as a string"],
    [double, "5,5", "JSON has it as a number"],
  ] as never)("is an error if it cannot be read: %s %j", (type, stored, reason) => {
    const read = () => type.fromJson(stored, type.edm, true);
    expect(read).toThrow(expect.objectContaining({ code: "decode.malformed" }));
    expect(read).toThrow(`which is not a valid ${type.edm}: `);
    expect(read).toThrow(reason);
  });
});

it("digits in a payload without annotations may be an Int64", () => {
  expect(() => double.fromJson("5", undefined, false)).toThrow(
    'is stored as Edm.String or Edm.Int64 "5", not as Edm.Double',
  );
});

it("an Int64 is read to its last digit, whatever its length", () => {
  for (const text of ["0", "-1", "999999999999999", "-99999999999999", "9007199254740993", "-9007199254740993"]) {
    expect(int64.fromJson(text, "Edm.Int64", true)).toBe(BigInt(text));
    expect(int64String.fromJson(text, "Edm.Int64", true)).toBe(text);
  }
  expect(Object.is(int64Number.fromJson("-0", "Edm.Int64", true), 0)).toBe(true);
});

const short: Limits = { ...limits.storage, stringUnits: 4, binaryBytes: 4 };

describe("the size of a value", () => {
  const bytes = (size: number) => new Uint8Array(size);
  const cases: readonly (readonly [string, Property, unknown, unknown, string])[] = [
    ["a string", $.string("p"), "abcd", "abcde", "has 5 UTF-16 units; the limit is 4"],
    ["a string with a limit", $.string("p", { maxLength: 2 }), "ab", "abc", "has 3 UTF-16 units; the limit is 2"],
    ["a string with a high limit", $.string("p", { maxLength: 9 }), "abcd", "abcde", "5 UTF-16 units; the limit is 4"],
    ["JSON", $.json("p"), "ab", "abc", "has 5 UTF-16 units; the limit is 4"],
    ["bytes", $.binary("p"), bytes(4), bytes(5), "has 5 bytes; the limit is 4"],
    ["bytes with a limit", $.binary("p", { maxLength: 2 }), bytes(2), bytes(3), "has 3 bytes; the limit is 2"],
    ["bytes with a high limit", $.binary("p", { maxLength: 9 }), bytes(4), bytes(5), "has 5 bytes; the limit is 4"],
  ];

  it.each(cases)("of %s is checked against the limits", (_, property, fits, tooLong, message) => {
    expect(() => property.write(property, fits, 0, short)).not.toThrow();
    expect(() => property.write(property, tooLong, 0, short)).toThrow(
      expect.objectContaining({ code: "value.too-long", message: expect.stringContaining(message) }),
    );
  });
});

describe("the rules of a definition", () => {
  const exact = $.string("p", { length: 3 });
  const ulid = $.string("p", { pattern: "ulid" });
  const choice = $.string("p", { oneOf: ["a", "b"] });
  const number = $.int32("p", { min: -2, max: 2 });
  const whole = $.int64("p", { min: -2n, max: 2n });
  const from = $.int32("p", { min: 0 });

  it.each<[Property, unknown]>([
    [exact, "abc"],
    [ulid, "01KAMZ2Y00ABCDEFGHJKMNPQRS"],
    [choice, "b"],
    [number, -2],
    [number, 2],
    [whole, -2n],
    [whole, 2n],
    [from, 2_147_483_647],
  ])("accept values at their edge: %# %s", (property, value) => {
    expect(() => property.write(property, value, 0, limits.storage)).not.toThrow();
  });

  it.each<[Property, unknown, string, string]>([
    [exact, "ab", "value.out-of-range", 'is "ab"; the definition takes exactly 3 UTF-16 units, not 2'],
    [ulid, "81KAMZ2Y00ABCDEFGHJKMNPQRS", "value.out-of-range", "the definition takes a ULID"],
    [ulid, "01KAMZ2Y00ABCDEFGHJKMNPQRSx", "value.out-of-range", "the definition takes a ULID"],
    [ulid, "x01KAMZ2Y00ABCDEFGHJKMNPQRS", "value.out-of-range", "the definition takes a ULID"],
    [choice, "c", "value.not-allowed", 'is "c"; the definition allows "a", "b"'],
    [choice, 5, "value.wrong-type", "is 5; Edm.String takes a string"],
    [number, -3, "value.out-of-range", "is -3; the definition's minimum is -2"],
    [number, 3, "value.out-of-range", "is 3; the definition's maximum is 2"],
    [whole, -3n, "value.out-of-range", "is -3n; the definition's minimum is -2n"],
    [whole, 3n, "value.out-of-range", "is 3n; the definition's maximum is 2n"],
    [from, -1, "value.out-of-range", "is -1; the definition's minimum is 0"],
  ])("are named in the error of a value beyond them: %# %s", (property, value, code, message) => {
    expect(() => property.write(property, value, 0, limits.storage)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });
});

it("a value that JSON cannot represent is an error with the reason", () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  expect(() => json.toJson(circle)).toThrow("cannot be written as JSON: Converting circular structure");
  const thrower = {
    toJSON() {
      throw "no error object";
    },
  };
  expect(() => json.toJson(thrower)).toThrow("cannot be written as JSON: no error object");
});

describe("a value of another library", () => {
  class DateTime {
    toJSDate = () => new Date(0);
    toISO = () => "";
  }
  class Decimal {
    toNumber = () => 1;
  }
  class Instant {
    readonly epochMilliseconds = 0;
    readonly [Symbol.toStringTag] = "Temporal.Instant";
  }
  class Day {
    readonly $isDayjsObject = true;
    toDate = () => new Date(0);
    toISOString = () => "";
  }
  it.each<[EdmType<never>, object, string]>([
    [dateTime, new DateTime(), "is a DateTime object; Edm.DateTime takes a Date, such as its toJSDate()"],
    [dateTime, new Day(), "is a Dayjs object; Edm.DateTime takes a Date, such as its toDate()"],
    [
      dateTime,
      new Instant(),
      "is a Temporal.Instant object; Edm.DateTime takes a Date, such as new Date(value.epochMilliseconds)",
    ],
    [dateTime, new Decimal(), "is a Decimal object; Edm.DateTime takes a Date"],
    [dateTimeIso, new Day(), "is a Dayjs object; Edm.DateTime takes an ISO 8601 string, such as its toISOString()"],
    [dateTimeIso, new DateTime(), "is a DateTime object; Edm.DateTime takes an ISO 8601 string, such as its toISO()"],
    [
      dateTimeIso,
      new Instant(),
      "is a Temporal.Instant object; Edm.DateTime takes an ISO 8601 string, such as its toString()",
    ],
    [double, new Decimal(), "is a Decimal object; Edm.Double takes a number, such as its toNumber()"],
    [int32, new Decimal(), "is a Decimal object; Edm.Int32 takes a number, such as its toNumber()"],
    [double, {}, "is an object; Edm.Double takes a number"],
  ] as never)("is refused with its class and the way out: %s %o", (type, value, message) => {
    expect(() => type.toJson(value as never)).toThrow(expect.objectContaining({ code: "value.wrong-type", message }));
  });
});
