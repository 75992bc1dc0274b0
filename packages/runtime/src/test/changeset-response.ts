import type { StubResponse } from "./recording-transport.js";
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
