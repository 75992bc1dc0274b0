import { checkInt32 } from "../edm/int32.js";
import { parseNumber } from "./digits.js";
import { malformedPart, missingPart } from "./key-part.js";

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
