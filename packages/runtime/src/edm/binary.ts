import { Buffer } from "node:buffer";
import type { EdmType } from "./edm-type.js";
import { malformed, mismatch, wrongType } from "./refuse.js";

export function checkBinary(value: Uint8Array): Uint8Array {
  if (!(value instanceof Uint8Array)) throw wrongType("Edm.Binary", "a Uint8Array", value);
  return value;
}

/** The view's own bytes, which need not be all of its buffer. */
function view(value: Uint8Array): Buffer {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** Node's own encoder without a Buffer around the bytes: a third of the time. Not documented, hence the other way. */
const slice = (Buffer.prototype as { base64Slice?: (this: Uint8Array) => string }).base64Slice;

export function base64(value: Uint8Array): string {
  return slice === undefined ? view(value).toString("base64") : slice.call(value);
}

/** @returns bytes with a buffer of their own */
export function readBinary(json: unknown, annotation: unknown, typed: boolean): Uint8Array {
  const fits = annotation === "Edm.Binary" || (annotation === undefined && !typed);
  if (typeof json !== "string" || !fits) throw mismatch("Edm.Binary", json, annotation);
  const bytes = Buffer.from(json, "base64");
  if (bytes.length !== base64Bytes(json)) throw malformed("Edm.Binary", json, "it is not base64");
  return new Uint8Array(bytes);
}

/** How many bytes the base64 text holds; not a whole number where its length is not that of base64. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

export const binary: EdmType<Uint8Array> = {
  edm: "Edm.Binary",
  toJson: (value) => `"${base64(checkBinary(value))}"`,
  toLiteral: (value) => `X'${view(checkBinary(value)).toString("hex")}'`,
  fromJson: readBinary,
};
