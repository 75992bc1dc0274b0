import { base64, checkBinary } from "../edm/binary.js";
import { checkBoolean } from "../edm/boolean.js";
import { checkDate, checkIso, checkTicks, isoOfTicks, type Ticks } from "../edm/date-time.js";
import { checkDouble, doubleJson } from "../edm/double.js";
import { isoOf } from "../edm/exact-date.js";
import { checkGuid, type Guid } from "../edm/guid.js";
import { checkInt32 } from "../edm/int32.js";
import { checkInt64, checkInt64Number, checkInt64String } from "../edm/int64.js";
import { closed } from "../edm/quote.js";
import { checkOneOf, checkString, jsonText } from "../edm/string.js";
import { checkLength, checkRange } from "../edm/value-errors.js";
import { TableError } from "../errors/table-error.js";
import type { WriteMode } from "../schema/entity-schema.js";
import type { Limits } from "../schema/limits.js";
import type { Property } from "../schema/property.js";

/*
 * What generated `encode` functions call, one per form of an Edm type: the property as a JSON member with a leading comma.
 * Errors bear no names; `encodeEntity` finds them.
 */

type Given<T> = T | null | undefined;

/** Null is never sent: a change leaves the member out, a whole entity needs it or has a default for it. */
function absent(property: Property, mode: WriteMode): string {
  if (mode === 2 || property.optional) return "";
  if (property.default === undefined)
    throw new TableError("value.missing", "has no value; the definition requires one");
  return mode === 0 ? property.filled : "";
}

export function writeString(property: Property, value: Given<string>, mode: WriteMode, limits: Limits): string {
  if (value === undefined || value === null) return absent(property, mode);
  checkString(value);
  const { maxLength = limits.stringUnits } = property;
  if (value.length > maxLength || value.length > limits.stringUnits) {
    checkLength(value.length, Math.min(maxLength, limits.stringUnits), "UTF-16 units");
  }
  return property.opened + closed(value);
}

export function writeJson(property: Property, value: unknown, mode: WriteMode, limits: Limits): string {
  if (value === undefined || value === null) return absent(property, mode);
  return writeString(property, jsonText(value), mode, limits);
}

export function writeOneOf(property: Property, value: Given<string>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return property.opened + closed(checkOneOf(value, property.oneOf as readonly string[]));
}

export function writeBoolean(property: Property, value: Given<boolean>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return property.fragment + (checkBoolean(value) ? "true" : "false");
}

export function writeInt32(property: Property, value: Given<number>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  checkRange(checkInt32(value), property.min, property.max);
  return property.fragment + value;
}

export function writeInt64(property: Property, value: Given<bigint>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  checkRange(checkInt64(value), property.min, property.max);
  return `${property.opened}${value}"`;
}

export function writeInt64Number(property: Property, value: Given<number>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return `${property.opened}${checkInt64Number(value)}"`;
}

export function writeInt64String(property: Property, value: Given<string>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return `${property.opened}${checkInt64String(value)}"`;
}

export function writeDouble(property: Property, value: Given<number>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return property.fragment + doubleJson(checkDouble(value));
}

export function writeDateTime(property: Property, value: Given<Date>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return `${property.opened}${isoOf(checkDate(value))}"`;
}

export function writeDateTimeIso(property: Property, value: Given<string>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return `${property.opened}${checkIso(value)}"`;
}

export function writeDateTimeTicks(property: Property, value: Given<Ticks>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return `${property.opened}${isoOfTicks(checkTicks(value))}"`;
}

export function writeGuid(property: Property, value: Given<Guid>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return `${property.opened}${checkGuid(value)}"`;
}

export function writeBinary(property: Property, value: Given<Uint8Array>, mode: WriteMode, limits: Limits): string {
  if (value === undefined || value === null) return absent(property, mode);
  checkBinary(value);
  const { maxLength = limits.binaryBytes } = property;
  if (value.byteLength > maxLength || value.byteLength > limits.binaryBytes) {
    checkLength(value.byteLength, Math.min(maxLength, limits.binaryBytes), "bytes");
  }
  return `${property.opened}${base64(value)}"`;
}
