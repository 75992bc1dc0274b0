import type { BucketUnit } from "./key-part.js";
import { type Moment, toDate } from "./ticks.js";

/** Buckets of one unit, numbered consecutively. */
interface Buckets {
  /** Returns the number of the bucket that contains a time, in milliseconds since 1970. */
  at(time: number): number;
  /** Returns the beginning of a bucket, in milliseconds since 1970. */
  start(bucket: number): number;
  /** Length of the bucket's name in `2026-11-21T05:00`. */
  readonly units: number;
}

const day = 86_400_000;
const hour = 3_600_000;

export const buckets: Readonly<Record<BucketUnit, Buckets>> = {
  year: { at: (time) => new Date(time).getUTCFullYear(), start: (bucket) => Date.UTC(bucket, 0), units: 4 },
  month: { at: monthAt, start: (bucket) => Date.UTC(Math.floor(bucket / 12), bucket % 12), units: 7 },
  day: { at: (time) => Math.floor(time / day), start: (bucket) => bucket * day, units: 10 },
  hour: { at: (time) => Math.floor(time / hour), start: (bucket) => bucket * hour, units: 13 },
};

function monthAt(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/**
 * Creates the encoder of a bucket. It keeps the last bucket: consecutive rows often share one, so only the first of them builds its text.
 */
function keyBucket({ at, start, units }: Buckets): (value: Moment) => string {
  let from = Number.NaN;
  let to = Number.NaN;
  let text = "";
  return (value) => {
    const time = toDate(value).getTime();
    if (time >= from && time < to) return text;
    const bucket = at(time);
    from = start(bucket);
    to = start(bucket + 1);
    text = new Date(from).toISOString().slice(0, units);
    return text;
  };
}

/** Writes the year of a timestamp as key text: `2026`, in UTC. */
export const keyYear: (value: Moment) => string = /* @__PURE__ */ keyBucket(buckets.year);
/** Writes the month of a timestamp as key text: `2026-11`, in UTC. */
export const keyMonth: (value: Moment) => string = /* @__PURE__ */ keyBucket(buckets.month);
/** Writes the day of a timestamp as key text: `2026-11-21`, in UTC. */
export const keyDay: (value: Moment) => string = /* @__PURE__ */ keyBucket(buckets.day);
/** Writes the hour of a timestamp as key text: `2026-11-21T05`, in UTC. */
export const keyHour: (value: Moment) => string = /* @__PURE__ */ keyBucket(buckets.hour);
