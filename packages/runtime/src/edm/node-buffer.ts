/**
 * A Buffer over the view's own bytes, which need not be all of its buffer; what is one already, such as a response's body, is given back. In a file of its own, because the declarations of
 * binary.ts are published, and are for users without the types of Node too.
 */
export function bufferOver(value: Uint8Array): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/**
 * The same text in one piece. V8 keeps a concatenation as its pieces until it is read, so that a text that is a part of
 * many others would be put together again with each of them.
 */
export function flatText(text: string): string {
  return Buffer.from(text).toString();
}
