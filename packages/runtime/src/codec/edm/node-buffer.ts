/**
 * Returns a Buffer with the same memory as `value` and exactly its bytes, even if these are only a part of an ArrayBuffer. A Buffer is
 * returned as it is. The function has its own file, because the declarations of binary.ts are also published for users without the types of
 * Node.
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
