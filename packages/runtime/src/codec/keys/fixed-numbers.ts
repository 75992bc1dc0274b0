import { checkBoolean, checkInt32, checkInt64, checkInt64Number, checkInt64String } from "../edm/numbers.js";
import { outOfRange, wrongType } from "../edm/value-errors.js";
import { afterNumber, afterText, type KeyCodec, malformedPart, missingPart, parseNumber } from "./key-codec.js";
import type { IntegerCodec } from "./numeral.js";

/** Codec for booleans: `0` or `1`, false first. */
export const bit: KeyCodec = {
  form: "",
  encode: (value: boolean) => {
    if (value === undefined || value === null) throw missingPart();
    return checkBoolean(value) ? "1" : "0";
  },
  parse: (text) => {
    if (text === "1") return true;
    if (text === "0") return false;
    throw malformedPart(text, "0 or 1");
  },
  pattern: () => "[01]",
  length: 1,
};

/** 2³¹. */
const int32Bias = 2_147_483_648;

function biasedInt32(text: string | undefined): number {
  const value = parseNumber(text, 10);
  if (!(value < 2 * int32Bias)) throw malformedPart(text, "an Edm.Int32 in 10 digits");
  return value;
}

/** Codec for 32-bit integers, smallest first: v + 2³¹ in 10 digits. */
export const int32Asc: KeyCodec = {
  form: "asc",
  encode: (value: number) => {
    if (value === undefined || value === null) throw missingPart();
    return String(checkInt32(value) + int32Bias).padStart(10, "0");
  },
  parse: (text) => biasedInt32(text) - int32Bias,
  after: (key, at, value: number) => afterNumber(key, at, 10, value + int32Bias),
  pattern: () => "[0-9]{10}",
  length: 10,
  order: "asc",
};

/** Codec for 32-bit integers, largest first: 2³¹ − 1 − v in 10 digits. */
export const int32Desc: KeyCodec = {
  form: "desc",
  encode: (value: number) => {
    if (value === undefined || value === null) throw missingPart();
    return String(int32Bias - 1 - checkInt32(value)).padStart(10, "0");
  },
  parse: (text) => int32Bias - 1 - biasedInt32(text),
  after: (key, at, value: number) => afterNumber(key, at, 10, int32Bias - 1 - value),
  pattern: () => "[0-9]{10}",
  length: 10,
  order: "desc",
};

/** 2⁶³. */
const int64Bias = 9_223_372_036_854_775_808n;
const twentyDigits = /^\d{20}$/;

function wholeNumber(value: bigint | number | string): bigint {
  if (value === undefined || value === null) throw missingPart();
  if (typeof value === "bigint") return checkInt64(value);
  if (typeof value === "number") return BigInt(checkInt64Number(value));
  if (typeof value === "string") return BigInt(checkInt64String(value));
  throw wrongType("Edm.Int64", "a whole number", value);
}

function biasedInt64(text: string | undefined): bigint {
  if (text === undefined || !twentyDigits.test(text)) throw malformedPart(text, "an Edm.Int64 in 20 digits");
  const value = BigInt(text);
  if (value >= 2n * int64Bias) throw malformedPart(text, "an Edm.Int64 in 20 digits");
  return value;
}

/** Codec for 64-bit integers, smallest first: v + 2⁶³ in 20 digits. Accepts bigints, numbers and strings. */
export const int64Asc: KeyCodec = {
  form: "asc",
  encode: (value: bigint | number | string) => String(wholeNumber(value) + int64Bias).padStart(20, "0"),
  parse: (text) => biasedInt64(text) - int64Bias,
  pattern: () => "[0-9]{20}",
  length: 20,
  order: "asc",
};

/** Codec for 64-bit integers, largest first: 2⁶³ − 1 − v in 20 digits. Accepts bigints, numbers and strings. */
export const int64Desc: KeyCodec = {
  form: "desc",
  encode: (value: bigint | number | string) => String(int64Bias - 1n - wholeNumber(value)).padStart(20, "0"),
  parse: (text) => int64Bias - 1n - biasedInt64(text),
  pattern: () => "[0-9]{20}",
  length: 20,
  order: "desc",
};

/**
 * Writes a whole number as key text, zero-padded to `width` digits, so that the keys sort like the numbers. Accepts the number, bigint or
 * string of an integer property.
 */
function keyPad(value: number | bigint | string, width: number): string {
  if (value === undefined || value === null) throw missingPart();
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    throw outOfRange(value, `pad(${width}) takes whole numbers, as a number up to 9007199254740991`);
  }
  const digits = decimalText(value);
  if (digits.charCodeAt(0) === 45 || digits.length > width) {
    throw outOfRange(value, `pad(${width}) takes 0 to ${"9".repeat(width)}; use .asc for negative numbers`);
  }
  return digits.padStart(width, "0");
}

function decimalText(value: number | bigint | string): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "bigint") return String(checkInt64(value));
  if (typeof value === "string") return checkInt64String(value);
  throw wrongType("Edm.Int64", "a whole number", value);
}

function parsePad(text: string | undefined, width: number): number {
  const value = paddedNumber(text, width);
  if (!Number.isSafeInteger(value)) throw malformedPart(text, "a number that JavaScript can represent exactly");
  return value;
}

function parsePadInt64(text: string | undefined, width: number): bigint {
  const number = paddedNumber(text, width);
  if (Number.isSafeInteger(number)) return BigInt(number);
  const value = BigInt(text as string);
  if (BigInt.asIntN(64, value) !== value) throw malformedPart(text, "an Edm.Int64");
  return value;
}

/** Reads a zero-padded number from key text. The result is not exact beyond 2⁵³. */
function paddedNumber(text: string | undefined, width: number): number {
  const value = parseNumber(text, width);
  if (Number.isNaN(value)) throw malformedPart(text, `a number in ${width} digits`);
  return value;
}

/** Number of decimal digits that a JavaScript number always represents exactly. */
const maxSafeDigits = 15;

/** Returns the codec for whole numbers from 0, zero-padded to `width` digits. */
export function pad(width: number): IntegerCodec {
  const pattern = `[0-9]{${width}}`;
  const form = `pad(${width})`;
  return {
    form,
    encode: (value: number | bigint | string) => keyPad(value, width),
    parse: (text, type) => (type.edm === "Edm.Int32" ? parsePad(text, width) : parsePadInt64(text, width)),
    after: (key, at, value: number | bigint | string) =>
      typeof value === "number" ? afterNumber(key, at, width, value) : afterText(key, at, keyPad(value, width)),
    pattern: () => pattern,
    length: width,
    order: "asc",
    numeral: {
      name: form,
      min: 0n,
      max: 10n ** BigInt(width) - 1n,
      write: (value) => String(value).padStart(width, "0"),
      read: BigInt,
      ...(width <= maxSafeDigits && { readNumber: (text) => parseNumber(text, width) }),
      pattern,
      order: "asc",
    },
  };
}
