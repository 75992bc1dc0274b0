import { bufferOver } from "../edm/buffer-over.js";
import type { HttpResponse } from "./http-message.js";

/** An error tells of the beginning of a body; what is longer is cut off before it is looked through. */
const maxBytes = 512 * 1024;

/**
 * An answer without what it repeats of the secrets in its request. An error is made of this one: once a text is cut, escaped or decoded,
 * a secret in it is not found any more.
 */
export function withoutSecrets(response: HttpResponse, remove: (text: string) => string): HttpResponse {
  const { headers, body } = response;
  // A character for each byte: secrets are ASCII, and all else comes back as it was.
  const text = bufferOver(body.subarray(0, maxBytes)).toString("latin1");
  return {
    ...response,
    headers: headers.map((header) => remove(String(header))),
    body: Buffer.from(remove(text), "latin1"),
  };
}
