import type { EdmType } from "./edm-type.js";
import { bufferOver } from "./node-buffer.js";
import { checkLength, malformed, mismatch, wrongType } from "./value-errors.js";
import { absent, type Given, type SizeLimits, type WritableProperty, type WriteMode } from "./writable-property.js";

function checkBinary(value: Uint8Array): Uint8Array {
  if (!(value instanceof Uint8Array)) throw wrongType("Edm.Binary", "a Uint8Array", value);
  return value;
}

/** Node's own encoder without a Buffer around the bytes: a third of the time. Not documented, hence the other way. */
const slice = (Buffer.prototype as { base64Slice?: (this: Uint8Array) => string }).base64Slice;

export function base64(value: Uint8Array): string {
  return slice === undefined ? bufferOver(value).toString("base64") : slice.call(value);
}

/** @returns bytes with a buffer of their own */
export function readBinary(json: unknown, annotation: unknown, typed: boolean): Uint8Array;
export function readBinary(json: unknown, annotation: unknown, typed: boolean, optional: true): Uint8Array | undefined;
export function readBinary(
  json: unknown,
  annotation: unknown,
  typed: boolean,
  optional?: true,
): Uint8Array | undefined {
  const fits = annotation === "Edm.Binary" || (annotation === undefined && !typed);
  if (typeof json !== "string" || !fits) {
    if (optional && (json === undefined || json === null)) return undefined;
    throw mismatch("Edm.Binary", json, annotation);
  }
  const short = json.length <= 64 ? shortBytes(json) : undefined;
  if (short !== undefined) return short;
  const bytes = Buffer.from(json, "base64");
  if (bytes.length !== base64Bytes(json)) throw malformed("Edm.Binary", json, "it is not base64");
  return new Uint8Array(bytes);
}

/** Negative for what is no digit. */
const digits = new Int8Array(128).fill(-1);
for (const [value, digit] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
  digits[digit.charCodeAt(0)] = value;
}

/** The bytes of a few digits, for which a call of Node's own decoder costs several times as much; undefined where one is no digit. */
function shortBytes(text: string): Uint8Array | undefined {
  const length = base64Bytes(text);
  if (!Number.isInteger(length)) return undefined;
  const bytes = new Uint8Array(length);
  const whole = length - (length % 3);
  let from = 0;
  let to = 0;
  for (; to < whole; from += 4, to += 3) {
    const bits = bitsAt(text, from) | (digitAt(text, from + 2) << 6) | digitAt(text, from + 3);
    if (bits < 0) return undefined;
    bytes[to] = bits >> 16;
    bytes[to + 1] = bits >> 8;
    bytes[to + 2] = bits;
  }
  if (to === length) return bytes;
  const bits = bitsAt(text, from) | (to + 1 === length ? 0 : digitAt(text, from + 2) << 6);
  if (bits < 0) return undefined;
  bytes[to] = bits >> 16;
  if (to + 1 < length) bytes[to + 1] = bits >> 8;
  return bytes;
}

/** The bits of two digits, where they stand in the 24 of four. */
function bitsAt(text: string, at: number): number {
  return (digitAt(text, at) << 18) | (digitAt(text, at + 1) << 12);
}

function digitAt(text: string, at: number): number {
  return digits[text.charCodeAt(at)] ?? -1;
}

/** How many bytes the base64 text holds; not a whole number where its length is not that of base64. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

export function writeBinary(
  property: WritableProperty,
  value: Given<Uint8Array>,
  mode: WriteMode,
  limits: SizeLimits,
): string {
  if (value === undefined || value === null) return absent(property, mode);
  checkBinary(value);
  const { maxLength = limits.binaryBytes } = property;
  if (value.byteLength > maxLength || value.byteLength > limits.binaryBytes) {
    checkLength(value.byteLength, Math.min(maxLength, limits.binaryBytes), "bytes");
  }
  return `${property.stringPrefix}${base64(value)}"`;
}

export const binary: EdmType<Uint8Array> = {
  edm: "Edm.Binary",
  toJson: (value) => `"${base64(checkBinary(value))}"`,
  toLiteral: (value) => `X'${bufferOver(checkBinary(value)).toString("hex")}'`,
  fromJson: readBinary,
};
