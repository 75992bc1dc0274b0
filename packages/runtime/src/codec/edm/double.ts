import type { EdmType } from "./edm-type.js";
import { mismatch, wrongType } from "./value-errors.js";
import { absent, type Given, type WritableProperty, type WriteMode } from "./writable-property.js";

function checkDouble(value: number): number {
  if (typeof value !== "number") throw wrongType("Edm.Double", "a number", value);
  return value;
}

/**
 * Writes an Edm.Double as JSON text with a point or an exponent, which shows the service that it is a Double. NaN and the infinities are
 * strings.
 */
export function doubleJson(value: number): string {
  if (Number.isInteger(value)) return integralText(value);
  return Number.isFinite(value) ? String(value) : `"${value}"`;
}

function integralText(value: number): string {
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.includes("e") ? text : `${text}.0`;
}

/**
 * Writes an Edm.Double as a `$filter` literal with digits and a point, without an exponent. OData allows exponents, but the emulator takes
 * them for property names and returns the wrong rows. The digits are those of the shortest text that reads back as the same number.
 */
function doubleLiteral(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "INF" : "-INF";
  const text = doubleJson(value);
  const at = text.indexOf("e");
  return at < 0 ? text : withoutExponent(text.slice(0, at), Number(text.slice(at + 1)));
}

/** Writes a number without its exponent: moves the point of `mantissa`, such as `-1.25`, by `exponent` places. */
function withoutExponent(mantissa: string, exponent: number): string {
  const sign = mantissa.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = mantissa.slice(sign.length).split(".");
  const digits = whole + fraction;
  const point = whole.length + exponent;
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return `${sign}${digits.slice(0, point).padEnd(point, "0")}.${digits.slice(point) || "0"}`;
}

/**
 * Reads an Edm.Double from any JSON number, even a whole one: the service and the emulator write `5.0`, which is `5` after `JSON.parse`.
 * NaN and the infinities are strings, with an annotation if the payload has annotations.
 */
export function readDouble(json: unknown, annotation: unknown, typed: boolean): number;
export function readDouble(json: unknown, annotation: unknown, typed: boolean, optional: true): number | undefined;
export function readDouble(json: unknown, annotation: unknown, typed: boolean, optional?: true): number | undefined {
  if (typeof json === "number") return json;
  if (annotation === "Edm.Double" || (annotation === undefined && !typed)) {
    if (json === "NaN") return Number.NaN;
    if (json === "Infinity") return Number.POSITIVE_INFINITY;
    if (json === "-Infinity") return Number.NEGATIVE_INFINITY;
  }
  if (optional && (json === undefined || json === null)) return undefined;
  throw mismatch("Edm.Double", json, annotation ?? (typed && typeof json === "string" ? "Edm.String" : undefined));
}

export function writeDouble(property: WritableProperty, value: Given<number>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return property.jsonPrefix + doubleJson(checkDouble(value));
}

export const double: EdmType<number> = {
  edm: "Edm.Double",
  toJson: (value) => doubleJson(checkDouble(value)),
  toLiteral: (value) => doubleLiteral(checkDouble(value)),
  fromJson: readDouble,
};
