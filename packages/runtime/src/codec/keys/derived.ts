import { nodeCrypto } from "../../platform/node.js";
import { checkString, checkUnicode } from "../edm/string.js";
import { type KeyCodec, missingPart, parseDerived } from "./key-codec.js";
import { endsText, keyText, lowerPattern, textPattern } from "./text.js";

/** Converts text to upper case, but not a character whose upper case has another length. */
function upperCase(text: string): string {
  let upper = "";
  for (const character of text) {
    const converted = character.toUpperCase();
    upper += converted.length === character.length ? converted : character;
  }
  return upper;
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
 * Returns the codec for strings in lower case, with escapes. Strings that differ only in case have the same key text.
 * @param end text that follows the value in the key; it is escaped in the value
 */
export function lower(end = "!"): KeyCodec {
  return {
    form: "lower",
    encode: (value: string) => {
      if (value === undefined || value === null) throw missingPart();
      return keyText(lowerCase(checkString(value)), end);
    },
    parse: parseDerived,
    pattern: (rules) => lowerPattern(end, rules),
    endsBefore: (next) => endsText(next, end),
    isDerived: true,
  };
}

/**
 * Returns the codec for strings in upper case, with escapes. Strings that differ only in case have the same key text.
 * @param end text that follows the value in the key; it is escaped in the value
 */
export function upper(end = "!"): KeyCodec {
  return {
    form: "upper",
    encode: (value: string) => {
      if (value === undefined || value === null) throw missingPart();
      return keyText(upperCase(checkString(value)), end);
    },
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

/** Lookup table for CRC-32, by byte, as in zip files and PNG. */
const table: Uint32Array = /* @__PURE__ */ Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/** Computes the CRC-32 (ISO 3309) of a text in UTF-8. */
export function crc32(text: string): number {
  let crc = -1;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) return ~Buffer.from(text).reduce(next, -1) >>> 0;
    crc = next(crc, unit);
  }
  return ~crc >>> 0;
}

function next(crc: number, byte: number): number {
  return (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] as number);
}

/** Formats the number of a shard, zero-padded to the number of digits of the last of `count` shards. */
export function shardText(shard: number, count: number): string {
  return String(shard).padStart(String(count - 1).length, "0");
}

/**
 * Returns the codec that writes the number of a value's shard: the CRC-32 of its key text modulo `count`. Shards spread one hot partition
 * over many. Several values share a shard, so the value cannot be read back.
 */
export function shard({ encode }: KeyCodec, count: number): KeyCodec {
  return {
    form: `shard(${count})`,
    encode: (value) => shardText(crc32(encode(value)) % count, count),
    parse: parseDerived,
    pattern: () => `[0-9]{${String(count - 1).length}}`,
    isDerived: true,
    shards: count,
  };
}
