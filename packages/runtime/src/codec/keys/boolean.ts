import { checkBoolean } from "../edm/boolean.js";
import { type KeyCodec, malformedPart, missingPart } from "./key-codec.js";

/** Writes a boolean as key text: `0` or `1`, false first. */
export function keyBoolean(value: boolean): string {
  if (value === undefined || value === null) throw missingPart();
  return checkBoolean(value) ? "1" : "0";
}

export function parseBoolean(text: string | undefined): boolean {
  if (text === "1") return true;
  if (text === "0") return false;
  throw malformedPart(text, "0 or 1");
}

/** Codec for booleans: `0` or `1`. */
export const bit: KeyCodec = { form: "", encode: keyBoolean, parse: parseBoolean, pattern: () => "[01]", length: 1 };
