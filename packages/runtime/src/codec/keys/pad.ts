import { checkInt64, checkInt64String } from "../edm/int64.js";
import { outOfRange, wrongType } from "../edm/value-errors.js";
import { afterNumber, afterText, malformedPart, missingPart, parseNumber } from "./key-codec.js";
import type { IntegerCodec } from "./numeral.js";

/**
 * Writes a whole number as key text, zero-padded to `width` digits, so that the keys sort like the numbers. Accepts the number, bigint or
 * string of an integer property.
 */
export function keyPad(value: number | bigint | string, width: number): string {
  if (value === undefined || value === null) throw missingPart();
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    throw outOfRange(value, `pad(${width}) takes whole numbers, as a number up to 9007199254740991`);
  }
  const digits = decimal(value);
  if (digits.charCodeAt(0) === 45 || digits.length > width) {
    throw outOfRange(value, `pad(${width}) takes 0 to ${"9".repeat(width)}; use .asc for negative numbers`);
  }
  return digits.padStart(width, "0");
}

function decimal(value: number | bigint | string): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "bigint") return String(checkInt64(value));
  if (typeof value === "string") return checkInt64String(value);
  throw wrongType("Edm.Int64", "a whole number", value);
}

export function parsePad(text: string | undefined, width: number): number {
  const value = paddedNumber(text, width);
  if (!Number.isSafeInteger(value)) throw malformedPart(text, "a number that JavaScript can represent exactly");
  return value;
}

export function parsePadInt64(text: string | undefined, width: number): bigint {
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
