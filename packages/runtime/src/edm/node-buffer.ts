/**
 * Returns a Buffer over the view's own bytes, which may be a part of its buffer. Returns a Buffer, such as a response's body, as it is. In
 * a separate file, because the declarations of binary.ts are published also for users without the types of Node.
 */
export function bufferOver(value: Uint8Array): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/**
 * Returns the same text in one piece. V8 keeps a concatenation as pieces until it is read, so a text that is a part of many others would be
 * joined again for each.
 */
export function flatText(text: string): string {
  return Buffer.from(text).toString();
}
