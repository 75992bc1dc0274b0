import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { law } from "../../test/law.js";
import { formatIso, isoMilliseconds, isoRemainder } from "./iso-date.js";

const first = Date.UTC(1601, 0, 1);
const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const milliseconds = fc.integer({ min: first, max: last });
const remainder = fc.integer({ min: 0, max: 9999 });

describe("ISO dates", () => {
  it("are read as Date reads them", () => {
    fc.assert(
      fc.property(milliseconds, (ms) => {
        expect(isoMilliseconds(new Date(ms).toISOString())).toBe(ms);
      }),
      law(100_000),
    );
  });

  it("keep the milliseconds and the 100 ns below them", () => {
    fc.assert(
      fc.property(milliseconds, remainder, (ms, rest) => {
        const text = formatIso(ms, rest);
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{0,6}[1-9])?Z$/);
        expect(new Date(text).getTime()).toBe(ms);
        expect(isoMilliseconds(text)).toBe(ms);
        expect(isoRemainder(text)).toBe(rest);
      }),
      law(100_000),
    );
  });

  it.each([
    ["2021-09-21T00:53:41.7166246Z", 1632185621716, 6246],
    ["2021-09-21T00:53:41Z", 1632185621000, 0],
    ["2021-09-21T00:53:41.5Z", 1632185621500, 0],
    ["1601-01-01T00:00:00Z", first, 0],
    ["9999-12-31T23:59:59.9999999Z", last, 9999],
    ["2024-02-29T12:00:00.0000001Z", Date.UTC(2024, 1, 29, 12), 1],
  ])("%s is %i ms and %i units of 100 ns", (text, ms, rest) => {
    expect(isoMilliseconds(text)).toBe(ms);
    expect(isoRemainder(text)).toBe(rest);
    expect(formatIso(ms, rest)).toBe(text);
  });

  it.each([
    "",
    "2021-09-21",
    "2021-09-21T00:53:41",
    "2021-09-21T00:53:41+02:00",
    "2021-09-21T00:53:41.Z",
    "2021-09-21T00:53:41.12345678Z",
    "2021-09-21T00:53:41.12a4567Z",
    "2021-09-21T00:53:41.123456aZ",
    "2021-09-21T00:53:41,123Z",
    "2021-09-21 00:53:41Z",
    "2021-13-01T00:00:00Z",
    "2021-00-01T00:00:00Z",
    "2021-04-31T00:00:00Z",
    "2023-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2021-01-00T00:00:00Z",
    "2021-01-01T24:00:00Z",
    "2021-01-01T00:60:00Z",
    "2021-01-01T00:00:60Z",
    "202１-01-01T00:00:00Z",
    "2021-01-01T00:00:00.123Zz",
  ])("%j is not read", (text) => {
    expect(isoMilliseconds(text)).toBeNaN();
  });
});
