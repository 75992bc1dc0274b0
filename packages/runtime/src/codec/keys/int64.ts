import { checkInt64, checkInt64Number, checkInt64String } from "../edm/int64.js";
import { wrongType } from "../edm/value-errors.js";
import { type KeyCodec, malformedPart, missingPart } from "./key-codec.js";

const bias = 2n ** 63n;
const twentyDigits = /^\d{20}$/;

/** Writes an Edm.Int64 as key text, smallest first: v + 2⁶³ in 20 digits. Accepts it as a bigint, number or string. */
export function keyInt64Asc(value: bigint | number | string): string {
  return String(whole(value) + bias).padStart(20, "0");
}

/** Writes an Edm.Int64 as key text, largest first: 2⁶³ − 1 − v in 20 digits. Accepts it as a bigint, number or string. */
export function keyInt64Desc(value: bigint | number | string): string {
  return String(bias - 1n - whole(value)).padStart(20, "0");
}

function whole(value: bigint | number | string): bigint {
  if (value === undefined || value === null) throw missingPart();
  if (typeof value === "bigint") return checkInt64(value);
  if (typeof value === "number") return BigInt(checkInt64Number(value));
  if (typeof value === "string") return BigInt(checkInt64String(value));
  throw wrongType("Edm.Int64", "a whole number", value);
}

function biased(text: string | undefined): bigint {
  if (text === undefined || !twentyDigits.test(text)) throw malformedPart(text, "an Edm.Int64 in 20 digits");
  const value = BigInt(text);
  if (value >= 2n * bias) throw malformedPart(text, "an Edm.Int64 in 20 digits");
  return value;
}

export function parseInt64Asc(text: string | undefined): bigint {
  return biased(text) - bias;
}

export function parseInt64Desc(text: string | undefined): bigint {
  return bias - 1n - biased(text);
}

/** Codec for 64-bit integers, smallest first. */
export const int64Asc: KeyCodec = {
  form: "asc",
  encode: keyInt64Asc,
  parse: parseInt64Asc,
  pattern: () => "[0-9]{20}",
  length: 20,
  order: "asc",
};

/** Codec for 64-bit integers, largest first. */
export const int64Desc: KeyCodec = {
  form: "desc",
  encode: keyInt64Desc,
  parse: parseInt64Desc,
  pattern: () => "[0-9]{20}",
  length: 20,
  order: "desc",
};
