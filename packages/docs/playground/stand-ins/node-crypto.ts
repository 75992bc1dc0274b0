/* The part of `node:crypto` that the generator and the test service use, as a browser computes it: synchronously. */
import { Buffer } from "../../../runtime/src/web/buffer.js";
import { sha256 } from "../../../runtime/src/web/sha256.js";

type Text = string | Uint8Array;

const blockBytes = 64;
const bytesOf = (text: Text): Uint8Array => (typeof text === "string" ? Buffer.from(text) : text);

/** Collects what is hashed, as Node's `Hash` and `Hmac` do. */
class Digest {
  readonly #parts: Uint8Array[] = [];
  readonly #finish: (message: Uint8Array) => Uint8Array;

  constructor(finish: (message: Uint8Array) => Uint8Array) {
    this.#finish = finish;
  }

  update(text: Text): this {
    this.#parts.push(bytesOf(text));
    return this;
  }

  digest(encoding: "hex" | "base64"): string {
    return Buffer.from(this.#finish(Buffer.concat(this.#parts))).toString(encoding);
  }
}

export const createHash = (_algorithm: "sha256"): Digest => new Digest(sha256);

/** HMAC as RFC 2104 defines it: https://www.rfc-editor.org/rfc/rfc2104 */
export function createHmac(_algorithm: "sha256", key: Uint8Array): Digest {
  const block = new Uint8Array(blockBytes);
  block.set(key.length > blockBytes ? sha256(key) : key);
  const padded = (mask: number) => block.map((byte) => byte ^ mask);
  const inner = (message: Uint8Array) => sha256(Buffer.concat([padded(0x36), message]));
  return new Digest((message) => sha256(Buffer.concat([padded(0x5c), inner(message)])));
}

export function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

export const randomUUID = (): string => globalThis.crypto.randomUUID();

export default { randomUUID };
