import { describe, expect, it } from "vitest";
import {
  formatDateTime,
  formatDateTimeFull,
  isStorableDateTime,
  parseDateTime,
  ticksOfMilliseconds,
} from "./date-time.js";

const at = (milliseconds: number, ticks = 0n) => ticksOfMilliseconds(milliseconds) + ticks;

describe("a DateTime of the strict service", () => {
  it.each<[string, bigint]>([
    ["2021-01-02", at(Date.UTC(2021, 0, 2))],
    ["2021-01-02T03:04", at(Date.UTC(2021, 0, 2, 3, 4))],
    ["2021-01-02T03:04Z", at(Date.UTC(2021, 0, 2, 3, 4))],
    ["2021-01-02T03:04:05", at(Date.UTC(2021, 0, 2, 3, 4, 5))],
    ["2021-01-02T03:04:05.1Z", at(Date.UTC(2021, 0, 2, 3, 4, 5, 100))],
    ["2021-01-02T03:04:05.1234567Z", at(Date.UTC(2021, 0, 2, 3, 4, 5, 123), 4567n)],
    ["2021-01-02T03:04:05+02:30", at(Date.UTC(2021, 0, 2, 0, 34, 5))],
    ["2024-02-29T23:59:59-01:00", at(Date.UTC(2024, 2, 1, 0, 59, 59))],
    ["2021-01-28T03:04:05.678Z", at(Date.UTC(2021, 0, 28, 3, 4, 5, 678))],
    ["2024-02-29T03:04:05.678Z", at(Date.UTC(2024, 1, 29, 3, 4, 5, 678))],
    ["2021-01-31T23:59:59.999Z", at(Date.UTC(2021, 0, 31, 23, 59, 59, 999))],
    ["0001-01-01T00:00:00Z", 0n],
    ["0001-01-01T00:00:00.000Z", 0n],
  ])("is read from %s", (text, ticks) => {
    expect(parseDateTime(text)).toBe(ticks);
  });

  it.each([
    "",
    "2021-02-30",
    "2023-02-29T00:00:00Z",
    "2023-02-29T00:00:00.000Z",
    "2021-04-31T00:00:00.000Z",
    "2021-01-00T00:00:00.000Z",
    "2021-01-02T24:00:00.000Z",
    "2021-13-01",
    "2021-01-02T24:00:00Z",
    "2021-01-02T03:60:00Z",
    "2021-01-02T03:04:05.12345678Z",
    "2021-01-02 03:04:05Z",
    "x2021-01-02",
    "2021-01-02x",
  ])("is none in %j", (text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });

  it("is written with the digits that it needs, or with all seven", () => {
    const texts = [0n, 1n, 10n, 1_000_000n, 9_999_999n].map((ticks) => at(Date.UTC(2021, 0, 2), ticks));
    expect(texts.map(formatDateTime)).toEqual([
      "2021-01-02T00:00:00Z",
      "2021-01-02T00:00:00.0000001Z",
      "2021-01-02T00:00:00.000001Z",
      "2021-01-02T00:00:00.1Z",
      "2021-01-02T00:00:00.9999999Z",
    ]);
    expect(texts.map(formatDateTimeFull).map((text) => text.slice(20))).toEqual([
      "0000000Z",
      "0000001Z",
      "0000010Z",
      "1000000Z",
      "9999999Z",
    ]);
    expect(formatDateTime(at(-1, 1n))).toBe("1969-12-31T23:59:59.9990001Z");
  });

  it("is stored from 1601 to 9999, to the tick", () => {
    const first = parseDateTime("1601-01-01T00:00:00Z") ?? 0n;
    const last = parseDateTime("9999-12-31T23:59:59.9999999Z") ?? 0n;
    expect([first - 1n, first, last, last + 1n].map(isStorableDateTime)).toEqual([false, true, true, false]);
  });

  it("counts fractions of a millisecond", () => {
    expect(ticksOfMilliseconds(0.25) - ticksOfMilliseconds(0)).toBe(2500n);
    expect(ticksOfMilliseconds(-0.25) - ticksOfMilliseconds(0)).toBe(-2500n);
  });
});
