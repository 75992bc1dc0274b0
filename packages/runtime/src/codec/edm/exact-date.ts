import { formatValue } from "../../errors/format-value.js";
import { TableError, wrongValue } from "../../errors/table-error.js";
import { dateAt } from "../../platform/time.js";

/** Milliseconds from 0001-01-01, the origin of .NET ticks, to 1970-01-01. */
const epoch = 62_135_596_800_000n;

const brand: unique symbol = Symbol.for("@tablewright/ExactDate") as never;
const inspect: unique symbol = Symbol.for("nodejs.util.inspect.custom") as never;

/**
 * `Date` with the service's resolution of 100 ns, so that reading a row and writing it back changes nothing. The methods of `Date` use
 * whole milliseconds. Any setter clears the digits below a millisecond.
 */
export class ExactDate extends Date {
  #remainder: number;

  /**
   * @param milliseconds since 1970-01-01T00:00:00Z
   * @param remainder the number of units of 100 ns below the millisecond, 0 to 9999
   */
  constructor(milliseconds: number, remainder = 0) {
    super(milliseconds);
    if (typeof milliseconds !== "number") {
      const problem = `ExactDate takes milliseconds, not ${formatValue(milliseconds)}. Use ExactDate.fromIso for text.`;
      throw wrongValue(problem);
    }
    if (!Number.isInteger(remainder) || remainder < 0 || remainder > 9999) {
      throw new TableError("value.out-of-range", `The remainder of an ExactDate must be 0 to 9999, not ${remainder}.`);
    }
    this.#remainder = remainder;
  }

  /**
   * Parses UTC text in the format `yyyy-mm-ddThh:mm:ss[.fffffff]Z`, with up to 7 digits of fraction. Returns an invalid date for any other
   * text.
   */
  static fromIso(text: string): ExactDate {
    const milliseconds = isoMilliseconds(text);
    return new ExactDate(milliseconds, Number.isNaN(milliseconds) ? 0 : isoRemainder(text));
  }

  /**
   * Creates a date from .NET ticks.
   * @param ticks the number of units of 100 ns since 0001-01-01T00:00:00Z, as .NET counts them
   */
  static fromTicks(ticks: bigint): ExactDate {
    return new ExactDate(Number(ticks / 10_000n - epoch), Number(ticks % 10_000n));
  }

  /** Units of 100 ns below the millisecond, 0 to 9999. */
  get remainder(): number {
    return this.#remainder;
  }

  /** Units of 100 ns since 0001-01-01T00:00:00Z, as .NET counts them. */
  get ticks(): bigint {
    return ticksOf(this);
  }

  /** Formats the date as ISO 8601 with all seven digits of fraction: `2021-09-21T00:53:41.7166246Z`. */
  override toISOString(): string {
    const text = super.toISOString();
    return `${text.slice(0, -1)}${String(this.#remainder).padStart(4, "0")}Z`;
  }

  /** Formats the date for `console.log`, which would otherwise hide the digits below the millisecond. */
  [inspect](): string {
    return Number.isNaN(this.getTime()) ? "Invalid Date" : this.toISOString();
  }

  static {
    // Makes `instanceof` recognize dates of another copy of this package too. Bundles and test runners may load both its ES modules and its
    // CommonJS files.
    Object.defineProperty(ExactDate.prototype, brand, { value: true });
    Object.defineProperty(ExactDate, Symbol.hasInstance, {
      value(this: object, value: unknown): boolean {
        return this === ExactDate ? isExact(value) : Function.prototype[Symbol.hasInstance].call(this, value);
      },
    });
    // If a test has replaced `Date` by a subclass, the setters are on a prototype further up.
    const names: string[] = [];
    for (let owner: object = Date.prototype; owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
      names.push(...Object.getOwnPropertyNames(owner));
    for (const name of names) {
      if (!name.startsWith("set")) continue;
      const setter = Reflect.get(Date.prototype, name) as (...values: number[]) => number;
      Object.defineProperty(ExactDate.prototype, name, {
        configurable: true,
        writable: true,
        value(this: ExactDate, ...values: number[]): number {
          this.#remainder = 0;
          return setter.apply(this, values);
        },
      });
    }
  }
}

function isExact(value: unknown): value is ExactDate {
  return typeof value === "object" && value !== null && brand in value;
}

/** Returns the units of 100 ns that a date has below the millisecond, 0 to 9999; 0 for a plain Date. */
export function remainderOf(date: Date): number {
  return isExact(date) ? date.remainder : 0;
}

/** Returns a date as .NET ticks: units of 100 ns since 0001-01-01T00:00:00Z. */
export function ticksOf(date: Date): bigint {
  return (BigInt(date.getTime()) + epoch) * 10_000n + BigInt(remainderOf(date));
}

/** Returns a plain Date if it can represent the timestamp, otherwise an ExactDate. */
export function dateOf(milliseconds: number, remainder: number): Date {
  return remainder === 0 ? dateAt(milliseconds) : new ExactDate(milliseconds, remainder);
}

export function isoOf(date: Date): string {
  return formatIso(date.getTime(), remainderOf(date));
}

/*
 * Functions that read and write ISO 8601 text, `yyyy-mm-ddThh:mm:ss[.f]Z` with up to 7 digits of fraction. They are written by hand,
 * because `Date` takes five times as long and loses the last four digits. A timestamp is a pair of numbers here: milliseconds since 1970,
 * and a remainder of 0 to 9999 units of 100 ns.
 */

const msPerDay = 86_400_000;
const daysBeforeMonth = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const;
const zero = 48;

/** Cache of the last date that was parsed, as the number yyyymmdd, and of its midnight. Consecutive timestamps often have the same day. */
let lastDate = Number.MIN_SAFE_INTEGER;
let lastMidnight = 0;

/** Returns the milliseconds since 1970 of a text such as `2021-09-21T00:53:41.7166246Z`; NaN for any other text. */
export function isoMilliseconds(text: string): number {
  const length = text.length;
  if (length < 20 || length > 28 || length === 21) return Number.NaN;
  if (
    text.charCodeAt(4) !== 45 ||
    text.charCodeAt(7) !== 45 ||
    text.charCodeAt(10) !== 84 ||
    text.charCodeAt(13) !== 58 ||
    text.charCodeAt(16) !== 58 ||
    text.charCodeAt(length - 1) !== 90
  )
    return Number.NaN;
  const year = fourDigits(text, 0);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  if (year < 0 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return Number.NaN;
  // If the month or the day is -1, it was not two digits, and no valid date has this number.
  const date = (year * 100 + month) * 100 + day;
  if (date !== lastDate) {
    if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return Number.NaN;
    lastDate = date;
    lastMidnight = daysSince1970(year, month, day) * msPerDay;
  }
  const milliseconds = length === 20 ? 0 : fraction(text, 20, 3);
  if (milliseconds < 0 || isoRemainder(text) < 0) return Number.NaN;
  return lastMidnight + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
}

/**
 * Returns the fourth to seventh digit of the fraction as a number of units of 100 ns, 0 to 9999; negative if one is not a digit. {@link
 * isoMilliseconds} must have accepted the rest of the text.
 */
export function isoRemainder(text: string): number {
  return text.length > 24 ? fraction(text, 23, 4) : 0;
}

/** Formats a timestamp as ISO 8601 without trailing zeros in the fraction, as the service does. */
export function formatIso(milliseconds: number, remainder: number): string {
  const day = Math.floor(milliseconds / msPerDay);
  const sinceMidnight = milliseconds - day * msPerDay;
  const second = Math.floor(sinceMidnight / 1000);
  const minute = Math.floor(second / 60);
  const hour = Math.floor(minute / 60);
  // V8 joins short strings by copying them, but keeps long ones as a tree of pieces. So the short pieces are joined first.
  const time = withColon(hour) + withColon(minute - hour * 60);
  const seconds = `${pairs[second - minute * 60]}${fractionText(sinceMidnight - second * 1000, remainder)}Z`;
  return dayText(day) + time + seconds;
}

/** Formats the fraction of a second as a point and up to seven digits, without trailing zeros; empty for zero. */
function fractionText(milliseconds: number, remainder: number): string {
  if (remainder === 0 && milliseconds === 0) return "";
  const digits = remainder === 0 ? 1000 + milliseconds : 10_000_000 + milliseconds * 10_000 + remainder;
  const text = String(digits);
  let end = text.length;
  while (text.charCodeAt(end - 1) === zero) end--;
  return `.${text.slice(1, end)}`;
}

const pairs = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, "0"));

const pairsAndColon = pairs.map((pair) => `${pair}:`);

/** Formats a number from 0 to 99 as two digits and a colon. */
function withColon(n: number): string {
  return pairsAndColon[n] as string;
}

let lastDay = Number.NaN;
let lastDayText = "";

/**
 * Formats a day, counted from 1970-01-01, as `yyyy-mm-ddT`. Caches the last text, because consecutive timestamps often have the same day.
 */
function dayText(day: number): string {
  if (day !== lastDay) {
    lastDayText = dateText(day);
    lastDay = day;
  }
  return lastDayText;
}

const pairsAndDash = pairs.map((pair) => `${pair}-`);
const pairsAndT = pairs.map((pair) => `${pair}T`);

/**
 * Formats a day as `yyyy-mm-ddT`. It counts in eras of 400 years that begin in March, which takes a sixth of the time of `Date`.
 * @param day number of days since 1970-01-01, in the years 1 to 9999
 * @see https://howardhinnant.github.io/date_algorithms.html#civil_from_days
 */
function dateText(day: number): string {
  const sinceEras = day + 719_468;
  const era = Math.floor(sinceEras / 146_097);
  const dayOfEra = sinceEras - era * 146_097;
  const leapDays = ((dayOfEra / 1460) | 0) - ((dayOfEra / 36_524) | 0) + ((dayOfEra / 146_096) | 0);
  const yearOfEra = ((dayOfEra - leapDays) / 365) | 0;
  const dayOfYear = dayOfEra - (365 * yearOfEra + (yearOfEra >> 2) - ((yearOfEra / 100) | 0));
  const fromMarch = ((5 * dayOfYear + 2) / 153) | 0;
  const dayOfMonth = dayOfYear - (((153 * fromMarch + 2) / 5) | 0) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const century = (year / 100) | 0;
  const yearText = (pairs[century] as string) + (pairsAndDash[year - century * 100] as string);
  return yearText + ((pairsAndDash[month] as string) + (pairsAndT[dayOfMonth] as string));
}

/** Reads two digits of the text as a number; −1 if one is not a digit. With NaN it would take twice the time. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - zero;
  const ones = text.charCodeAt(at + 1) - zero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

function fourDigits(text: string, at: number): number {
  const high = twoDigits(text, at);
  const low = twoDigits(text, at + 2);
  return high < 0 || low < 0 ? -1 : high * 100 + low;
}

/**
 * Reads up to `width` digits of a fraction from position `from`. Missing digits count as zeros: for a width of 3, `.5` gives 500. Returns
 * −1 if a character is not a digit, or if there is no point before the fraction.
 */
function fraction(text: string, from: number, width: number): number {
  if (from === 20 && text.charCodeAt(19) !== 46) return -1;
  const end = text.length - 1;
  let value = 0;
  for (let i = from; i < from + width; i++) {
    const digit = i < end ? text.charCodeAt(i) - zero : 0;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function daysSince1970(year: number, month: number, day: number): number {
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const dayOfYear = (daysBeforeMonth[month] as number) + day + (month > 2 && isLeap(year) ? 1 : 0);
  return before * 365 + leapDays + dayOfYear - 719_163;
}
