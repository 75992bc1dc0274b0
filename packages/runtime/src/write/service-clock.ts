import type { AmbiguousAttempt } from "../errors/request-error.js";
import type { LastWrite } from "../http/clock.js";
import { headerValue } from "../http/headers.js";

/** An answer that shows the service's clock: somewhere between two local times it showed a time between two others. */
export interface ClockReading {
  /** `performance.now()` before the request and after the answer. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** Milliseconds since 1970 by the service's clock. */
  readonly earliest: number;
  readonly latest: number;
}

/** What the `Date` of an answer shows, which is cut to the second: one reading, or none. */
export function dateReadings(headers: readonly string[], sentAt: number, receivedAt: number): ClockReading[] {
  const earliest = Date.parse(headerValue(headers, "date") ?? "");
  return Number.isNaN(earliest) ? [] : [{ sentAt, receivedAt, earliest, latest: earliest + 1000 }];
}

/**
 * What the answer to a write shows besides: an ETag of Storage is the row's Timestamp, which the service gave it between
 * request and answer.
 */
export function writeReadings({
  headers,
  sentAt,
  receivedAt,
}: Pick<LastWrite, "headers" | "sentAt" | "receivedAt">): ClockReading[] {
  const timestamp = /datetime'([^']+)'/i.exec(headerValue(headers, "etag") ?? "")?.[1] ?? "";
  const earliest = Date.parse(timestamp.replaceAll(/%3A/gi, ":"));
  const readings = dateReadings(headers, sentAt, receivedAt);
  if (!Number.isNaN(earliest)) readings.push({ sentAt, receivedAt, earliest, latest: earliest + 1 });
  return readings;
}

/** Timestamps may be cut to the millisecond, as `Date.now()` is, by which the local clock is known. */
const slackMs = 2;

/** How far the clocks of the service's own machines may be apart. */
const machinesApartMs = 250;

/** How fast the two clocks may drift apart, in milliseconds per millisecond. */
const drift = 1 / 1000;

/**
 * Compares the service's Timestamps with times of `performance.now()`, by the offset between the two clocks.
 *
 * Each reading bounds the offset from both sides: a clock that showed at least `earliest` when the answer came is ahead
 * by `earliest - receivedAt` or more, and by `latest - sentAt` or less. Clocks are usually synchronized, so where the
 * bounds allow for an offset of zero to the local clock, that is what it is taken for. This is the one guess: clocks that
 * are up to a second apart pass for synchronized where only a `Date` was read, and no ETag of a write.
 *
 * Where zero is not possible, all offsets within the bounds are: a Timestamp lies within an attempt only if it does so by
 * each, and if the clock has moved since it was read before the attempt. Where the bounds contradict each other, or
 * nothing was read, nothing lies within an attempt. So a clock that stands still or leaps, as that of a test double may,
 * leaves outcomes unknown that a real clock would tell.
 *
 * That a row is older than an attempt is an error's proof, so no guess goes into it. What was shown before the attempt
 * is older, whatever the clock's speed. What was shown after it is counted back from, which takes a clock that does not
 * run ahead of the local one: one that agrees with it.
 */
export class ServiceClock {
  readonly #readings: readonly ClockReading[];
  /** The bounds of the offset that is left after all readings. */
  readonly #lowest: number;
  readonly #highest: number;
  readonly #isSynchronized: boolean;

  /** @param localOffset what to add to `performance.now()` for the local time in milliseconds since 1970 */
  constructor(readings: readonly ClockReading[], localOffset: number = Date.now() - performance.now()) {
    const end = Math.max(...readings.map(({ receivedAt }) => receivedAt));
    const age = ({ receivedAt }: ClockReading) => (end - receivedAt) * drift;
    const low = Math.max(...readings.map((reading) => reading.earliest - reading.receivedAt - age(reading)));
    const high = Math.min(...readings.map((reading) => reading.latest - reading.sentAt + age(reading)));
    this.#readings = readings;
    // By a millisecond for `Date.now()`, which is cut.
    this.#isSynchronized = low <= localOffset + 1 && localOffset <= high;
    this.#lowest = this.#isSynchronized ? localOffset : low;
    this.#highest = this.#isSynchronized ? localOffset : high;
  }

  /** Whether a Timestamp was given during an attempt, as far as that can be known. */
  isWithin(timestamp: string, { startedAt, endedAt }: AmbiguousAttempt): boolean {
    if (this.#readings.length === 0 || this.#lowest > this.#highest) return false;
    const time = Date.parse(timestamp);
    const isStill = ({ receivedAt, earliest }: ClockReading) => receivedAt <= startedAt && time <= earliest;
    if (!this.#isSynchronized && this.#readings.some(isStill)) return false;
    return startedAt + this.#highest - slackMs <= time && time <= endedAt + this.#lowest + slackMs;
  }

  /** Whether a Timestamp was certainly given before a time of `performance.now()`. */
  isBefore(timestamp: string, localTime: number): boolean {
    const time = Date.parse(timestamp) + machinesApartMs;
    return this.#readings.some(({ receivedAt, earliest }) => {
      if (receivedAt <= localTime) return time < earliest;
      return this.#isSynchronized && time < earliest - (receivedAt - localTime);
    });
  }
}
