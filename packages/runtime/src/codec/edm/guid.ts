import { randomUuid } from "../../platform/node.js";
import { absent, type EdmType, type Given, type WritableProperty, type WriteMode } from "./edm-type.js";
import { malformed, mismatch, outOfRange, wrongType } from "./value-errors.js";

export type GuidText = `${string}-${string}-${string}-${string}-${string}`;

/**
 * Text in the format of `randomUuid()`: hexadecimal digits, 8-4-4-4-12. The second part of the union adds no values: it makes the compiler
 * show the name `Guid` in messages, which it does only for a union.
 */
export type Guid = GuidText | (GuidText & { readonly $guid?: never });

/** Lookup table by character code: 1 for a hexadecimal digit in lower case, 0 for any other character. */
const isDigit = new Uint8Array(128);
for (const digit of "0123456789abcdef") isDigit[digit.charCodeAt(0)] = 1;

/** Returns whether the text is a Guid in lower case. Written by hand, because a regular expression takes a third more time. */
function isLowerCase(text: string): boolean {
  if (text.length !== 36) return false;
  for (let at = 0; at < 36; at++) {
    const code = text.charCodeAt(at);
    if (at === 8 || at === 13 || at === 18 || at === 23 ? code !== 45 : isDigit[code] !== 1) return false;
  }
  return true;
}

/** Returns the Guid in lower case; undefined if the text is not a Guid. */
export function lowerGuid(text: string): Guid | undefined {
  if (isLowerCase(text)) return text as Guid;
  const lower = text.toLowerCase();
  return isLowerCase(lower) ? (lower as Guid) : undefined;
}

/**
 * Checks that a value is a Guid.
 * @returns the Guid in lower case, the only case that is written, so that a query in upper case finds the row
 */
export function checkGuid(value: Guid): Guid {
  if (typeof value !== "string") throw wrongType("Edm.Guid", "a string", value);
  const guid = lowerGuid(value);
  if (guid === undefined) throw outOfRange(value, "Edm.Guid takes 8-4-4-4-12 hexadecimal digits");
  return guid;
}

/** Returns a new random Guid, as the value of a property with `default: "random"`. */
export function randomGuid(): Guid {
  return randomUuid();
}

export function readGuid(json: unknown, annotation: unknown, typed: boolean): Guid;
export function readGuid(json: unknown, annotation: unknown, typed: boolean, optional: true): Guid | undefined;
export function readGuid(json: unknown, annotation: unknown, typed: boolean, optional?: true): Guid | undefined {
  const fits = annotation === "Edm.Guid" || (annotation === undefined && !typed);
  if (typeof json !== "string" || !fits) {
    if (optional && (json === undefined || json === null)) return undefined;
    throw mismatch("Edm.Guid", json, annotation);
  }
  const guid = lowerGuid(json);
  if (guid === undefined) throw malformed("Edm.Guid", json, "it is not 8-4-4-4-12 hexadecimal digits");
  return guid;
}

export function writeGuid(property: WritableProperty, value: Given<Guid>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return `${property.stringPrefix}${checkGuid(value)}"`;
}

export const guid: EdmType<Guid> = {
  edm: "Edm.Guid",
  toJson: (value) => `"${checkGuid(value)}"`,
  toLiteral: (value) => `guid'${checkGuid(value)}'`,
  fromJson: readGuid,
};
