import { nodeCrypto } from "../../platform/crypto.js";
import { checkUnicode } from "../edm/quote.js";
import { checkString } from "../edm/string.js";
import { missingPart, type PartCodec } from "./key-part.js";
import { keyText } from "./text.js";

/** Writes a string in lower case as key text. Strings that differ only in case have the same key text. */
export function keyLower(value: string, separator = "!"): string {
  if (value === undefined || value === null) throw missingPart();
  return keyText(lowerCase(checkString(value)), separator);
}

/** Writes a string in upper case as key text. Strings that differ only in case have the same key text. */
export function keyUpper(value: string, end = "!"): string {
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
 * Converts text to lower case, character by character and independent of the platform, like the invariant culture of .NET. So a Σ at the
 * end of a word becomes σ, not ς, and İ (U+0130) stays, because its lower case has two characters.
 */
function lowerCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  let lower = "";
  for (const character of text) lower += character === "\u0130" ? character : character.toLowerCase();
  return lower;
}

/** Returns the codec that writes a string as key text by a hash: the first digits of the hash of its UTF-8, in lower-case hexadecimal. */
export function hashText(algorithm: "sha256" | "md5", length: number): Pick<PartCodec, "encode" | "pattern"> {
  return {
    encode: (value: string) => {
      if (value === undefined || value === null) throw missingPart();
      checkUnicode(checkString(value));
      return nodeCrypto().createHash(algorithm).update(value).digest("hex").slice(0, length);
    },
    pattern: () => `[0-9a-f]{${length}}`,
  };
}
