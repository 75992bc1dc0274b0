import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EdmName } from "./edm-type.js";
import { parseText } from "./parse-text.js";

const guid = "0f8fad5b-d9cb-469f-a165-70867728950e";

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
