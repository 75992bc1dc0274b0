import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ClockReading, dateReadings, ServiceClock, writeReadings } from "./service-clock.js";

const text = (time: number) => new Date(time).toISOString();
const epoch = Date.UTC(2024, 0, 1);

describe("readings", () => {
  it("are bounds of the service's clock: a second by Date, a millisecond by the ETag of a write", () => {
    const at = { sentAt: 1, receivedAt: 2 };
    const headers = ["Date", new Date(epoch).toUTCString(), "ETag", "W/\"datetime'2024-01-01T00%3A00%3A00.0271234Z'\""];
    const second = { ...at, earliest: epoch, latest: epoch + 1000 };
    expect(dateReadings(headers, 1, 2)).toEqual([second]);
    expect(writeReadings({ ...at, headers })).toEqual([second, { ...at, earliest: epoch + 27, latest: epoch + 28 }]);
    expect(writeReadings({ ...at, headers: ["Date", "soon", "ETag", 'W/"0x5B168C7B6E589D2"'] })).toEqual([]);
  });
});

/** A run as the client sees it: an earlier write, an attempt, a wait, and an answer with a Date. */
const run = fc.record({
  start: fc.integer({ min: 0, max: 86_400_000 }),
  trip: fc.double({ min: 0.1, max: 200, noNaN: true }),
  attempt: fc.double({ min: 0.1, max: 5000, noNaN: true }),
  gaps: fc.tuple(fc.double({ min: 0, max: 5000, noNaN: true }), fc.double({ min: 0, max: 5000, noNaN: true })),
  hasWrite: fc.boolean(),
  /** When the row was written, as a share of the whole run. */
  written: fc.double({ min: -0.5, max: 1, noNaN: true }),
  offset: fc.oneof(fc.constant(0), fc.integer({ min: -86_400_000, max: 86_400_000 })),
});

/** @param service the service's clock, by local time */
function look(given: typeof run extends fc.Arbitrary<infer T> ? T : never, service: (localTime: number) => number) {
  const { start, trip, attempt, gaps, hasWrite, written } = given;
  const startedAt = start + trip + gaps[0];
  const endedAt = startedAt + attempt;
  const askedAt = endedAt + gaps[1];
  const end = askedAt + trip;
  const middle = Math.floor(service(start + trip / 2));
  const second = Math.floor(service(askedAt + trip / 2) / 1000) * 1000;
  const readings: ClockReading[] = [
    { sentAt: askedAt, receivedAt: end, earliest: second, latest: second + 1000 },
    ...(hasWrite ? [{ sentAt: start, receivedAt: start + trip, earliest: middle, latest: middle + 1 }] : []),
  ];
  const writtenAt = start + written * (end - start);
  const clock = new ServiceClock(readings, epoch);
  const timestamp = text(Math.floor(service(writtenAt)));
  return {
    writtenAt,
    startedAt,
    endedAt,
    isWithin: clock.isWithin(timestamp, { startedAt, endedAt }),
    isBefore: clock.isBefore(timestamp, startedAt),
  };
}

describe("by a clock that runs as the local one does", () => {
  it("what was written during an attempt is within it, where the clocks are synchronized", () => {
    fc.assert(
      fc.property(run, (given) => {
        const { isWithin, writtenAt, startedAt, endedAt } = look(given, (time) => epoch + time);
        if (writtenAt >= startedAt && writtenAt <= endedAt) expect(isWithin).toBe(true);
      }),
    );
  });

  it("nothing that was written outside of an attempt is within it, where they are synchronized or seconds apart", () => {
    const apart = run.filter(({ offset }) => offset === 0 || Math.abs(offset) > 10_000);
    fc.assert(
      fc.property(apart, (given) => {
        const { isWithin, writtenAt, startedAt, endedAt } = look(given, (time) => epoch + time + given.offset);
        if (writtenAt < startedAt - 4 || writtenAt > endedAt + 4) expect(isWithin).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it("what was written after the beginning of an attempt is never before it, however far the clocks are apart", () => {
    fc.assert(
      fc.property(run, (given) => {
        const { isBefore, writtenAt, startedAt } = look(given, (time) => epoch + time + given.offset);
        if (writtenAt >= startedAt) expect(isBefore).toBe(false);
        if (given.offset === 0 && writtenAt < startedAt - 1300) expect(isBefore).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("by a clock of a test double", () => {
  const clocks = fc.constantFrom<(time: number) => number>(
    () => epoch,
    () => Date.UTC(2030, 0, 1),
    () => Date.UTC(2001, 0, 1),
    (time) => Date.UTC(2030, 0, 1) + Math.floor(time) * 100,
    (time) => Date.UTC(2001, 0, 1) + Math.floor(time / 50) * 60_000,
    (time) => epoch + Math.floor(time) * 100,
  );

  it("what was written after the beginning of an attempt is never before it", () => {
    fc.assert(
      fc.property(run, clocks, (given, service) => {
        const { isBefore, writtenAt, startedAt } = look(given, service);
        if (writtenAt >= startedAt) expect(isBefore).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});

it("knows nothing without readings, or by readings that contradict each other", () => {
  const attempt = { startedAt: 10, endedAt: 20 };
  const at = { sentAt: 30, receivedAt: 31 };
  const contradicting = [
    { ...at, earliest: epoch, latest: epoch + 1000 },
    { ...at, earliest: epoch + 5000, latest: epoch + 6000 },
  ];
  for (const readings of [[], contradicting]) {
    const clock = new ServiceClock(readings, epoch);
    expect(clock.isWithin(text(epoch + 15), attempt)).toBe(false);
  }
  expect(new ServiceClock([], epoch).isBefore(text(0), 10)).toBe(false);
});

it("what was written during an attempt is within it by a clock of another time zone that was read before", () => {
  const hour = 3_600_000;
  const earlier = { sentAt: 0, receivedAt: 2, earliest: epoch + hour + 1, latest: epoch + hour + 2 };
  const clock = new ServiceClock([earlier], epoch);
  const attempt = { startedAt: 100, endedAt: 5000 };
  expect(clock.isWithin(text(epoch + hour + 2500), attempt)).toBe(true);
  expect(clock.isWithin(text(epoch + hour + 50), attempt)).toBe(false);
  expect(clock.isWithin(text(epoch + hour + 5050), attempt)).toBe(false);
});

describe("to the millisecond", () => {
  const hour = 3_600_000;
  const attempt = { startedAt: 100, endedAt: 5000 };

  it.each([
    [99, false],
    [100, true],
    [5001, true],
    [5002, false],
  ])("a row of %d ms by a clock known within 3 ms was written from 100 to 5000: %s", (time, expected) => {
    const reading = { sentAt: 0, receivedAt: 2, earliest: epoch + hour + 1, latest: epoch + hour + 2 };
    expect(new ServiceClock([reading], epoch).isWithin(text(epoch + hour + time), attempt)).toBe(expected);
  });

  it.each([
    [100, 0, false],
    [100, 1, true],
    [101, 0, true],
  ])("what was shown at %d ms is older than an attempt from 100 ms on, and %d ms more is not", (at, more, expected) => {
    const shown = epoch + hour;
    const clock = new ServiceClock([{ sentAt: at, receivedAt: at, earliest: shown, latest: shown + 1 }], epoch);
    expect(clock.isWithin(text(shown + more), attempt)).toBe(expected);
  });

  it.each([
    [100, 251, true],
    [100, 250, false],
    [99, 252, false],
  ])("a row is before %d ms where what was shown at 100 ms is %d ms later: %s", (localTime, later, expected) => {
    const shown = epoch + hour;
    const clock = new ServiceClock([{ sentAt: 100, receivedAt: 100, earliest: shown, latest: shown + 1 }], epoch);
    expect(clock.isBefore(text(shown - later), localTime)).toBe(expected);
  });

  it.each([
    [-2, false],
    [-1, true],
    [0, true],
    [10, true],
    [11, false],
  ])("a local clock %d ms from the service's lowest is synchronized: %s", (offset, expected) => {
    const shown = epoch + 100;
    const reading = { sentAt: 100, receivedAt: 100, earliest: shown, latest: shown + 10 };
    const clock = new ServiceClock([reading], epoch + offset);
    // What was shown after a time tells of it only where the clocks are synchronized.
    expect(clock.isBefore(text(shown - 262), 90)).toBe(expected);
    expect(clock.isBefore(text(shown - 260), 90)).toBe(false);
  });
});
