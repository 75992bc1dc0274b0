import type { HttpRequest } from "../http/http-message.js";
import { changesetResponse } from "./changeset-response.js";
import { recordedETag, type StubResponse } from "./recording-transport.js";

/** Creates the response to a transaction whose operations were all applied. */
export function appliedTransaction({ body }: HttpRequest): StubResponse {
  const methods = [...String(body).matchAll(/^(POST|PUT|PATCH|DELETE) http/gm)].map(([, method]) => method);
  const etagOf = (method: string | undefined) => (method === "DELETE" ? "" : `ETag: ${recordedETag}\r\n`);
  return changesetResponse(...methods.map((method) => `HTTP/1.1 204 No Content\r\n${etagOf(method)}\r\n`));
}

/** Creates the response to a transaction whose first operation was refused. */
export function refusedTransaction(status: number, code: string): StubResponse {
  const error = { "odata.error": { code, message: { lang: "en-US", value: "0:Refused." } } };
  return changesetResponse(`HTTP/1.1 ${status} Refused\r\n\r\n${JSON.stringify(error)}\r\n`);
}
