import type { EdmName } from "./edm-type.js";
import { dateOf } from "./exact-date.js";
import { lowerGuid } from "./guid.js";
import { isoMilliseconds, isoRemainder } from "./iso-date.js";
import { parseText } from "./parse-text.js";

type Convert = (json: unknown) => unknown;

/**
 * Functions that convert a stored JSON value from one Edm type to another, keyed by `from>to`. Each returns undefined for a value that it
 * cannot convert. Text is converted by `parseText`.
 */
const conversions: Readonly<Record<string, Convert>> = {
  "Edm.Int32>Edm.Int64": (json) => (isInt32(json) ? String(json) : undefined),
  "Edm.Int32>Edm.Double": (json) => (isInt32(json) ? json : undefined),
  "Edm.Int64>Edm.Double": (json) => (isExactDouble(json) ? Number(json) : undefined),
  "Edm.DateTime>Edm.String": (json) => (typeof json === "string" ? dateText(json) : undefined),
  "Edm.Guid>Edm.String": (json) => (typeof json === "string" ? lowerGuid(json) : undefined),
  // Only conditions need these. A condition is sent with a literal of every Edm type that rows may have, so its value is converted from the
  // definition's type to each of them.
  "Edm.Int64>Edm.Int32": (json) => whenInt32(Number(json)),
  "Edm.Double>Edm.Int32": (json) => (typeof json === "number" ? whenInt32(json) : undefined),
  "Edm.Double>Edm.Int64": (json) => (Number.isInteger(json) ? int64Text(BigInt(json as number)) : undefined),
  "Edm.Boolean>Edm.String": (json) => String(json),
  "Edm.Int32>Edm.String": (json) => String(json),
  "Edm.Int64>Edm.String": (json) => String(json),
  "Edm.Double>Edm.String": (json) => String(json),
};

/**
 * Converts a stored JSON value of one Edm type to another. Returns undefined if the conversion would change the value. One value may have
 * several texts, but conditions find only the canonical one. It is the result of a conversion to Edm.String: `5`, lower-case GUIDs, dates
 * as `Date.toISOString` writes them.
 */
export function convertJson(json: unknown, from: EdmName, to: EdmName): unknown {
  if (from === "Edm.String") return typeof json === "string" ? parseText(json, to) : undefined;
  return conversions[`${from}>${to}`]?.(json);
}

function isInt32(json: unknown): json is number {
  return typeof json === "number" && (json | 0) === json;
}

/** Returns the number (0 for −0) if it is a whole number in the range of Edm.Int32; otherwise undefined. */
function whenInt32(number: number | undefined): number | undefined {
  return isInt32(number) ? number | 0 : undefined;
}

function int64Text(value: bigint): string | undefined {
  return BigInt.asIntN(64, value) === value ? value.toString() : undefined;
}

function isExactDouble(json: unknown): boolean {
  return typeof json === "string" && /^-?\d{1,19}$/.test(json) && BigInt(Number(json)) === BigInt(json);
}

/**
 * Formats the ISO 8601 text of a date again, with 3 digits of fraction, or 7 if the last 4 are not all zero. Returns undefined if the text
 * is not a date.
 */
function dateText(json: string): string | undefined {
  const milliseconds = isoMilliseconds(json);
  return Number.isNaN(milliseconds) ? undefined : dateOf(milliseconds, isoRemainder(json)).toISOString();
}
