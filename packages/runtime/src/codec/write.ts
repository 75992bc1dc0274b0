import { base64, checkBinary } from "../edm/binary.js";
import { checkBoolean } from "../edm/boolean.js";
import { checkDate, checkIso, checkTicks, isoOfTicks, type Ticks } from "../edm/date-time.js";
import { checkDouble, doubleJson } from "../edm/double.js";
import { isoOf } from "../edm/exact-date.js";
import { checkGuid, type Guid } from "../edm/guid.js";
import { checkInt32 } from "../edm/int32.js";
import { checkInt64, checkInt64Number, checkInt64String } from "../edm/int64.js";
import { quote } from "../edm/quote.js";
import { checkOneOf, checkString, jsonText } from "../edm/string.js";
import { TableError } from "../errors/table-error.js";
import type { WriteMode } from "../schema/entity-schema.js";
import type { Limits } from "../schema/limits.js";
import { checkLength, checkRange } from "./check-value.js";

/*
 * What generated `encode` functions call, one per form of an Edm type. `fragment` is everything before the value: comma,
 * annotation and name. Errors bear no names; `encodeEntity` finds them.
 */

type Given<T> = T | null | undefined;

/** Null is never sent: a change leaves the member out, a whole entity needs it. */
function absent(mode: WriteMode): string {
  if (mode === 2) return "";
  throw new TableError("value.missing", "has no value; the definition requires one");
}

export function writeString(
  fragment: string,
  value: Given<string>,
  mode: WriteMode,
  limits: Limits,
  maxLength = Number.POSITIVE_INFINITY,
): string {
  if (value === undefined || value === null) return absent(mode);
  checkString(value);
  if (value.length > maxLength || value.length > limits.stringUnits) {
    checkLength(value.length, Math.min(maxLength, limits.stringUnits), "UTF-16 units");
  }
  return fragment + quote(value);
}

export function writeJson(fragment: string, value: unknown, mode: WriteMode, limits: Limits): string {
  if (value === undefined || value === null) return absent(mode);
  return writeString(fragment, jsonText(value), mode, limits);
}

export function writeOneOf(fragment: string, value: Given<string>, mode: WriteMode, values: readonly string[]): string {
  if (value === undefined || value === null) return absent(mode);
  return fragment + quote(checkOneOf(value, values));
}

export function writeBoolean(fragment: string, value: Given<boolean>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(mode);
  return fragment + (checkBoolean(value) ? "true" : "false");
}

export function writeInt32(
  fragment: string,
  value: Given<number>,
  mode: WriteMode,
  min?: number,
  max?: number,
): string {
  if (value === undefined || value === null) return absent(mode);
  checkRange(checkInt32(value), min, max);
  return fragment + value;
}

export function writeInt64(
  fragment: string,
  value: Given<bigint>,
  mode: WriteMode,
  min?: bigint,
  max?: bigint,
): string {
  if (value === undefined || value === null) return absent(mode);
  checkRange(checkInt64(value), min, max);
  return `${fragment}"${value}"`;
}

export function writeInt64Number(fragment: string, value: Given<number>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(mode);
  return `${fragment}"${checkInt64Number(value)}"`;
}

export function writeInt64String(fragment: string, value: Given<string>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(mode);
  return `${fragment}"${checkInt64String(value)}"`;
}

export function writeDouble(fragment: string, value: Given<number>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(mode);
  return fragment + doubleJson(checkDouble(value));
}

export function writeDateTime(fragment: string, value: Given<Date>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(mode);
  return `${fragment}"${isoOf(checkDate(value))}"`;
}

export function writeDateTimeIso(fragment: string, value: Given<string>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(mode);
  return `${fragment}"${checkIso(value)}"`;
}

export function writeDateTimeTicks(fragment: string, value: Given<Ticks>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(mode);
  return `${fragment}"${isoOfTicks(checkTicks(value))}"`;
}

export function writeGuid(fragment: string, value: Given<Guid>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(mode);
  return `${fragment}"${checkGuid(value)}"`;
}

export function writeBinary(
  fragment: string,
  value: Given<Uint8Array>,
  mode: WriteMode,
  limits: Limits,
  maxBytes = Number.POSITIVE_INFINITY,
): string {
  if (value === undefined || value === null) return absent(mode);
  checkBinary(value);
  if (value.byteLength > maxBytes || value.byteLength > limits.binaryBytes) {
    checkLength(value.byteLength, Math.min(maxBytes, limits.binaryBytes), "bytes");
  }
  return `${fragment}"${base64(value)}"`;
}
