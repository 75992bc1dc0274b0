import fc, { type Arbitrary } from "fast-check";
import { describe, expect, it } from "vitest";
import { isTableError } from "../../errors/table-error.js";
import {
  anyBytes,
  anyDate,
  anyDouble,
  anyGuid,
  anyInt32,
  anyInt64,
  anyIso,
  anySafeInteger,
  anyString,
  anyTicks,
} from "../../test/arbitraries.js";
import { law } from "../../test/law.js";
import { binary } from "./binary.js";
import { checkIso, dateTime, dateTimeIso, dateTimeTicks } from "./date-time.js";
import type { EdmType } from "./edm-type.js";
import { remainderOf } from "./exact-date.js";
import { guid } from "./guid.js";
import { boolean, double, int32, int64, int64Number, int64String, readBoolean, readInt32 } from "./numbers.js";
import { json, readString, string } from "./string.js";

const forms: readonly [string, EdmType, Arbitrary<unknown>][] = [
  ["string", string, anyString],
  [
    "json",
    json,
    fc
      .json()
      .map((text): unknown => JSON.parse(text))
      .filter((value) => value !== null),
  ],
  ["boolean", boolean, fc.boolean()],
  ["int32", int32, anyInt32],
  ["int64", int64, anyInt64],
  ["int64Number", int64Number, anySafeInteger],
  ["int64String", int64String, anyInt64.map(String)],
  ["double", double, anyDouble],
  ["dateTime", dateTime, anyDate],
  ["dateTimeIso", dateTimeIso, anyIso],
  ["dateTimeTicks", dateTimeTicks, anyTicks],
  ["guid", guid, anyGuid],
  ["binary", binary, anyBytes],
];

/** Returns the annotation of the service in a response with metadata. */
function annotationFor(type: EdmType, value: unknown): string | undefined {
  if (type.edm === "Edm.String" || type.edm === "Edm.Boolean" || type.edm === "Edm.Int32") return undefined;
  return type.edm === "Edm.Double" && typeof value === "number" ? undefined : type.edm;
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isTableError(error)) return error.code;
    throw error;
  }
  return "accepted";
}

describe.each(forms)("%s", (_, type, values) => {
  it("reads any value back from its JSON text, with and without annotations", () => {
    fc.assert(
      fc.property(values, (value) => {
        const parsed: unknown = JSON.parse(type.toJson(value));
        for (const typed of [true, false]) {
          const annotation = typed ? annotationFor(type, parsed) : undefined;
          const read: unknown = type.fromJson(parsed, annotation, typed);
          expect(read).toEqual(value);
          expect(Object.is(read, value) || typeof value !== "number").toBe(true);
          if (value instanceof Date) expect(remainderOf(read as Date)).toBe(remainderOf(value));
        }
      }),
      law(20_000),
    );
  });

  it.each([
    ["a symbol", Symbol("s")],
    ["a function", () => 1],
    ["undefined", undefined],
  ])("refuses %s as a value", (_name, value) => {
    expect(codeOf(() => type.toJson(value))).toBe("value.wrong-type");
    expect(codeOf(() => type.toLiteral(value))).toBe("value.wrong-type");
  });

  it("refuses to read what is absent, an object, and another Edm type", () => {
    expect(codeOf(() => type.fromJson(undefined, undefined, true))).toBe("decode.missing");
    expect(codeOf(() => type.fromJson(null, undefined, true))).toBe("decode.missing");
    expect(codeOf(() => type.fromJson({}, undefined, true))).toBe("decode.wrong-type");
    const other = type.edm === "Edm.Guid" ? "Edm.Int64" : "Edm.Guid";
    expect(codeOf(() => type.fromJson("x", other, true))).toBe("decode.wrong-type");
  });
});

describe("rule 12: string content", () => {
  it("refuses a lone surrogate and keeps private use characters", () => {
    for (const lone of ["a\ud800", "\udc00a", "\ud800\ud800\udc00"]) {
      expect(codeOf(() => string.toJson(lone))).toBe("value.not-unicode");
      expect(codeOf(() => string.toLiteral(lone))).toBe("value.not-unicode");
    }
    expect(string.toJson("\ue000\uf8ff😀")).toBe('"\ue000\uf8ff😀"');
    expect(() => string.toJson("ab\udc00")).toThrow("contains a lone surrogate, U+DC00 at index 2");
  });
});

describe("rule 18: Edm.DateTime", () => {
  it("ranges from 1601 to 9999", () => {
    expect(dateTime.toJson(new Date(Date.UTC(1601, 0, 1)))).toBe('"1601-01-01T00:00:00Z"');
    expect(codeOf(() => dateTime.toJson(new Date(Date.UTC(1601, 0, 1) - 1)))).toBe("value.out-of-range");
    expect(dateTimeIso.toJson("9999-12-31T23:59:59.9999999Z")).toBe('"9999-12-31T23:59:59.9999999Z"');
    expect(codeOf(() => dateTimeIso.toJson("1600-12-31T23:59:59.9999999Z"))).toBe("value.out-of-range");
    expect(dateTimeTicks.toJson(3155378975999999999n)).toBe('"9999-12-31T23:59:59.9999999Z"');
    expect(codeOf(() => dateTimeTicks.toJson(3155378976000000000n))).toBe("value.out-of-range");
    expect(dateTimeTicks.toJson(504911232000000000n)).toBe('"1601-01-01T00:00:00Z"');
    expect(codeOf(() => dateTimeTicks.toJson(504911231999999999n))).toBe("value.out-of-range");
  });

  it("is UTC text with at most 7 digits, and a valid Date", () => {
    expect(codeOf(() => dateTime.toJson(new Date(Number.NaN)))).toBe("value.out-of-range");
    for (const text of ["2021-01-01T00:00:00", "2021-01-01T00:00:00+01:00", "2021-01-01T00:00:00.12345678Z", "now"]) {
      expect(codeOf(() => dateTimeIso.toJson(text))).toBe("value.out-of-range");
      expect(codeOf(() => dateTime.fromJson(text, "Edm.DateTime", true))).toBe("decode.malformed");
    }
    expect(dateTimeIso.toJson("2021-01-02T03:04:05.5000000Z")).toBe('"2021-01-02T03:04:05.5000000Z"');
  });
});

describe("rule 19: Edm.Int32 and Edm.Int64", () => {
  it("take whole numbers within their ranges", () => {
    expect(int32.toJson(2147483647)).toBe("2147483647");
    expect(int32.toJson(-2147483648)).toBe("-2147483648");
    for (const value of [2147483648, -2147483649, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(codeOf(() => int32.toJson(value))).toBe("value.out-of-range");
    }
    expect(int64.toJson(9223372036854775807n)).toBe('"9223372036854775807"');
    expect(int64.toJson(-9223372036854775808n)).toBe('"-9223372036854775808"');
    expect(codeOf(() => int64.toJson(9223372036854775808n))).toBe("value.out-of-range");
    expect(codeOf(() => int64.toJson(-9223372036854775809n))).toBe("value.out-of-range");
    expect(codeOf(() => int64.toJson(5 as never))).toBe("value.wrong-type");
    expect(codeOf(() => int32.toJson(5n as never))).toBe("value.wrong-type");
  });

  it("as a number, are exact or refused", () => {
    expect(int64Number.toJson(9007199254740991)).toBe('"9007199254740991"');
    expect(codeOf(() => int64Number.toJson(9007199254740992))).toBe("value.out-of-range");
    expect(int64Number.fromJson("9007199254740991", "Edm.Int64", true)).toBe(9007199254740991);
    expect(codeOf(() => int64Number.fromJson("9007199254740993", "Edm.Int64", true))).toBe("decode.malformed");
  });

  it("as a string, are canonical decimal text", () => {
    for (const text of ["", "-", "-0", "007", "1.0", " 1", "0x10", "9223372036854775808", "99999999999999999999"]) {
      expect(codeOf(() => int64String.toJson(text))).toBe("value.out-of-range");
    }
    expect(codeOf(() => int64.fromJson("abc", "Edm.Int64", true))).toBe("decode.malformed");
    expect(codeOf(() => int64.fromJson("9223372036854775808", "Edm.Int64", true))).toBe("decode.malformed");
  });
});

describe("rule 20: Edm.Double", () => {
  it.each([
    [5, "5.0"],
    [-0, "-0.0"],
    [1.5, "1.5"],
    [1e21, "1e+21"],
    [1e-7, "1e-7"],
    [Number.NaN, '"NaN"'],
    [Number.POSITIVE_INFINITY, '"Infinity"'],
    [Number.NEGATIVE_INFINITY, '"-Infinity"'],
  ])("%d is written %s", (value, text) => {
    expect(double.toJson(value)).toBe(text);
  });
});

describe("rule 21: Edm.Guid", () => {
  it("is written and read in lower case", () => {
    const upper = "C9DA6455-213D-42C9-9A79-3E9149A57833";
    expect(guid.toJson(upper)).toBe('"c9da6455-213d-42c9-9a79-3e9149a57833"');
    expect(guid.toLiteral(upper)).toBe("guid'c9da6455-213d-42c9-9a79-3e9149a57833'");
    expect(guid.fromJson(upper, "Edm.Guid", true)).toBe("c9da6455-213d-42c9-9a79-3e9149a57833");
  });

  it.each([
    "",
    "c9da6455213d42c99a793e9149a57833",
    "{c9da6455-213d-42c9-9a79-3e9149a57833}",
    "g9da6455-213d-42c9-9a79-3e9149a57833",
    "c9da6455-213d-42c9-9a79-3e9149a5783g",
    "c9da6455-213d-42c9-9a79-3e9149a5783",
    "c9da6455-213d-42c9-9a79-3e9149a578330",
    "c9da6455-213d-42c9-9a7903e9149a57833",
    "c9da64550213d-42c9-9a79-3e9149a57833",
    "c9da6455-213d-42c9-9a79-3e9149a5783é",
  ])("%j is none", (text) => {
    expect(codeOf(() => guid.toJson(text as never))).toBe("value.out-of-range");
    expect(codeOf(() => guid.fromJson(text, "Edm.Guid", true))).toBe("decode.malformed");
  });
});

describe("rule 22: Edm.Binary", () => {
  it("is a view's own bytes, read into a buffer of their own", () => {
    const view = new Uint8Array([9, 1, 2, 3, 4, 9]).subarray(1, 5);
    expect(binary.toJson(view)).toBe('"AQIDBA=="');
    const read = binary.fromJson("AQIDBA==", "Edm.Binary", true);
    expect(Object.getPrototypeOf(read)).toBe(Uint8Array.prototype);
    expect([...read]).toEqual([1, 2, 3, 4]);
    expect(read.buffer.byteLength).toBe(4);
  });

  const ofLength = (bytes: number, end: string) => `${"A".repeat(Math.ceil(bytes / 3) * 4 - end.length)}${end}`;
  it.each([
    ["two bytes and two bits", 2, "ABC=", [0, 0x10]],
    ["one byte and four bits", 1, "QR==", [0x41]],
    ["as many bytes as a long text has", 98, ofLength(98, "ABC="), [...new Array(97).fill(0), 0x10]],
    ["as many bytes as another one has", 97, ofLength(97, "QR=="), [...new Array(96).fill(0), 0x41]],
  ])("is read without the bits behind its last byte: %s", (_, length, text, bytes) => {
    const read = binary.fromJson(text, "Edm.Binary", true);
    expect([read.length, [...read]]).toEqual([length, bytes]);
    expect(binary.toJson(read)).toBe(JSON.stringify(Buffer.from(bytes).toString("base64")));
  });

  it.each(["A", "AQID*A==", "AQ=", "AAAA=", "====", "AQIDBA", "A B=", "é===", `${"A".repeat(67)}*`, "A".repeat(69)])(
    "%j is not base64",
    (text) => {
      expect(codeOf(() => binary.fromJson(text, "Edm.Binary", true))).toBe("decode.malformed");
    },
  );
});

describe("rule 23: a string without annotation", () => {
  it("is Edm.String however it looks, unless the payload has no annotations at all", () => {
    const date = "2021-01-02T03:04:05Z";
    expect(codeOf(() => dateTime.fromJson(date, undefined, true))).toBe("decode.wrong-type");
    expect(codeOf(() => double.fromJson("NaN", undefined, true))).toBe("decode.wrong-type");
    expect(codeOf(() => int64.fromJson("5", undefined, true))).toBe("decode.wrong-type");
    expect(string.fromJson(date, undefined, true)).toBe(date);
    expect(dateTime.fromJson(date, undefined, false)).toEqual(new Date(date));
    expect(double.fromJson("NaN", undefined, false)).toBeNaN();
    expect(int64.fromJson("5", undefined, false)).toBe(5n);
  });
});

it("an integral number is read as a Double, and a Double of a whole number as an Int32", () => {
  expect(double.fromJson(5, undefined, true)).toBe(5);
  expect(int32.fromJson(JSON.parse("5.0"), undefined, true)).toBe(5);
  expect(codeOf(() => int32.fromJson(5.5, undefined, true))).toBe("decode.wrong-type");
  expect(() => int32.fromJson(5.5, undefined, true)).toThrow("fractions is edm.double");
  expect(() => int32.fromJson("5", undefined, true)).toThrow(/not as Edm.Int32$/);
});

it("a text that is no moment is told apart from a moment that Edm.DateTime does not reach", () => {
  const messageOf = (text: string) => {
    try {
      return checkIso(text);
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(messageOf("2021-02-30T00:00:00Z")).toContain("takes yyyy-mm-ddThh:mm:ssZ in UTC");
  expect(messageOf("1600-12-31T23:59:59Z")).toContain("ranges from 1601-01-01T00:00:00Z");
});

it("an optional value is absent where the row lacks it, and an error where it has another type", () => {
  for (const absent of [undefined, null]) {
    expect(readInt32(absent, true)).toBeUndefined();
    expect(readBoolean(absent, true)).toBeUndefined();
    expect(readString(absent, undefined, true)).toBeUndefined();
  }
  expect(codeOf(() => readInt32("5", true))).toBe("decode.wrong-type");
  expect(codeOf(() => readBoolean("true", true))).toBe("decode.wrong-type");
  expect(codeOf(() => readString(5, undefined, true))).toBe("decode.wrong-type");
});
