/*
 * Functions over `node:crypto` and `Buffer`. They have their own file, because the declarations of the Edm types are also published for
 * users without the types of Node.
 */

/**
 * Returns `node:crypto`, which the first call loads: a static import would be a third of the cost of importing this package. The global
 * `crypto` is not used, because tests replace it, and values must stay random.
 */
export function nodeCrypto(): typeof import("node:crypto") {
  return process.getBuiltinModule("node:crypto");
}

/** Creates a random GUID, in lower case. */
export function randomUuid(): `${string}-${string}-${string}-${string}-${string}` {
  return nodeCrypto().randomUUID();
}

/** Fills the array with random bytes, and returns it. */
export function randomBytes<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  return nodeCrypto().getRandomValues(bytes);
}

/**
 * Returns a Buffer with the same memory as `value` and exactly its bytes, even if these are only a part of an ArrayBuffer. A Buffer is
 * returned as it is.
 */
export function bufferOver(value: Uint8Array): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/**
 * Returns the same text as one piece of memory. V8 keeps a concatenation as a tree of pieces until it is read. So a text that becomes part
 * of many others would be joined again for each of them.
 */
export function flatText(text: string): string {
  return Buffer.from(text).toString();
}
