import type { BucketUnit } from "./key-part.js";
import { type Moment, toDate } from "./ticks.js";

/** The buckets of one unit, numbered one after the other. */
interface Buckets {
  /** The number of the bucket that holds a time in milliseconds since 1970. */
  at(time: number): number;
  /** When a bucket begins, in milliseconds since 1970. */
  start(bucket: number): number;
  /** How much of `2026-11-21T05:00` names it. */
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

/** Rows come bucket after bucket: the last one is kept, so that only the first of its rows costs its text. */
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

/** The year of a moment as key text: `2026`, in UTC. */
export const keyYear: (value: Moment) => string = /* @__PURE__ */ keyBucket(buckets.year);
/** The month of a moment as key text: `2026-11`, in UTC. */
export const keyMonth: (value: Moment) => string = /* @__PURE__ */ keyBucket(buckets.month);
/** The day of a moment as key text: `2026-11-21`, in UTC. */
export const keyDay: (value: Moment) => string = /* @__PURE__ */ keyBucket(buckets.day);
/** The hour of a moment as key text: `2026-11-21T05`, in UTC. */
export const keyHour: (value: Moment) => string = /* @__PURE__ */ keyBucket(buckets.hour);
