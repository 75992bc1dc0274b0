/**
 * Returns a Buffer that shares the memory of `value`, and has exactly its bytes, even if they are only a part of an ArrayBuffer. Returns a
 * value that already is a Buffer unchanged. This function is in a separate file because the declarations of binary.ts are also published
 * for users without the types of Node.
 */
export function bufferOver(value: Uint8Array): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/**
 * Returns the same text as one piece of memory. V8 stores a concatenation as a tree of pieces until it is read, so a text that becomes part
 * of many others would be joined again for each of them.
 */
export function flatText(text: string): string {
  return Buffer.from(text).toString();
}
