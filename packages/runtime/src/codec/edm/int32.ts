import type { EdmType } from "./edm-type.js";
import { checkRange, mismatch, outOfRange, wrongType } from "./value-errors.js";
import { absent, type Given, type WritableProperty, type WriteMode } from "./writable-property.js";

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
