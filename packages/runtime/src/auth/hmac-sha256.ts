import { nodeCrypto } from "./node-crypto.js";

const blockBytes = 64;

/**
 * HMAC-SHA256 under one key, by its definition: a hash over the key and the hash over key and text. `createHmac` makes an object of
 * Node's own for every signature, which costs as much again, and more when it is collected.
 * @see https://www.rfc-editor.org/rfc/rfc2104
 */
export class HmacSha256 {
  readonly #hash = nodeCrypto().hash;
  /** The key's inner block, followed by room for a text. */
  #inner: Buffer = Buffer.alloc(1024);
  /** The key's outer block, followed by room for the inner hash. */
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
    const most = blockBytes + text.length * 3;
    if (most > this.#inner.length) this.#inner = Buffer.concat([this.#inner.subarray(0, blockBytes)], 2 * most);
    const end = blockBytes + this.#inner.write(text, blockBytes, "utf8");
    this.#outer.write(this.#hash("sha256", this.#inner.subarray(0, end), "binary"), blockBytes, "latin1");
    return this.#hash("sha256", this.#outer, "base64");
  }
}
