import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Clock, monotonicNow } from "./clock.js";

const start = Date.parse("2026-01-01T00:00:00Z");
const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});

afterEach(() => {
  vi.useRealTimers();
});

const dated = (time: number) => ["Date", new Date(time).toUTCString()];

it("is the machine's until a response corrects it", () => {
  const clock = new Clock();
  expect([clock.offsetMs, clock.now()]).toEqual([0, start]);
  expect(clock.correct(dated(start + 60 * minute), 0)).toBe(true);
  expect([clock.offsetMs, clock.now()]).toEqual([60 * minute, start + 60 * minute]);
  expect(clock.httpDate()).toBe("Thu, 01 Jan 2026 01:00:00 GMT");
});

it.each([
  [5 * minute, 0, false],
  [5 * minute + 1000, 0, true],
  [-5 * minute, 0, false],
  [-5 * minute - 1000, 0, true],
  [60 * minute, 60 * minute, false],
  [0, 60 * minute, true],
])("%d ms off, with %d ms of it known to the attempt, explains a 403: %s", (offset, used, explains) => {
  const clock = new Clock();
  clock.offsetMs = used;
  expect(clock.correct(dated(start + offset), used)).toBe(explains);
  expect(clock.offsetMs).toBe(explains ? offset : used);
});

it.each([[[]], [["Date", ""]], [["Date", "yesterday"]], [["x-date", "Thu, 01 Jan 2015 00:00:00 GMT"]]])(
  "learns nothing from %j",
  (headers) => {
    const clock = new Clock();
    expect(clock.correct(headers, 0)).toBe(false);
    expect(clock.offsetMs).toBe(0);
  },
);

it("writes the second that it is, anew in the next one", () => {
  const clock = new Clock();
  vi.setSystemTime(start + 999);
  expect(clock.httpDate()).toBe("Thu, 01 Jan 2026 00:00:00 GMT");
  vi.setSystemTime(start + 1000);
  expect(clock.httpDate()).toBe("Thu, 01 Jan 2026 00:00:01 GMT");
  vi.setSystemTime(start);
  expect(clock.httpDate()).toBe("Thu, 01 Jan 2026 00:00:00 GMT");
});

it("a unique time is later than the one before, while the clock stands still and when it goes on", () => {
  const times = [monotonicNow(), monotonicNow(), monotonicNow()];
  vi.advanceTimersByTime(1);
  times.push(monotonicNow(), monotonicNow());
  expect(new Set(times).size).toBe(5);
  expect(times.toSorted((a, b) => a - b)).toEqual(times);
  expect(times[4]).toBeCloseTo(performance.now(), 3);
});

it("a unique time is later than the one before after months too", () => {
  vi.advanceTimersByTime(120 * 86_400_000);
  expect(monotonicNow()).toBeLessThan(monotonicNow());
});
