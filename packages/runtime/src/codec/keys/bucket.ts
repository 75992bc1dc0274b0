import { dateAt, utcTime } from "../../platform/time.js";
import { remainderOf } from "../edm/exact-date.js";
import { type Intervals, type KeyCodec, parseDerived, rounded } from "./key-codec.js";
import { type AnyTimestamp, toDate } from "./ticks.js";

/** Length of a bucket. A bucket is an interval of time, in UTC, whose timestamps all have the same key text. */
export type BucketUnit = "year" | "month" | "day" | "hour";

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
 * Creates the function that writes a timestamp as its bucket: its year, month, day or hour. The function keeps the last bucket, because
 * consecutive rows often share one. Then only the first of them needs to build its text.
 * @param units number of characters of `2026-11-21T05:00` in the text: 10 for a day, 13 for an hour
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

function bucketCodec(unit: BucketUnit, units: number, pattern: string): KeyCodec {
  const intervals = buckets[unit];
  return rounded({
    form: unit,
    encode: keyBucket(intervals, units),
    parse: parseDerived,
    pattern: () => pattern,
    intervals,
    order: "asc",
    keeps: (value: AnyTimestamp) => {
      const date = toDate(value);
      const time = date.getTime();
      return intervals.start(intervals.at(time)) === time && remainderOf(date) === 0;
    },
  });
}

/** Codec for the year of a timestamp: `2026`, in UTC. */
export const year: KeyCodec = /* @__PURE__ */ bucketCodec("year", 4, "[0-9]{4}");
/** Codec for the month of a timestamp: `2026-11`, in UTC. */
export const month: KeyCodec = /* @__PURE__ */ bucketCodec("month", 7, "[0-9]{4}-[0-9]{2}");
/** Codec for the day of a timestamp: `2026-11-21`, in UTC. */
export const day: KeyCodec = /* @__PURE__ */ bucketCodec("day", 10, "[0-9]{4}-[0-9]{2}-[0-9]{2}");
/** Codec for the hour of a timestamp: `2026-11-21T05`, in UTC. */
export const hour: KeyCodec = /* @__PURE__ */ bucketCodec("hour", 13, "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}");
