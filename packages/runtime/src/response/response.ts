import { bufferOver } from "../edm/buffer-over.js";
import type { HttpResponse } from "../http/http-message.js";

/** The text of a response's body. */
export function bodyText({ body }: HttpResponse): string {
  return bufferOver(body).toString("utf8");
}
