import { absent, type EdmType, type Given, type WritableProperty, type WriteMode } from "./edm-type.js";
import { checkRange, malformed, mismatch, outOfRange, wrongType } from "./value-errors.js";

export function checkBoolean(value: boolean): boolean {
  if (typeof value !== "boolean") throw wrongType("Edm.Boolean", "true or false", value);
  return value;
}

/** Reads an Edm.Boolean property from JSON. It needs no `odata.type` annotation, because only this type is stored as `true` or `false`. */
export function readBoolean(json: unknown): boolean;
export function readBoolean(json: unknown, optional: true): boolean | undefined;
export function readBoolean(json: unknown, optional?: true): boolean | undefined {
  if (typeof json !== "boolean") {
    if (optional && (json === undefined || json === null)) return undefined;
    throw mismatch("Edm.Boolean", json, undefined);
  }
  return json;
}

export function writeBoolean(property: WritableProperty, value: Given<boolean>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return property.jsonPrefix + (checkBoolean(value) ? "true" : "false");
}

export const boolean: EdmType<boolean> = {
  edm: "Edm.Boolean",
  toJson: (value) => (checkBoolean(value) ? "true" : "false"),
  toLiteral: (value) => (checkBoolean(value) ? "true" : "false"),
  fromJson: (json) => readBoolean(json),
};

/** Returns the number if it is an Edm.Int32. @throws TableError if the value is not a whole number from −2³¹ to 2³¹ − 1 */
export function checkInt32(value: number): number {
  if (typeof value !== "number") throw wrongType("Edm.Int32", "a number", value);
  if ((value | 0) !== value) throw outOfRange(value, "Edm.Int32 takes whole numbers from -2147483648 to 2147483647");
  return value;
}

const numbersHelp = "; a column with fractions is edm.double";

/** Reads an Edm.Int32 from a JSON number. A whole Edm.Double is accepted too, because it looks the same in JSON. */
export function readInt32(json: unknown): number;
export function readInt32(json: unknown, optional: true): number | undefined;
export function readInt32(json: unknown, optional?: true): number | undefined {
  if (typeof json !== "number" || (json | 0) !== json) {
    if (optional && (json === undefined || json === null)) return undefined;
    throw mismatch("Edm.Int32", json, undefined, typeof json === "number" ? numbersHelp : "");
  }
  return json | 0;
}

export function writeInt32(property: WritableProperty, value: Given<number>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  checkRange(checkInt32(value), property.min, property.max);
  return property.jsonPrefix + value;
}

export const int32: EdmType<number> = {
  edm: "Edm.Int32",
  toJson: (value) => String(checkInt32(value)),
  toLiteral: (value) => String(checkInt32(value)),
  fromJson: (json) => readInt32(json),
};

const int64Range = "Edm.Int64 ranges from -9223372036854775808 to 9223372036854775807";
const canonicalInt64 = /^(?:0|-?[1-9]\d{0,18})$/;
const int64Digits = /^-?\d{1,19}$/;

/** Returns the bigint if it is an Edm.Int64. @throws TableError if it is not a bigint from −2⁶³ to 2⁶³ − 1 */
export function checkInt64(value: bigint): bigint {
  if (typeof value !== "bigint") throw wrongType("Edm.Int64", "a bigint", value);
  if (!isInt64(value)) throw outOfRange(value, int64Range);
  return value;
}

/**
 * Returns the number if it can be an Edm.Int64. @throws TableError if it is not a whole number that a JavaScript number represents exactly
 */
export function checkInt64Number(value: number): number {
  if (typeof value !== "number") throw wrongType("Edm.Int64", "a number", value);
  if (!Number.isSafeInteger(value)) {
    throw outOfRange(value, "as a number, Edm.Int64 takes whole numbers from -9007199254740991 to 9007199254740991");
  }
  return value;
}

/** Returns the decimal text if it is an Edm.Int64. @throws TableError if it is not the shortest decimal text of an Edm.Int64 */
export function checkInt64String(value: string): string {
  if (typeof value !== "string") throw wrongType("Edm.Int64", "a decimal string", value);
  if (!canonicalInt64.test(value)) throw outOfRange(value, "Edm.Int64 takes decimal digits without leading zeros");
  if (!isInt64(BigInt(value))) throw outOfRange(value, int64Range);
  return value;
}

function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** Returns the decimal text of a stored Edm.Int64, which is a string in JSON; undefined if the value is optional and absent or null. */
function storedInt64(
  json: unknown,
  annotation: unknown,
  typed: boolean,
  optional: true | undefined,
): string | undefined {
  const hasType = annotation === "Edm.Int64" || (annotation === undefined && !typed);
  if (typeof json !== "string" || !hasType) {
    if (optional && (json === undefined || json === null)) return undefined;
    throw mismatch("Edm.Int64", json, annotation);
  }
  if (!int64Digits.test(json)) throw malformed("Edm.Int64", json, "it is not a decimal number");
  return json;
}

export function readInt64(json: unknown, annotation: unknown, typed: boolean): bigint;
export function readInt64(
  json: unknown,
  annotation: unknown,
  typed: boolean,
  optional: true | undefined,
): bigint | undefined;
export function readInt64(json: unknown, annotation: unknown, typed: boolean, optional?: true): bigint | undefined {
  const text = storedInt64(json, annotation, typed, optional);
  if (text === undefined) return undefined;
  // A conversion through a number is exact up to 15 digits, and takes a third of the time.
  if (text.length < 16) return BigInt(Number(text));
  const value = BigInt(text);
  if (!isInt64(value)) throw malformed("Edm.Int64", json, int64Range);
  return value;
}

export function readInt64Number(json: unknown, annotation: unknown, typed: boolean): number;
export function readInt64Number(json: unknown, annotation: unknown, typed: boolean, optional: true): number | undefined;
export function readInt64Number(
  json: unknown,
  annotation: unknown,
  typed: boolean,
  optional?: true,
): number | undefined {
  const text = storedInt64(json, annotation, typed, optional);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    const reason = "a JavaScript number cannot represent it exactly; declare the property without `as`";
    throw malformed("Edm.Int64", json, reason);
  }
  return value === 0 ? 0 : value;
}

export function readInt64String(json: unknown, annotation: unknown, typed: boolean): string;
export function readInt64String(json: unknown, annotation: unknown, typed: boolean, optional: true): string | undefined;
export function readInt64String(
  json: unknown,
  annotation: unknown,
  typed: boolean,
  optional?: true,
): string | undefined {
  return readInt64(json, annotation, typed, optional)?.toString();
}

export function writeInt64(property: WritableProperty, value: Given<bigint>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  checkRange(checkInt64(value), property.min, property.max);
  return `${property.stringPrefix}${value}"`;
}

export function writeInt64Number(property: WritableProperty, value: Given<number>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return `${property.stringPrefix}${checkInt64Number(value)}"`;
}

export function writeInt64String(property: WritableProperty, value: Given<string>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return `${property.stringPrefix}${checkInt64String(value)}"`;
}

export const int64: EdmType<bigint> = {
  edm: "Edm.Int64",
  toJson: (value) => `"${checkInt64(value)}"`,
  toLiteral: (value) => `${checkInt64(value)}L`,
  fromJson: readInt64,
};

export const int64Number: EdmType<number> = {
  edm: "Edm.Int64",
  as: "number",
  toJson: (value) => `"${checkInt64Number(value)}"`,
  toLiteral: (value) => `${checkInt64Number(value)}L`,
  fromJson: readInt64Number,
};

export const int64String: EdmType<string> = {
  edm: "Edm.Int64",
  as: "string",
  toJson: (value) => `"${checkInt64String(value)}"`,
  toLiteral: (value) => `${checkInt64String(value)}L`,
  fromJson: readInt64String,
};

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
