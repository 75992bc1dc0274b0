import type { HttpResponse } from "../http/http-message.js";

/** The text of a response's body, without a copy of its bytes. */
export function bodyText({ body }: HttpResponse): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
}
