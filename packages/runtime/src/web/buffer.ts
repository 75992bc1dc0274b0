/*
 * The part of Node's Buffer that this package uses, for platforms without Node's modules. scripts/bundle.ts puts it in place of the global
 * `Buffer`.
 */

type Encoding = "utf8" | "latin1" | "base64" | "base64url" | "hex";

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** Bytes with the methods of a Buffer. */
class Bytes extends Uint8Array {
  override toString(encoding: Encoding = "utf8", start = 0, end = this.length): string {
    const bytes = this.subarray(start, end);
    if (encoding === "utf8") return decoder.decode(bytes);
    if (encoding === "hex") return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const text = latin1Text(bytes);
    if (encoding === "latin1") return text;
    const base64 = btoa(text);
    return encoding === "base64" ? base64 : base64.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");
  }

  /** Writes as much of a text into the bytes as there is room for. @returns number of bytes written */
  write(text: string, offset = 0, encoding?: Encoding): number {
    const bytes = bytesOf(text, encoding).subarray(0, this.length - offset);
    this.set(bytes, offset);
    return bytes.length;
  }

  override indexOf(wanted: number | string, from = 0): number {
    if (typeof wanted === "number") return super.indexOf(wanted, from);
    const bytes = encoder.encode(wanted);
    const [first] = bytes;
    if (first === undefined) return from;
    for (let at = super.indexOf(first, from); at >= 0; at = super.indexOf(first, at + 1)) {
      if (bytes.every((byte, n) => this[at + n] === byte)) return at;
    }
    return -1;
  }
}

/** Number of bytes that one call of `String.fromCharCode` converts. Engines limit the number of arguments. */
const chunkBytes = 8192;

function latin1Text(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    text += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  }
  return text;
}

function bytesOf(text: string, encoding: Encoding = "utf8"): Uint8Array {
  if (encoding === "utf8") return encoder.encode(text);
  if (encoding === "hex") return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return Uint8Array.from(encoding === "latin1" ? text : decodeBase64(text), (unit) => unit.charCodeAt(0));
}

/** Decodes base64 as Node does: skips characters that are not base64 digits, and stops at the padding. Returns one character per byte. */
function decodeBase64(text: string): string {
  const [plain = ""] = text.split("=");
  const digits = plain
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replaceAll(/[^A-Za-z0-9+/]/g, "");
  return atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
}

function from(value: string | ArrayBufferLike | ArrayLike<number>, second?: Encoding | number, length?: number): Bytes {
  if (typeof value === "string") return copyOf(bytesOf(value, second as Encoding | undefined));
  if ("byteLength" in value && !ArrayBuffer.isView(value))
    return new Bytes(value as ArrayBuffer, second as number | undefined, length);
  return copyOf(value as ArrayLike<number>);
}

function copyOf(values: ArrayLike<number>): Bytes {
  const bytes = new Bytes(values.length);
  bytes.set(values);
  return bytes;
}

export const Buffer = {
  from,
  prototype: Bytes.prototype,
  alloc: (size: number) => new Bytes(size),
  allocUnsafe: (size: number) => new Bytes(size),
  byteLength: (text: string) => encoder.encode(text).length,
  isBuffer: (value: unknown) => value instanceof Bytes,
  concat(list: readonly Uint8Array[], size = list.reduce((sum, { length }) => sum + length, 0)) {
    const all = new Bytes(size);
    let at = 0;
    for (const bytes of list) {
      all.set(bytes, at);
      at += bytes.length;
    }
    return all;
  },
} as const;
