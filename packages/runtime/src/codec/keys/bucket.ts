import { dateAt, utcTime } from "../../platform/time.js";
import type { BucketUnit, Intervals } from "./key-part.js";
import { type AnyTimestamp, toDate } from "./ticks.js";

/** Returns consecutive intervals of time that all have this length, in milliseconds. */
export function intervalsOf(length: number): Intervals {
  return { at: (time) => Math.floor(time / length), start: (interval) => interval * length, length };
}

export const buckets: Readonly<Record<BucketUnit, Intervals>> = {
  year: {
    at: (time) => dateAt(time).getUTCFullYear(),
    start: (year) => utcTime(year, 0),
    length: 365 * 86_400_000,
  },
  month: {
    at: monthAt,
    start: (month) => utcTime(Math.floor(month / 12), month % 12),
    length: 30 * 86_400_000,
  },
  day: intervalsOf(86_400_000),
  hour: intervalsOf(3_600_000),
};

function monthAt(time: number): number {
  const date = dateAt(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/**
 * Creates the function that writes a timestamp as its year, month, day or hour (its bucket). The function caches the last bucket:
 * consecutive rows often share one, so only the first of them builds its text.
 * @param units number of characters of `2026-11-21T05:00` that make up the text: 10 for a day, 13 for an hour
 */
function keyBucket({ at, start }: Intervals, units: number): (value: AnyTimestamp) => string {
  let from = Number.NaN;
  let to = Number.NaN;
  let text = "";
  return (value) => {
    const time = toDate(value).getTime();
    if (time >= from && time < to) return text;
    const bucket = at(time);
    from = start(bucket);
    to = start(bucket + 1);
    text = dateAt(from).toISOString().slice(0, units);
    return text;
  };
}

/** Writes the year of a timestamp as key text: `2026`, in UTC. */
export const keyYear: (value: AnyTimestamp) => string = /* @__PURE__ */ keyBucket(buckets.year, 4);
/** Writes the month of a timestamp as key text: `2026-11`, in UTC. */
export const keyMonth: (value: AnyTimestamp) => string = /* @__PURE__ */ keyBucket(buckets.month, 7);
/** Writes the day of a timestamp as key text: `2026-11-21`, in UTC. */
export const keyDay: (value: AnyTimestamp) => string = /* @__PURE__ */ keyBucket(buckets.day, 10);
/** Writes the hour of a timestamp as key text: `2026-11-21T05`, in UTC. */
export const keyHour: (value: AnyTimestamp) => string = /* @__PURE__ */ keyBucket(buckets.hour, 13);
