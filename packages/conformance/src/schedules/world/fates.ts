import type { HttpRequest, HttpResponse } from "@tablewright/runtime";
import type { Ending } from "./exchange.js";

/** Fault of a request. */
export interface Fate {
  readonly name: string;
  /**
   * Time at which the service handles the request: before the client receives its result, never, some time after, or after all clients
   * have ended.
   */
  readonly handled: "before" | "never" | "after" | "in the end";
  /**
   * Returns what the client receives: the response, or the code of a failure.
   * @param response the response of the service, if the service was reached
   */
  readonly give: (response: HttpResponse) => HttpResponse | string;
  /** True if the client sent nothing. */
  readonly isUnsent?: true;
  /** Returns whether the fault can happen to a request; by default, it can happen to all. */
  readonly fits?: (request: HttpRequest) => boolean;
}

const encoder = new TextEncoder();
const none: HttpResponse = { status: 0, headers: [], body: new Uint8Array(0) };

const page = buildResponse(200, "text/html", "<html><body>Sign in to continue</body></html>");
const object = buildResponse(200, "application/json", "{}");
const redirect: HttpResponse = { ...none, status: 302, headers: ["Location", "http://127.0.0.1:9/"] };
const busy = odataError(503, "ServerBusy");
const timeout = odataError(500, "OperationTimedOut");
const slow = buildResponse(504, "text/html", "<html><body>Gateway Timeout</body></html>");

const isWrite = ({ method }: HttpRequest): boolean => method !== "GET";
const isBatch = ({ url }: HttpRequest): boolean => url.includes("/$batch");
/** Returns whether the response to a request has an ETag. The response to a new table has none. */
const hasETag = (request: HttpRequest): boolean =>
  isWrite(request) && request.method !== "DELETE" && !request.url.includes("/Tables");

export const fates: readonly Fate[] = [
  { name: "connection refused", handled: "never", give: () => "ECONNREFUSED", isUnsent: true },
  { name: "503, not applied", handled: "never", give: () => busy },
  { name: "500, not applied", handled: "never", give: () => timeout },
  { name: "500, applied", handled: "before", give: () => timeout, fits: isWrite },
  { name: "connection lost before it was read", handled: "never", give: () => "ECONNRESET" },
  { name: "connection lost after it was handled", handled: "before", give: () => "ECONNRESET" },
  { name: "connection lost after it was handled", handled: "before", give: () => "ECONNRESET", fits: isWrite },
  { name: "connection lost while it was in flight", handled: "after", give: () => "ECONNRESET" },
  { name: "connection lost, held to the end", handled: "in the end", give: () => "ECONNRESET", fits: isWrite },
  { name: "504 while it was in flight", handled: "after", give: () => slow },
  { name: "200 HTML, not applied", handled: "never", give: () => page },
  { name: "200 HTML, applied", handled: "before", give: () => page, fits: isWrite },
  { name: "200 {}, not applied", handled: "never", give: () => object },
  { name: "200 {}, applied", handled: "before", give: () => object, fits: isWrite },
  { name: "302, not applied", handled: "never", give: () => redirect },
  { name: "302, applied", handled: "before", give: () => redirect, fits: isWrite },
  { name: "204 without ETag, not applied", handled: "never", give: () => ({ ...none, status: 204 }), fits: hasETag },
  { name: "answer without ETags, applied", handled: "before", give: withoutETags, fits: hasETag },
  { name: "202 without parts, not applied", handled: "never", give: () => ({ ...none, status: 202 }), fits: isBatch },
  { name: "body cut off", handled: "before", give: cutOff },
];

/** Determines how a request ends for a client that receives this result. */
export function determineEnding(given: HttpResponse | string, response: HttpResponse | undefined): Ending {
  if (given === "ECONNREFUSED") return "refused";
  return given === response ? "answered" : "hidden";
}

function withoutETags(response: HttpResponse): HttpResponse {
  const at = response.headers.findIndex((name) => name.toLowerCase() === "etag");
  if (at >= 0) return { ...response, headers: response.headers.toSpliced(at, 2) };
  const text = new TextDecoder().decode(response.body);
  const stripped = text.replace(/^ETag: .*\r?\n/gim, "");
  return stripped === text ? response : { ...response, body: encoder.encode(stripped) };
}

function cutOff(response: HttpResponse): HttpResponse {
  const { body } = response;
  return body.length === 0 ? response : { ...response, body: body.subarray(0, body.length >> 1) };
}

function buildResponse(status: number, type: string, text: string): HttpResponse {
  return { status, headers: ["Content-Type", type], body: encoder.encode(text) };
}

function odataError(status: number, code: string): HttpResponse {
  const text = `{"odata.error":{"code":"${code}","message":{"lang":"en-US","value":"An injected fault."}}}`;
  return buildResponse(status, "application/json;odata=minimalmetadata", text);
}
