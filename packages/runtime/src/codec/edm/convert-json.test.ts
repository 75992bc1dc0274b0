import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convertJson, parseText } from "./convert-json.js";
import type { EdmName } from "./edm-type.js";

const guid = "0f8fad5b-d9cb-469f-a165-70867728950e";
const [lowest, highest] = ["-9223372036854775808", "9223372036854775807"];

it.each<[from: EdmName, to: EdmName, json: unknown, converted: unknown]>([
  ["Edm.Int32", "Edm.Int64", -5, "-5"],
  ["Edm.Int32", "Edm.Int64", 2 ** 31, undefined],
  ["Edm.Int32", "Edm.Int64", "5", undefined],
  ["Edm.Int32", "Edm.Double", -5, -5],
  ["Edm.Int32", "Edm.Double", 5.5, undefined],
  ["Edm.Int64", "Edm.Double", lowest, -(2 ** 63)],
  ["Edm.Int64", "Edm.Double", highest, undefined],
  ["Edm.Int64", "Edm.Double", "9007199254740993", undefined],
  ["Edm.Int64", "Edm.Double", "x5", undefined],
  ["Edm.Int64", "Edm.Double", "5x", undefined],
  ["Edm.Int64", "Edm.Double", 5, undefined],
  ["Edm.String", "Edm.Boolean", "true", true],
  ["Edm.String", "Edm.Boolean", "false", false],
  ["Edm.String", "Edm.Boolean", "", undefined],
  ["Edm.String", "Edm.Int32", "2147483647", 2 ** 31 - 1],
  ["Edm.String", "Edm.Int32", "2147483648", undefined],
  ["Edm.String", "Edm.Int32", "1.5", undefined],
  ["Edm.String", "Edm.Int32", "-0", undefined],
  ["Edm.String", "Edm.Int32", 5, undefined],
  ["Edm.String", "Edm.Int64", lowest, lowest],
  ["Edm.String", "Edm.Int64", highest, highest],
  ["Edm.String", "Edm.Int64", "9223372036854775808", undefined],
  ["Edm.String", "Edm.Int64", "-0", undefined],
  ["Edm.String", "Edm.Int64", "5x", undefined],
  ["Edm.String", "Edm.Int64", "x5", undefined],
  ["Edm.String", "Edm.Int64", 5, undefined],
  ["Edm.String", "Edm.Double", "1.5", 1.5],
  ["Edm.String", "Edm.Double", "-Infinity", "-Infinity"],
  ["Edm.String", "Edm.Double", "1.50", 1.5],
  ["Edm.String", "Edm.Double", 1.5, undefined],
  ["Edm.String", "Edm.DateTime", "2024-05-06T07:08:09.100Z", "2024-05-06T07:08:09.100Z"],
  ["Edm.String", "Edm.DateTime", "2024-05-06T07:08:09.1Z", "2024-05-06T07:08:09.100Z"],
  ["Edm.String", "Edm.DateTime", "yesterday", undefined],
  ["Edm.String", "Edm.DateTime", 5, undefined],
  ["Edm.String", "Edm.Guid", guid, guid],
  ["Edm.String", "Edm.Guid", guid.toUpperCase(), guid],
  ["Edm.String", "Edm.Guid", "x", undefined],
  ["Edm.String", "Edm.Guid", 5, undefined],
  ["Edm.DateTime", "Edm.String", "2024-05-06T07:08:09Z", "2024-05-06T07:08:09.000Z"],
  ["Edm.DateTime", "Edm.String", "yesterday", undefined],
  ["Edm.DateTime", "Edm.String", 5, undefined],
  ["Edm.Guid", "Edm.String", guid.toUpperCase(), guid],
  ["Edm.Guid", "Edm.String", "x", undefined],
  ["Edm.Guid", "Edm.String", 5, undefined],
  ["Edm.Int64", "Edm.Int32", "-2147483648", -(2 ** 31)],
  ["Edm.Int64", "Edm.Int32", "-2147483649", undefined],
  ["Edm.Double", "Edm.Int32", 5, 5],
  ["Edm.Double", "Edm.Int32", -0, 0],
  ["Edm.Double", "Edm.Int32", 5.5, undefined],
  ["Edm.Double", "Edm.Int32", "NaN", undefined],
  ["Edm.Double", "Edm.Int64", -(2 ** 63), lowest],
  ["Edm.Double", "Edm.Int64", 2 ** 63, undefined],
  ["Edm.Double", "Edm.Int64", 5.5, undefined],
  ["Edm.Double", "Edm.Int64", "Infinity", undefined],
  ["Edm.Boolean", "Edm.String", true, "true"],
  ["Edm.Int32", "Edm.String", -5, "-5"],
  ["Edm.Int64", "Edm.String", "5", "5"],
  ["Edm.Double", "Edm.String", 1e21, "1e+21"],
  ["Edm.Binary", "Edm.String", "AQ==", undefined],
])("%s to %s: %j becomes %j", (from, to, json, converted) => {
  expect(convertJson(json, from, to)).toBe(converted);
});

describe("text that another program wrote", () => {
  it.each<[writer: string, type: EdmName, text: string, value: unknown]>([
    ['.NET, DateTime.ToString("o")', "Edm.DateTime", "2021-07-30T12:34:56.1234567Z", "2021-07-30T12:34:56.1234567Z"],
    [".NET, JSON", "Edm.DateTime", "2021-07-30T00:00:00Z", "2021-07-30T00:00:00.000Z"],
    [".NET, DateTimeOffset", "Edm.DateTime", "2021-07-30T02:00:00+02:00", "2021-07-30T00:00:00.000Z"],
    ["Go, RFC3339Nano", "Edm.DateTime", "2023-11-20T18:05:11.123456789Z", "2023-11-20T18:05:11.1234567Z"],
    ["Go, local time", "Edm.DateTime", "2023-11-20T20:05:11-08:00", "2023-11-21T04:05:11.000Z"],
    ["Python, isoformat", "Edm.DateTime", "2023-11-20T18:05:11.123456+00:00", "2023-11-20T18:05:11.123456"],
    ["Python, str", "Edm.DateTime", "2023-11-20 18:05:11+00:00", "2023-11-20T18:05:11.000Z"],
    ["Java, Instant", "Edm.DateTime", "2023-11-20T18:05:11.123456Z", "2023-11-20T18:05:11.123456"],
    ["PHP, c without a colon", "Edm.DateTime", "2023-11-20T18:05:11+0530", "2023-11-20T12:35:11.000Z"],
    ["JavaScript", "Edm.DateTime", "2018-08-21T11:49:52.404Z", "2018-08-21T11:49:52.404Z"],
    ["Go, %+d", "Edm.Int32", "+5", 5],
    ["any, lowest", "Edm.Int64", "-9223372036854775808", "-9223372036854775808"],
    [".NET", "Edm.Double", "1E+16", 1e16],
    [".NET", "Edm.Double", "1E3", 1000],
    ["Java", "Edm.Double", "1.0E10", 1e10],
    ["Python", "Edm.Double", "5.0", 5],
    ["Python", "Edm.Double", "1e-05", 1e-5],
    ["Python", "Edm.Double", "inf", "Infinity"],
    ["Python", "Edm.Double", "nan", "NaN"],
    ["Go", "Edm.Double", "+Inf", "Infinity"],
    ["Java", "Edm.Double", "-Infinity", "-Infinity"],
    ["Excel", "Edm.Boolean", "TRUE", true],
    [".NET and Python", "Edm.Boolean", "False", false],
    [".NET, upper case", "Edm.Guid", guid.toUpperCase(), guid],
  ])("%s, is read as %s: %s", (_, type, text, value) => {
    const canonical = type === "Edm.DateTime" ? String(value).replace(/(\.\d{6})$/, "$10Z") : value;
    expect(parseText(text, type)).toBe(canonical);
  });

  it.each<[type: EdmName, text: string]>([
    ["Edm.DateTime", "2021-07-30T00:00:00"],
    ["Edm.DateTime", "2021-07-30"],
    ["Edm.DateTime", "2021-02-30T00:00:00Z"],
    ["Edm.DateTime", "2021-07-30T00:00:00+15:00"],
    ["Edm.DateTime", "2021-07-30T00:00:00.1234567890Z"],
    ["Edm.DateTime", "22/11/2026 10:00"],
    ["Edm.Int32", "05"],
    ["Edm.Int32", "-0"],
    ["Edm.Int32", "5.0"],
    ["Edm.Int32", " 5"],
    ["Edm.Int32", "2147483648"],
    ["Edm.Int64", "9223372036854775808"],
    ["Edm.Int64", "1".repeat(1000)],
    ["Edm.Double", "12,5"],
    ["Edm.Double", "1e400"],
    ["Edm.Double", "0x10"],
    ["Edm.Double", ""],
    ["Edm.Double", "9007199254740993"],
    ["Edm.Double", "0.12345678901234567890"],
    ["Edm.Boolean", "1"],
    ["Edm.Guid", guid.replaceAll("-", "")],
    ["Edm.Binary", "AQ=="],
  ])("is not read as %s: %s", (type, text) => {
    expect(parseText(text, type)).toBeUndefined();
  });
});

it("a number that JavaScript writes is read as the same number", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (value) => {
      const read = parseText(String(value), "Edm.Double");
      expect(Number(read)).toBe(value === 0 ? 0 : value);
    }),
    { examples: [[33_565_935_720_362_350]] },
  );
});

it("a date with an offset is the same moment as in UTC", () => {
  const moment = fc.date({ min: new Date("1602-01-01"), max: new Date("9998-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(moment, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, minutes) => {
      const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
      const offset = `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
      expect(parseText(`${local}${offset}`, "Edm.DateTime")).toBe(date.toISOString());
    }),
  );
});
