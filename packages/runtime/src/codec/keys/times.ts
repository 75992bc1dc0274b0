import type { TableError } from "../../errors/table-error.js";
import { isDate } from "../../platform/built-ins.js";
import { dateAt, utcTime } from "../../platform/time.js";
import { checkDate, checkIso, checkTicks, isInRange, type Ticks } from "../edm/date-time.js";
import { dateOf, ExactDate, remainderOf } from "../edm/exact-date.js";
import { outOfRange, wrongType } from "../edm/value-errors.js";
import type { Intervals, KeyCodec, RoundedCodec } from "./key-codec.js";
import { afterNumber, afterText, malformedPart, missingPart, numberAt, parseDerived, rounded } from "./key-codec.js";
import { decimal, type IntegerCodec, orderOf, reader, written } from "./numeral.js";

/** 1970-01-01, in milliseconds since 0001-01-01, where .NET ticks begin. */
const ticksEpoch = 62_135_596_800_000;
/** Last millisecond of the year 9999, in milliseconds since 0001-01-01. */
const ticksEnd = 315_537_897_599_999;

/** Timestamp in any representation that a property can have: a Date, ISO 8601 text or .NET ticks. */
export type AnyTimestamp = Date | string | Ticks;

export function toDate(value: AnyTimestamp): Date {
  if (value === undefined || value === null) throw missingPart();
  if (isDate(value)) return checkDate(value);
  if (typeof value === "string") return ExactDate.fromIso(checkIso(value));
  if (typeof value === "bigint") return ExactDate.fromTicks(checkTicks(value));
  throw wrongType("Edm.DateTime", "a Date, an ISO 8601 string or a bigint of ticks", value);
}

/**
 * Formats .NET ticks in 19 digits. Ticks are 10,000 × milliseconds + remainder, so the digits of the milliseconds and of the remainder are
 * written one after the other.
 */
function formatTicks(milliseconds: number, remainder: number): string {
  const low = remainder === 0 ? "0000" : String(remainder).padStart(4, "0");
  return String(milliseconds).padStart(15, "0") + low;
}

function keyTicksAsc(value: AnyTimestamp): string {
  const date = toDate(value);
  return formatTicks(date.getTime() + ticksEpoch, remainderOf(date));
}

function keyTicksDesc(value: AnyTimestamp): string {
  const date = toDate(value);
  return formatTicks(ticksEnd - ticksEpoch - date.getTime(), 9999 - remainderOf(date));
}

function ticksText(text: string | undefined): string {
  if (text?.length !== 19) throw noTicks(text);
  return text;
}

function noTicks(text: string | undefined): TableError {
  return malformedPart(text, ".NET ticks in 19 digits");
}

function inRange(milliseconds: number, remainder: number, text: string | undefined): Date {
  if (Number.isNaN(milliseconds) || Number.isNaN(remainder)) throw noTicks(text);
  if (!isInRange(milliseconds)) throw malformedPart(text, "ticks of the years 1601 to 9999");
  return dateOf(milliseconds, remainder);
}

/** Codec for timestamps as .NET ticks in 19 digits, oldest first. */
export const ticksAsc: KeyCodec = {
  form: "asc",
  encode: keyTicksAsc,
  parse: (text) => {
    const ticks = ticksText(text);
    return inRange(numberAt(ticks, 0, 15) - ticksEpoch, numberAt(ticks, 15, 4), text);
  },
  after: (key, at, value: AnyTimestamp) => {
    if (!isDate(value)) return afterText(key, at, keyTicksAsc(value));
    return afterNumber(key, afterNumber(key, at, 15, value.getTime() + ticksEpoch), 4, remainderOf(value));
  },
  pattern: () => "[0-9]{19}",
  length: 19,
  order: "asc",
};

/** Codec for timestamps as 3155378975999999999 − ticks in 19 digits, newest first. */
export const ticksDesc: KeyCodec = {
  form: "desc",
  encode: keyTicksDesc,
  parse: (text) => {
    const ticks = ticksText(text);
    return inRange(ticksEnd - ticksEpoch - numberAt(ticks, 0, 15), 9999 - numberAt(ticks, 15, 4), text);
  },
  after: (key, at, value: AnyTimestamp) => {
    if (!isDate(value)) return afterText(key, at, keyTicksDesc(value));
    const milliseconds = ticksEnd - ticksEpoch - value.getTime();
    return afterNumber(key, afterNumber(key, at, 15, milliseconds), 4, 9999 - remainderOf(value));
  },
  pattern: () => "[0-9]{19}",
  length: 19,
  order: "desc",
};

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
  day: /* @__PURE__ */ intervalsOf(86_400_000),
  hour: /* @__PURE__ */ intervalsOf(3_600_000),
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

/** Returns the codec for timestamps as whole milliseconds since 1970-01-01, in the notation of `digits`. */
export function milliseconds(digits: IntegerCodec = decimal): RoundedCodec {
  return unitTimes("milliseconds", 1, digits);
}

/** Returns the codec for timestamps as whole seconds since 1970-01-01, in the notation of `digits`. */
export function seconds(digits: IntegerCodec = decimal): RoundedCodec {
  return unitTimes("seconds", 1000, digits);
}

/** Returns the codec for timestamps as whole minutes since 1970-01-01, in the notation of `digits`. */
export function minutes(digits: IntegerCodec = decimal): RoundedCodec {
  return unitTimes("minutes", 60_000, digits);
}

/** Returns the codec for timestamps as whole days since 1970-01-01, in the notation of `digits`. */
export function days(digits: IntegerCodec = decimal): RoundedCodec {
  return unitTimes("days", 86_400_000, digits);
}

/** @param unit the unit's length in milliseconds */
function unitTimes(name: string, unit: number, digits: IntegerCodec): RoundedCodec {
  const { numeral } = digits;
  const pattern = numeral.unsignedPattern ?? numeral.pattern;
  const intervals = intervalsOf(unit);
  const read = reader(numeral, pattern);
  const { readNumber } = numeral;
  const readUnits = (text: string | undefined): number => {
    const units = (text !== undefined && readNumber?.(text)) || 0;
    return units > 0 ? units : Number(read(text));
  };
  return rounded({
    form: digits === decimal ? name : `${name}.${digits.form}`,
    encode: (value: AnyTimestamp) => {
      const units = intervals.at(toDate(value).getTime());
      if (units < 0) throw outOfRange(value, "the key counts from 1970-01-01");
      return written(numeral, value, BigInt(units));
    },
    parse: (text) => {
      const time = readUnits(text) * unit;
      if (!isInRange(time)) throw malformedPart(text, "a time of the years 1970 to 9999");
      return dateOf(time, 0);
    },
    pattern: () => pattern,
    intervals,
    keeps: (value: AnyTimestamp) => {
      const date = toDate(value);
      return date.getTime() % unit === 0 && remainderOf(date) === 0;
    },
    ...orderOf(numeral),
  });
}
