import { expect, it } from "vitest";
import { fromLocalTime, localTime } from "../../../studio/page/values/times.js";
import { timeRange, wholeTime } from "../../../studio/src/contract/times.js";

it.each([
  ["2026", "2026-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
  ["2026-12", "2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
  ["2026-02-28", "2026-02-28T00:00:00.000Z", "2026-03-01T00:00:00.000Z"],
  ["2026-11-30T23", "2026-11-30T23:00:00.000Z", "2026-12-01T00:00:00.000Z"],
  ["2026-11-30 19:24", "2026-11-30T19:24:00.000Z", "2026-11-30T19:25:00.000Z"],
])("takes %s for the times in it", (text, ge, lt) => {
  expect(timeRange(text)).toEqual({ ge, lt });
});

it("leaves a whole time and another text as they are", () => {
  expect(timeRange("2026-11-30T19:24:05Z")).toBeUndefined();
  expect(timeRange("soon")).toBeUndefined();
  expect(timeRange("2026-02-30")).toBeUndefined();
  expect(wholeTime("2026-11-30 19:24:05.1234567")).toBe("2026-11-30T19:24:05.1234567Z");
  expect(wholeTime("soon")).toBe("soon");
});

it("takes the time of a calendar for that of this computer", () => {
  const text = "2026-11-30T19:24:05.000Z";
  expect(fromLocalTime(localTime(text))).toBe(text);
  expect([localTime("soon"), fromLocalTime("")]).toEqual(["", ""]);
});
