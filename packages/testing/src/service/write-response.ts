import { type HttpRequest, type HttpResponse, headerFields } from "../http/http-message.js";
import type { Dialect } from "../odata/dialect.js";
import type { Handled } from "./handle-request.js";

/** Builds the response of a handled request: its reply, with the header fields that every response has. */
export function writeResponse(request: HttpRequest, handled: Handled, dialect: Dialect): HttpResponse {
  const { reply, requestId, respondedAt, cors } = handled;
  const sent = headerFields(request.headers);
  const { namesServer, emptyContentType } = dialect;
  const server = "Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0";
  const version = sent.get("x-ms-version") ?? "2019-02-02";
  const headers = [
    ...(namesServer ? ["Cache-Control", "no-cache", "Server", server, "x-ms-version", version] : []),
    "x-ms-request-id",
    requestId,
    "X-Content-Type-Options",
    "nosniff",
    "Date",
    new Date(respondedAt).toUTCString(),
    ...cors,
    ...(reply.preference === undefined ? [] : ["Preference-Applied", reply.preference]),
    ...(reply.headers ?? []),
  ];
  const clientId = sent.get("x-ms-client-request-id");
  if (clientId !== undefined) headers.push("x-ms-client-request-id", clientId);
  const contentType = reply.contentType ?? (reply.status === 204 ? emptyContentType : undefined);
  if (contentType !== undefined) headers.push("Content-Type", contentType);
  const body = Buffer.from(request.method === "HEAD" ? "" : (reply.body ?? ""));
  if (reply.status !== 204) headers.push("Content-Length", String(body.byteLength));
  return { status: reply.status, headers, body };
}
