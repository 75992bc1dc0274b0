import type { HttpRequest } from "../http/http-message.js";
import { recordedETag, type StubResponse } from "./recording-transport.js";
import { versionHeader } from "./service-headers.js";

/** Creates the response to a transaction. @param parts embedded HTTP responses, each beginning with its status line */
export function changesetResponse(...parts: readonly string[]): StubResponse {
  const delimiter =
    "--changesetresponse_b\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n";
  const body =
    "--batchresponse_a\r\nContent-Type: multipart/mixed; boundary=changesetresponse_b\r\n\r\n" +
    parts.map((part) => `${delimiter}${part}\r\n`).join("") +
    "--changesetresponse_b--\r\n--batchresponse_a--\r\n";
  return {
    status: 202,
    headers: ["content-type", "multipart/mixed; boundary=batchresponse_a", ...versionHeader],
    body,
  };
}

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
