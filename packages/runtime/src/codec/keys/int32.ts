import { checkInt32 } from "../edm/int32.js";
import { afterNumber, type KeyCodec, malformedPart, missingPart, parseNumber } from "./key-codec.js";

const bias = 2 ** 31;

/** Writes an Edm.Int32 as key text, smallest first: v + 2³¹ in 10 digits. */
export function keyInt32Asc(value: number): string {
  if (value === undefined || value === null) throw missingPart();
  return String(checkInt32(value) + bias).padStart(10, "0");
}

/** Writes an Edm.Int32 as key text, largest first: 2³¹ − 1 − v in 10 digits. */
export function keyInt32Desc(value: number): string {
  if (value === undefined || value === null) throw missingPart();
  return String(bias - 1 - checkInt32(value)).padStart(10, "0");
}

function biased(text: string | undefined): number {
  const value = parseNumber(text, 10);
  if (!(value < 2 * bias)) throw malformedPart(text, "an Edm.Int32 in 10 digits");
  return value;
}

export function parseInt32Asc(text: string | undefined): number {
  return biased(text) - bias;
}

export function parseInt32Desc(text: string | undefined): number {
  return bias - 1 - biased(text);
}

/** Codec for 32-bit integers, smallest first. */
export const int32Asc: KeyCodec = {
  form: "asc",
  encode: keyInt32Asc,
  parse: parseInt32Asc,
  after: (key, at, value: number) => afterNumber(key, at, 10, value + bias),
  pattern: () => "[0-9]{10}",
  length: 10,
  order: "asc",
};

/** Codec for 32-bit integers, largest first. */
export const int32Desc: KeyCodec = {
  form: "desc",
  encode: keyInt32Desc,
  parse: parseInt32Desc,
  after: (key, at, value: number) => afterNumber(key, at, 10, bias - 1 - value),
  pattern: () => "[0-9]{10}",
  length: 10,
  order: "desc",
};
