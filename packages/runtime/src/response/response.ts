import { bufferOver } from "../edm/buffer-over.js";
import type { HttpResponse } from "../http/http-message.js";

/** The text of a response's body. */
export function bodyText({ body }: HttpResponse): string {
  return bufferOver(body).toString("utf8");
}

type Latin1Slice = (this: Buffer, from: number, to: number) => string;

/** Not documented, and without the checks of `toString`, which take longer than the text. */
const slice = (Buffer.prototype as { latin1Slice?: Latin1Slice }).latin1Slice;

/** Some bytes as a text of its own, a character for each: a slice of a longer text would keep all of that in memory. */
export function latin1Text(bytes: Buffer, from: number, to: number): string {
  return slice === undefined ? bytes.toString("latin1", from, to) : slice.call(bytes, from, to);
}
