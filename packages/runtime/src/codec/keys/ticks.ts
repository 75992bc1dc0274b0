import type { TableError } from "../../errors/table-error.js";
import { isDate } from "../../platform/built-ins.js";
import { checkDate, checkIso, checkTicks, isInRange, type Ticks } from "../edm/check-date-time.js";
import { dateOf, ExactDate, remainderOf } from "../edm/exact-date.js";
import { wrongType } from "../edm/value-errors.js";
import { afterNumber, afterText, type KeyCodec, malformedPart, missingPart, numberAt } from "./key-codec.js";

/** `epoch` is 1970-01-01, `last` the last millisecond of the year 9999, both in milliseconds since 0001-01-01, where .NET ticks begin. */
const epoch = 62_135_596_800_000;
const last = 315_537_897_599_999;

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
function digits(milliseconds: number, remainder: number): string {
  const low = remainder === 0 ? "0000" : String(remainder).padStart(4, "0");
  return String(milliseconds).padStart(15, "0") + low;
}

/** Writes a timestamp as key text, oldest first: .NET ticks in 19 digits. */
export function keyTicksAsc(value: AnyTimestamp): string {
  const date = toDate(value);
  return digits(date.getTime() + epoch, remainderOf(date));
}

/** Writes a timestamp as key text, newest first: 3155378975999999999 − ticks in 19 digits. */
export function keyTicksDesc(value: AnyTimestamp): string {
  const date = toDate(value);
  return digits(last - epoch - date.getTime(), 9999 - remainderOf(date));
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

export function parseTicksAsc(text: string | undefined): Date {
  const ticks = ticksText(text);
  return inRange(numberAt(ticks, 0, 15) - epoch, numberAt(ticks, 15, 4), text);
}

export function parseTicksDesc(text: string | undefined): Date {
  const ticks = ticksText(text);
  return inRange(last - epoch - numberAt(ticks, 0, 15), 9999 - numberAt(ticks, 15, 4), text);
}

function afterTicksAsc(key: string, at: number, value: AnyTimestamp): number {
  if (!isDate(value)) return afterText(key, at, keyTicksAsc(value));
  return afterNumber(key, afterNumber(key, at, 15, value.getTime() + epoch), 4, remainderOf(value));
}

function afterTicksDesc(key: string, at: number, value: AnyTimestamp): number {
  if (!isDate(value)) return afterText(key, at, keyTicksDesc(value));
  return afterNumber(key, afterNumber(key, at, 15, last - epoch - value.getTime()), 4, 9999 - remainderOf(value));
}

/** Codec for timestamps as .NET ticks, oldest first. */
export const ticksAsc: KeyCodec = {
  form: "asc",
  encode: keyTicksAsc,
  parse: parseTicksAsc,
  after: afterTicksAsc,
  pattern: () => "[0-9]{19}",
  length: 19,
  order: "asc",
};

/** Codec for timestamps as .NET ticks, newest first. */
export const ticksDesc: KeyCodec = {
  form: "desc",
  encode: keyTicksDesc,
  parse: parseTicksDesc,
  after: afterTicksDesc,
  pattern: () => "[0-9]{19}",
  length: 19,
  order: "desc",
};
