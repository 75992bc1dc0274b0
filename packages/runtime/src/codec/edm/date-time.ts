import { currentTime, dateAt } from "../../platform/time.js";
import { checkDate, checkIso, checkTicks, isInRange, type Ticks } from "./check-date-time.js";
import type { EdmType } from "./edm-type.js";
import { dateOf, ExactDate, isoOf, ticksOf } from "./exact-date.js";
import { isoMilliseconds, isoRemainder } from "./iso-date.js";
import { malformed, mismatch } from "./value-errors.js";
import { absent, type Given, type WritableProperty, type WriteMode } from "./writable-property.js";

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
