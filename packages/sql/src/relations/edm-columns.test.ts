import { ExactDate } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { columnValue, dateText } from "./edm-columns.js";
import { DateOutOfRange } from "./relation.js";

const iso = "2024-02-29T12:00:00.1234567Z";
const nanoseconds = 1_709_208_000_123_456_700n;
const forms = [iso, ExactDate.fromIso(iso), ExactDate.fromIso(iso).ticks];

describe("a date", () => {
  it.each(forms)("is nanoseconds since 1970, or text with seven digits: %s", (value) => {
    expect(columnValue("at", "TIMESTAMP_NS", "Edm.DateTime", value)).toBe(nanoseconds);
    expect(columnValue("at", "VARCHAR", "Edm.DateTime", value)).toBe(iso);
    expect(dateText(value)).toBe(iso);
  });

  it.each([0, 1, -1, 1_709_208_000_123, -8_000_000_000_001])("may be a Date of JavaScript: %s", (milliseconds) => {
    const date = new Date(milliseconds);
    expect(columnValue("at", "TIMESTAMP_NS", "Edm.DateTime", date)).toBe(BigInt(milliseconds) * 1_000_000n);
    expect(dateText(date)).toBe(date.toISOString().replace("Z", "0000Z"));
  });

  it.each([
    ["1677-09-22T00:00:00.0000000Z", -9_223_286_400_000_000_000n],
    ["2262-04-11T23:47:16.8547758Z", 9_223_372_036_854_775_800n],
  ])("fits TIMESTAMP_NS up to its ends: %s", (text, expected) => {
    expect(columnValue("at", "TIMESTAMP_NS", "Edm.DateTime", text)).toBe(expected);
  });

  it.each(["1677-09-21T23:59:59.9999999Z", "2262-04-11T23:47:16.8547759Z", "0001-01-01T00:00:00Z"])(
    "beyond TIMESTAMP_NS names its column, and is text otherwise: %s",
    (text) => {
      const read = () => columnValue("placedAt", "TIMESTAMP_NS", "Edm.DateTime", text);
      expect(read).toThrow(DateOutOfRange);
      expect(read).toThrow(expect.objectContaining({ column: "placedAt" }));
      const all = ExactDate.fromIso(text).toISOString();
      expect(columnValue("placedAt", "VARCHAR", "Edm.DateTime", text)).toBe(all);
    },
  );
});

it.each([5n, 5, "5"])("a BIGINT is a bigint: %s", (value) => {
  expect(columnValue("n", "BIGINT", "Edm.Int64", value)).toBe(5n);
});

it("a document is JSON text, and other values stay as they are", () => {
  expect(columnValue("tags", "JSON", "Edm.String", ["a"])).toBe('["a"]');
  expect(columnValue("n", "INTEGER", "Edm.Int32", 5)).toBe(5);
  expect(columnValue("text", "VARCHAR", "Edm.String", "5")).toBe("5");
  expect(columnValue("flag", "BOOLEAN", "Edm.Boolean", false)).toBe(false);
});

it.each(["VARCHAR", "TIMESTAMP_NS", "BIGINT", "JSON"] as const)("a missing value is null: %s", (type) => {
  for (const missing of [undefined, null]) expect(columnValue("x", type, "Edm.DateTime", missing)).toBeNull();
});
