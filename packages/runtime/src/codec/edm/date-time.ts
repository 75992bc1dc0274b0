import { isDate } from "../../platform/built-ins.js";
import { currentTime, dateAt } from "../../platform/time.js";
import { absent, type EdmType, type Given, type WritableProperty, type WriteMode } from "./edm-type.js";
import { dateOf, ExactDate, isoMilliseconds, isoOf, isoRemainder, ticksOf } from "./exact-date.js";
import { malformed, mismatch, outOfRange, wrongType } from "./value-errors.js";

/** .NET ticks: units of 100 ns since 0001-01-01T00:00:00Z. */
export type Ticks = bigint;

const first = Date.UTC(1601, 0, 1);
const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const range = "Edm.DateTime ranges from 1601-01-01T00:00:00Z to 9999-12-31T23:59:59.9999999Z";
export const firstTick: bigint = 504_911_232_000_000_000n;
export const lastTick: bigint = 3_155_378_975_999_999_999n;

/** Returns whether Edm.DateTime can represent the timestamp, given in milliseconds since 1970. */
export function isInRange(milliseconds: number): boolean {
  return milliseconds >= first && milliseconds <= last;
}

/** Returns the Date if the service accepts it as an Edm.DateTime. @throws TableError if the service would reject the value */
export function checkDate(value: Date): Date {
  if (!isDate(value)) throw wrongType("Edm.DateTime", "a Date", value);
  if (!isInRange(value.getTime())) throw outOfRange(value, range);
  return value;
}

/** Returns the ISO 8601 text if the service stores it unchanged. @throws TableError if the service would reject or change the value */
export function checkIso(value: string): string {
  if (typeof value !== "string") throw wrongType("Edm.DateTime", "an ISO 8601 string", value);
  const milliseconds = isoMilliseconds(value);
  if (Number.isNaN(milliseconds)) {
    throw outOfRange(value, "Edm.DateTime takes yyyy-mm-ddThh:mm:ssZ in UTC, with up to 7 digits of fraction");
  }
  if (!isInRange(milliseconds)) throw outOfRange(value, range);
  return value;
}

/** Returns the .NET ticks if the service accepts them as an Edm.DateTime. @throws TableError if the service would reject the value */
export function checkTicks(value: Ticks): Ticks {
  if (typeof value !== "bigint") throw wrongType("Edm.DateTime", "a bigint of .NET ticks", value);
  if (value < firstTick || value > lastTick) throw outOfRange(value, range);
  return value;
}

/**
 * Returns the current time by the client's clock, as the value of a property with `default: "now"`.
 * @param time milliseconds since 1970; a write passes the same time for all its properties
 */
export function now(time: number = currentTime()): Date {
  return dateAt(time);
}

export function nowIso(time: number = currentTime()): string {
  return dateAt(time).toISOString();
}

export function nowTicks(time: number = currentTime()): Ticks {
  return ticksOf(dateAt(time));
}

/** Formats ticks as ISO text, without trailing zeros in the fraction. */
function isoOfTicks(ticks: Ticks): string {
  return isoOf(ExactDate.fromTicks(ticks));
}

/** Returns the text of a stored Edm.DateTime; undefined if the value is optional and absent or null. Throws if it has another type. */
function stored(json: unknown, annotation: unknown, typed: boolean, optional: true | undefined): string | undefined {
  const fits = annotation === "Edm.DateTime" || (annotation === undefined && !typed);
  if (typeof json !== "string" || !fits) {
    if (optional && (json === undefined || json === null)) return undefined;
    throw mismatch("Edm.DateTime", json, annotation);
  }
  return json;
}

function storedMilliseconds(text: string): number {
  const milliseconds = isoMilliseconds(text);
  if (Number.isNaN(milliseconds)) throw malformed("Edm.DateTime", text, "it has no form such as 2026-11-22T10:00:00Z");
  if (!isInRange(milliseconds)) throw malformed("Edm.DateTime", text, "it is not between the years 1601 and 9999");
  return milliseconds;
}

export function readDateTime(json: unknown, annotation: unknown, typed: boolean): Date;
export function readDateTime(
  json: unknown,
  annotation: unknown,
  typed: boolean,
  optional: true | undefined,
): Date | undefined;
export function readDateTime(json: unknown, annotation: unknown, typed: boolean, optional?: true): Date | undefined {
  const text = stored(json, annotation, typed, optional);
  if (text === undefined) return undefined;
  return dateOf(storedMilliseconds(text), isoRemainder(text));
}

export function readDateTimeIso(json: unknown, annotation: unknown, typed: boolean): string;
export function readDateTimeIso(json: unknown, annotation: unknown, typed: boolean, optional: true): string | undefined;
export function readDateTimeIso(
  json: unknown,
  annotation: unknown,
  typed: boolean,
  optional?: true,
): string | undefined {
  const text = stored(json, annotation, typed, optional);
  if (text !== undefined) storedMilliseconds(text);
  return text;
}

export function readDateTimeTicks(json: unknown, annotation: unknown, typed: boolean): Ticks;
export function readDateTimeTicks(
  json: unknown,
  annotation: unknown,
  typed: boolean,
  optional: true,
): Ticks | undefined;
export function readDateTimeTicks(
  json: unknown,
  annotation: unknown,
  typed: boolean,
  optional?: true,
): Ticks | undefined {
  const date = readDateTime(json, annotation, typed, optional);
  return date === undefined ? undefined : ticksOf(date);
}

export function writeDateTime(property: WritableProperty, value: Given<Date>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return `${property.stringPrefix}${isoOf(checkDate(value))}"`;
}

export function writeDateTimeIso(property: WritableProperty, value: Given<string>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return `${property.stringPrefix}${checkIso(value)}"`;
}

export function writeDateTimeTicks(property: WritableProperty, value: Given<Ticks>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return `${property.stringPrefix}${isoOfTicks(checkTicks(value))}"`;
}

/** Edm.DateTime as a `Date` in TypeScript; an {@link ExactDate} if it has digits below the millisecond. */
export const dateTime: EdmType<Date> = {
  edm: "Edm.DateTime",
  toJson: (value) => `"${isoOf(checkDate(value))}"`,
  toLiteral: (value) => `datetime'${isoOf(checkDate(value))}'`,
  fromJson: readDateTime,
};

/** Edm.DateTime as a string in TypeScript: the ISO 8601 text that the service stores. */
export const dateTimeIso: EdmType<string> = {
  edm: "Edm.DateTime",
  as: "iso",
  toJson: (value) => `"${checkIso(value)}"`,
  toLiteral: (value) => `datetime'${checkIso(value)}'`,
  fromJson: readDateTimeIso,
};

/** Edm.DateTime as a bigint in TypeScript: .NET ticks. */
export const dateTimeTicks: EdmType<Ticks> = {
  edm: "Edm.DateTime",
  as: "ticks",
  toJson: (value) => `"${isoOfTicks(checkTicks(value))}"`,
  toLiteral: (value) => `datetime'${isoOfTicks(checkTicks(value))}'`,
  fromJson: readDateTimeTicks,
};
