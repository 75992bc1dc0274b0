import { nodeCrypto } from "../platform/crypto.js";

const blockBytes = 64;

/**
 * HMAC-SHA256 under one key, computed from two plain hashes as RFC 2104 defines it. `createHmac` would create a native object for every
 * signature, which takes longer and has to be garbage-collected. It would add 9% to the CPU time of single writes at concurrency 64
 * (packages/bench/choices.md).
 * @see https://www.rfc-editor.org/rfc/rfc2104
 */
export class HmacSha256 {
  readonly #hash = nodeCrypto().hash;
  /** Inner block of RFC 2104, the key XOR 0x36, followed by space for the text to sign. */
  #inner: Buffer = Buffer.alloc(1024);
  /** Outer block of RFC 2104, the key XOR 0x5c, followed by space for the inner hash. */
  readonly #outer: Buffer = Buffer.alloc(blockBytes + 32);

  constructor(key: Uint8Array) {
    const block = Buffer.alloc(blockBytes);
    block.set(key.length > blockBytes ? this.#hash("sha256", key, "buffer") : key);
    for (const [index, byte] of block.entries()) {
      this.#inner[index] = byte ^ 0x36;
      this.#outer[index] = byte ^ 0x5c;
    }
  }

  base64(text: string): string {
    const maxBytes = blockBytes + text.length * 3;
    if (maxBytes > this.#inner.length) this.#inner = Buffer.concat([this.#inner.subarray(0, blockBytes)], 2 * maxBytes);
    const end = blockBytes + this.#inner.write(text, blockBytes, "utf8");
    this.#outer.write(this.#hash("sha256", this.#inner.subarray(0, end), "binary"), blockBytes, "latin1");
    return this.#hash("sha256", this.#outer, "base64");
  }
}

/** Computes the HMAC-SHA256 of a text, in base64url. For signatures that are needed rarely, such as those of cursors. */
export function signText(key: string | Uint8Array, text: string): string {
  const bytes = typeof key === "string" ? Buffer.from(key) : key;
  return Buffer.from(new HmacSha256(bytes).base64(text), "base64").toString("base64url");
}

/** Returns whether two signatures are equal. It always takes the same time, so that an attacker cannot measure where they differ. */
export function isSameSignature(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && nodeCrypto().timingSafeEqual(a, b);
}
