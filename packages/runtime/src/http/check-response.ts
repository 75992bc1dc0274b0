import type { HttpResponse } from "./http-message.js";

/** Refuses what a transport or policy of the caller's may give in place of a response, which types keep from happening. */
export function checkResponse(response: HttpResponse): HttpResponse {
  const { status, headers, body } = (response ?? {}) as Partial<HttpResponse>;
  if (typeof status === "number" && Array.isArray(headers) && body instanceof Uint8Array) return response;
  throw new TypeError("the transport gave no response with status, headers and body");
}
