/**
 * A Buffer over the view's own bytes, which need not be all of its buffer. In a file of its own, because the declarations of
 * binary.ts are published, and are for users without the types of Node too.
 */
export function bufferOver(value: Uint8Array): Buffer {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
