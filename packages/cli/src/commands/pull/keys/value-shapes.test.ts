import { describe, expect, it } from "vitest";
import { findShape, isValue, isWord, leadingValues, shapeName } from "./value-shapes.js";

const guid = "0f8fad5b-d9cb-469f-a165-70867728950e";

describe("a word", () => {
  it.each(["a", "order", "Größe", "a_b-c.d$", "v1", "order12", "x".repeat(64)])("is e.g. %s", (text) => {
    expect(isWord(text)).toBe(true);
  });

  it.each(["", "7", "order123", "7order", "a b", "a!", "x".repeat(65)])("is not %j", (text) => {
    expect(isWord(text)).toBe(false);
  });
});

/** Formats a part as `type encoding`, with its length, width or pattern. */
function shapeOf(...texts: readonly string[]): string | undefined {
  const part = findShape(texts);
  if (part === undefined) return undefined;
  const { type, encoding, length, width, pattern } = part;
  return [type, encoding, length ?? width ?? pattern].filter((each) => each !== undefined).join(" ");
}

describe("the format of a value shows its type:", () => {
  it.each([
    ["guid guid", guid],
    ["guid .upper", guid.toUpperCase()],
    ['guid .format("B")', `{${guid}}`],
    ['guid .format("N")', guid.replaceAll("-", "")],
    ["string raw 32", "d41d8cd98f00e204e9800998ecf8427e".replace("204e", "2040").replace("8f00e", "8f000")],
    ["string raw 40", "a".repeat(40)],
    ["string raw 64", "a".repeat(64)],
    ["string text ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAV"],
    ["dateTime .iso7", "2026-11-22T10:00:00.1234567Z"],
    ["dateTime .iso", "2026-11-22T10:00:00.123Z"],
    [`dateTime .format("yyyy-MM-dd'T'HH:mm:ss'Z'")`, "2026-11-22T10:00:00Z"],
    [`dateTime .format("yyyy-MM-dd'T'HH:mm:ss")`, "2026-11-22T10:00:00"],
    [`dateTime .format("yyyy-MM-dd'T'HH:mm")`, "2026-11-22T10:00"],
    [`dateTime .format("yyyy-MM-dd'T'HH")`, "2026-11-22T10"],
    ['dateTime .format("yyyy-MM-dd")', "2026-11-22"],
    ['dateTime .format("yyyy-MM")', "2026-11"],
    ['dateTime .format("yyyyMMddHHmmssfff")', "20261122100000123"],
    ['dateTime .format("yyyyMMddHHmmss")', "20261122100000"],
    [`dateTime .format("yyyyMMdd'T'HHmmss'Z'")`, "20261122T100000Z"],
    [`dateTime .format("yyyyMMdd'T'HHmmss")`, "20261122T100000"],
    [`dateTime .format("yyyyMMdd'T'HHmm")`, "20261122T1000"],
    ['dateTime .format("yyyyMMdd")', "20261122"],
    ["dateTime asc", "639000000000000001"],
    ["dateTime desc", "2516378975999999998"],
    ["dateTime .milliseconds", "1770000000000"],
    ["dateTime .milliseconds.desc(8640000000000000)", "8638230000000000"],
    ["dateTime .milliseconds.desc(9007199254740991)", "9005429254740991"],
  ])("%s for %s", (shape, text) => {
    const padded = shape === "dateTime asc" ? text.padStart(19, "0") : text;
    expect(shapeOf(padded)).toBe(shape);
    expect(isValue(padded)).toBe(true);
  });

  it.each([
    ["a guid", guid],
    ["a guid in braces", `{${guid}}`],
    ["a guid without hyphens", guid.replaceAll("-", "")],
    ["a hash of 32 digits", "f".repeat(32)],
    ["a hash of 40 digits", "f".repeat(40)],
    ["a hash of 64 digits", "f".repeat(64)],
    ["a ULID", "01ARZ3NDEKTSV4RRFFQ69G5FAV"],
    ["a time with 7 fractional digits", "2026-11-22T10:00:00.1234567Z"],
    ["a time with 3 fractional digits", "2026-11-22T10:00:00.123Z"],
    ["a time with seconds in UTC", "2026-11-22T10:00:00Z"],
    ["a time with seconds", "2026-11-22T10:00:00"],
    ["a time with minutes", "2026-11-22T10:00"],
    ["a time with hours", "2026-11-22T10"],
    ["a day", "2026-11-22"],
    ["a month", "2026-11"],
    ["digits of milliseconds", "20261122100000123"],
    ["digits of seconds", "20261122100000"],
    ["digits of seconds with T and Z", "20261122T100000Z"],
    ["digits of seconds with T", "20261122T100000"],
    ["digits of minutes with T", "20261122T1000"],
    ["digits of a day", "20261122"],
    ["ticks", "0639000000000000001"],
    ["descending ticks", "2516378975999999998"],
    ["milliseconds since 1970", "1770000000000"],
    ["descending milliseconds", "8638230000000000"],
  ])("none for %s with something before or after it", (_, text) => {
    for (const other of [`x${text}`, `${text}x`, `-${text}`, `${text}-`, `${text}\n`]) {
      expect([other, shapeOf(other)]).toEqual([other, undefined]);
      expect(isValue(other)).toBe(false);
    }
  });

  it("none where only some texts have it", () => {
    expect(shapeOf(guid, "x")).toBeUndefined();
    expect(shapeOf("2026-11-22", "2026-13-22")).toBeUndefined();
  });
});

describe("digits are a date", () => {
  it.each(["19900101", "21001231", "1601-01-01", "9999-12-31", "20240229", "2024-02-29"])("%s", (text) => {
    expect(isValue(text)).toBe(true);
  });

  it.each(["19891231", "21010101", "1600-12-31", "20230229", "2023-02-29", "20261301", "20261122T2400", "2026-00"])(
    "not %s",
    (text) => {
      expect(isValue(text)).toBe(false);
    },
  );
});

describe("digits are a time", () => {
  it.each([
    ["0621355968000000000", "asc"],
    ["0662695776000000000", "asc"],
    ["2534023007999999999", "desc"],
    ["2492683199999999999", "desc"],
    ["0978307200000", ".milliseconds"],
    ["2524608000000", ".milliseconds"],
    ["8639021692800000", ".milliseconds.desc(8640000000000000)"],
    ["8637475392000000", ".milliseconds.desc(8640000000000000)"],
    ["9006220947540991", ".milliseconds.desc(9007199254740991)"],
    ["9004674646740991", ".milliseconds.desc(9007199254740991)"],
  ])("from 1970 to 2100 as ticks, from 2001 to 2050 as milliseconds: %s", (text, encoding) => {
    expect(findShape([text])?.encoding).toBe(encoding);
  });

  it.each([
    "0621355967999999999",
    "0662695776000000001",
    "2534023008000000000",
    "2492683199999999998",
    "0978307199999",
    "2524608000001",
    "8639021692800001",
    "8637475391999999",
    "9006220947540992",
    "9004674646740990",
  ])("not before or after: %s", (text) => {
    expect(isValue(text)).toBe(false);
  });

  it("not where all ticks end with the same digits, because they count from another date", () => {
    const ticks = ["0639000000000000001", "0639000000010000001"];
    expect(shapeOf(...ticks)).toBeUndefined();
    expect(shapeOf("0639000000000000001")).toBe("dateTime asc");
    expect(shapeOf("0639000000000000000", "0639000000010000000")).toBe("dateTime asc");
    expect(shapeOf("0639000000000000001", "0639000000010000002")).toBe("dateTime asc");
    const descending = ["2516378975999999998", "2516378975989999998"];
    expect(shapeOf(...descending)).toBeUndefined();
    expect(shapeOf("2516378975999999999", "2516378975989999999")).toBe("dateTime desc");
    expect(shapeOf("1770000000001", "1770000010001")).toBe("dateTime .milliseconds");
  });
});

describe("digits of one length", () => {
  const numbers = (count: number, width: number, step = 1n) =>
    Array.from({ length: count }, (_, index) => String(BigInt(index) * step).padStart(width, "0"));

  it.each([
    ["int32 pad 2", numbers(10, 2)],
    ["int32 pad 10", [...numbers(9, 10), "2147483647"]],
    ["int64 pad 10", [...numbers(9, 10), "2147483648"]],
    ["int64 pad 19", [...numbers(9, 19), "9223372036854775807"]],
    ["int32 pad 20", numbers(10, 20)],
    [undefined, [...numbers(9, 19), "9223372036854775808"]],
    [undefined, numbers(10, 21)],
    [undefined, [...numbers(5, 1), ...numbers(5, 1)]],
    [undefined, Array.from({ length: 20 }, (_, index) => String(index + 10))],
    [undefined, [...numbers(10, 4), "x123"]],
    [undefined, [...numbers(10, 4), "123x"]],
    [undefined, [...numbers(10, 4), "00012"]],
    ["string raw 8", numbers(9, 8)],
    ["string raw 8", numbers(2, 8)],
    [undefined, [...numbers(1, 8), ...numbers(1, 8)]],
    [undefined, numbers(9, 7)],
  ])("are %s: %j", (shape, texts) => {
    expect(shapeOf(...texts)).toBe(shape);
  });
});

describe("a KSUID", () => {
  const ids = (count: number, end: string) =>
    Array.from({ length: count }, (_, index) => `1${"aB3".repeat(8)}${index}${end}`.slice(0, 27).padEnd(27, end));

  it("is found in ten different texts, with digits and letters of both cases", () => {
    expect(shapeOf(...ids(10, "x"))).toBe("string text ksuid");
    expect(shapeOf(...ids(9, "x"), ...ids(9, "x"))).toBeUndefined();
    expect(shapeOf(...ids(10, "x"), "x")).toBeUndefined();
    expect(shapeOf(...ids(10, "x").map((id) => id.toLowerCase()))).toBeUndefined();
    expect(shapeOf(...ids(10, "x").map((id) => id.toUpperCase()))).toBeUndefined();
  });

  it.each([
    ["another first character", (id: string) => `a${id.slice(1)}`],
    ["a character before it", (id: string) => `-${id}`],
    ["a character after it", (id: string) => `${id}x`],
    ["punctuation", (id: string) => `${id.slice(1)}-`],
  ])("is not found with %s", (_, change) => {
    expect(shapeOf(...ids(10, "x").map(change))).toBeUndefined();
  });
});

describe("the value at the start of texts", () => {
  it.each([
    [38, `{${guid}}`],
    [36, guid],
    [36, guid.toUpperCase()],
    [28, "2026-11-22T10:00:00.1234567Z"],
    [24, "2026-11-22T10:00:00.123Z"],
    [20, "2026-11-22T10:00:00Z"],
    [19, "2026-11-22T10:00:00"],
    [16, "2026-11-22T10:00"],
    [10, "2026-11-22"],
    [7, "2026-11"],
  ])("has %d units in %s-x", (length, text) => {
    expect(leadingValues([`${text}-x`, text])).toEqual([length, length]);
    expect(leadingValues([`${text}-x`, `x-${text}`])).toBeUndefined();
    expect(leadingValues([`${text}x`])).not.toEqual([length]);
  });
});

describe("the shape of a key", () => {
  it.each([
    ["guid", guid],
    ["guid", `{${guid.toUpperCase()}}`],
    ["date", "2026-11-22"],
    ["date", "2026-11-22-x"],
    ["ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAV"],
    ["number", "12345"],
    ["hex", "0123456789abcdef"],
    ["hex", "0123456789ABCDEF"],
    ["order", "order"],
    ["order-17", "order-17"],
    ["a-0", "order-170"],
    ["a_a", `order_${guid}`],
    ["a-0/a", "x1-2026/ab12"],
    ["a-a", `x-${guid}`],
    ["a-a", `x-${guid.toUpperCase()}`],
    ["a_a", `${guid}_${guid}`],
    ["0a", "0123456789abcde"],
    ["0a", "0123456789abcdeF"],
    ["0-0-0", "2026-11-223"],
    ["a-0-0-0", "x-2026-11-22"],
    ["0a", "12345x"],
    ["a", "x12345"],
    ["a", "x0123456789abcdef"],
    ["0a", "0123456789abcdefx"],
    ["-0a", "-01ARZ3NDEKTSV4RRFFQ69G5FAV"],
    ["0a-", "01ARZ3NDEKTSV4RRFFQ69G5FAV-"],
    ["a-", `${guid}-`],
    ["-a", `-${guid}`],
  ])("is %s for %s", (name, key) => {
    expect(shapeName(key)).toBe(name);
  });
});
