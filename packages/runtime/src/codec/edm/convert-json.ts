import type { EdmName } from "./edm-type.js";
import { dateOf, isoMilliseconds, isoRemainder } from "./exact-date.js";
import { lowerGuid } from "./guid.js";

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

/**
 * Texts that are accepted by a property which reads Edm.String, by its Edm type. These are the texts that .NET, Go, Java, Python and
 * JavaScript write. For messages.
 */
export const acceptedTexts: Readonly<Partial<Record<EdmName, string>>> = {
  "Edm.Boolean": "true or false, in any case",
  "Edm.Int32": "a whole number of 32 bits without leading zeros, such as 5, +5 or -5",
  "Edm.Int64": "a whole number of 64 bits without leading zeros, such as 5, +5 or -5",
  "Edm.Double": "a number that a Double holds, such as 5, 1.50, 1E3, NaN or -Infinity",
  "Edm.DateTime":
    "a date and time with Z or an offset, such as 2026-11-22T10:00:00Z or 2026-11-22 11:00:00.1234567+01:00",
  "Edm.Guid": "32 hexadecimal digits in groups of 8-4-4-4-12, in any case",
};

/**
 * Parses the text of a value, and returns the value as the service's JSON. Returns undefined if the text is none of `acceptedTexts`, or if
 * the type cannot hold the value without loss. If a date has more than 7 digits of fraction, the rest is cut off.
 */
export function parseText(text: string, type: EdmName): unknown {
  return parsers[type]?.(text);
}

const parsers: Readonly<Partial<Record<EdmName, (text: string) => unknown>>> = {
  "Edm.Boolean": (text) => (/^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined),
  "Edm.Int32": (text) => {
    const value = parseInteger(text);
    return value === undefined || BigInt.asIntN(32, value) !== value ? undefined : Number(value);
  },
  "Edm.Int64": (text) => {
    const value = parseInteger(text);
    return value === undefined || BigInt.asIntN(64, value) !== value ? undefined : String(value);
  },
  "Edm.Double": parseDouble,
  "Edm.DateTime": parseDate,
  "Edm.Guid": (text) => lowerGuid(text),
};

function parseInteger(text: string): bigint | undefined {
  return text.length <= 20 && /^[+-]?(?:0|[1-9]\d*)$/.test(text) && text !== "-0"
    ? BigInt(text.replace("+", ""))
    : undefined;
}

/** NaN and the infinities, as other languages write them: `+Inf` in Go, `inf` and `nan` in Python. */
const notFinite = /^(?:(nan)|([+-]?)inf(?:inity)?)$/i;

function parseDouble(text: string): number | string | undefined {
  const [special, nan, sign] = notFinite.exec(text) ?? [];
  if (special !== undefined) return nan === undefined ? `${sign === "-" ? "-" : ""}Infinity` : "NaN";
  const [number, whole = "", decimals = ""] = /^[+-]?(0|[1-9]\d*)(?:\.(\d+))?(?:[eE][+-]?\d+)?$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  // 17 digits are enough to identify every Double. A text with more digits may be a number between two Doubles.
  const digits = `${whole}${decimals}`.replace(/^0+/, "").replace(/0+$/, "").length;
  if (digits > 17 || (digits > 15 && decimals === "" && Number.isInteger(value) && !isSameInteger(text, value)))
    return undefined;
  return value;
}

/** Returns whether a text is exactly this integer, or the shortest text that JavaScript writes for it. */
function isSameInteger(text: string, value: number): boolean {
  const digits = text.replace("+", "");
  return /[eE]/.test(text) || digits === String(value) || BigInt(digits) === BigInt(value);
}

const dateTime = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):?(\d\d))$/i;

/** Parses a date, and returns it in UTC as `Date.toISOString` writes it, but with 7 digits of fraction if 3 do not suffice. */
function parseDate(text: string): string | undefined {
  const [, day, time, fraction = "", sign, hours = "0", minutes = "0"] = dateTime.exec(text) ?? [];
  if (day === undefined || time === undefined || Number(hours) > 14 || Number(minutes) > 59) return undefined;
  const iso = `${day}T${time}.${fraction.slice(0, 7).padEnd(7, "0")}Z`;
  const local = isoMilliseconds(iso);
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1);
  return Number.isNaN(local) ? undefined : dateOf(local - offset, isoRemainder(iso)).toISOString();
}
