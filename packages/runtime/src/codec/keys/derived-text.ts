import { nodeCrypto } from "../../platform/crypto.js";
import { checkUnicode } from "../edm/quote.js";
import { checkString } from "../edm/string.js";
import { type KeyCodec, missingPart, parseDerived } from "./key-codec.js";
import { endsText, keyText, lowerPattern, textPattern } from "./text.js";

/** Writes a string in lower case as key text. Strings that differ only in case have the same key text. */
export function keyLower(value: string, separator = "!"): string {
  if (value === undefined || value === null) throw missingPart();
  return keyText(lowerCase(checkString(value)), separator);
}

/** Writes a string in upper case as key text. Strings that differ only in case have the same key text. */
function keyUpper(value: string, end = "!"): string {
  if (value === undefined || value === null) throw missingPart();
  let upper = "";
  for (const character of checkString(value)) {
    const converted = character.toUpperCase();
    upper += converted.length === character.length ? converted : character;
  }
  return keyText(upper, end);
}

const ascii = /^[\0-\x7f]*$/;

/**
 * Converts text to lower case, character by character and the same on every platform, like the invariant culture of .NET. So a Σ at the end
 * of a word becomes σ, not ς, and İ (U+0130) stays as it is, because its lower case has two characters.
 */
function lowerCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  let lower = "";
  for (const character of text) lower += character === "\u0130" ? character : character.toLowerCase();
  return lower;
}

/**
 * Returns the codec for strings in lower case, with escapes.
 * @param end text that follows the value in the key; it is escaped in the value
 */
export function lower(end = "!"): KeyCodec {
  return {
    form: "lower",
    encode: (value: string) => keyLower(value, end),
    parse: parseDerived,
    pattern: (rules) => lowerPattern(end, rules),
    endsBefore: (next) => endsText(next, end),
    isDerived: true,
  };
}

/**
 * Returns the codec for strings in upper case, with escapes.
 * @param end text that follows the value in the key; it is escaped in the value
 */
export function upper(end = "!"): KeyCodec {
  return {
    form: "upper",
    encode: (value: string) => keyUpper(value, end),
    parse: parseDerived,
    pattern: (rules) => textPattern(end, rules),
    endsBefore: (next) => endsText(next, end),
    isDerived: true,
  };
}

/** Returns the codec that writes strings as the first `length` hexadecimal digits, in lower case, of the SHA-256 of their UTF-8. */
export function sha256(length = 64): KeyCodec {
  return hashed(length === 64 ? "sha256" : `sha256(${length})`, "sha256", length);
}

/** Codec for strings as the MD5 of their UTF-8, in lower-case hexadecimal. */
export const md5: KeyCodec = /* @__PURE__ */ hashed("md5", "md5", 32);

function hashed(form: string, algorithm: "sha256" | "md5", length: number): KeyCodec {
  return {
    form,
    encode: (value: string) => {
      if (value === undefined || value === null) throw missingPart();
      checkUnicode(checkString(value));
      return nodeCrypto().createHash(algorithm).update(value).digest("hex").slice(0, length);
    },
    parse: parseDerived,
    pattern: () => `[0-9a-f]{${length}}`,
    isDerived: true,
  };
}
