import { channel } from "node:diagnostics_channel";
import { nodeHttp } from "./node-connection.js";

type RequestFunction = ReturnType<typeof nodeHttp>["request"];

/** Channels on which Node's HTTP client publishes its requests. */
const channels = ["created", "start", "error"].map((name) => channel(`http.client.request.${name}`));

const ownFunctions = new Set<RequestFunction>();

/**
 * Returns whether another package of this process observes, mocks or redirects the requests of Node's HTTP or HTTPS client. Such packages
 * replace the function `request`, or subscribe to a channel. Most of them do not know undici.
 */
export function isClientObserved(isSecure: boolean): boolean {
  return channels.some(({ hasSubscribers }) => hasSubscribers) || !isNodes(nodeHttp(isSecure).request);
}

/** Returns whether a function is Node's own, by its text: a function that wraps it has another one. */
function isNodes(request: RequestFunction): boolean {
  if (ownFunctions.has(request)) return true;
  const isOwn = /^function request\([^)]*\) \{[\s\S]*\bClientRequest\b/.test(Function.prototype.toString.call(request));
  if (isOwn) ownFunctions.add(request);
  return isOwn;
}

/** Channel on which undici, and Node's `fetch` over it, publish each request before they send it. */
const requests = channel("undici:request:create");

/**
 * Returns the headers of a request that undici or `fetch` sends. Packages that observe those requests, such as OpenTelemetry's
 * instrumentation, append a header `traceparent` of their own span, so that of the client's span is left out: a service that receives two
 * starts a new trace.
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function withOneTraceparent(headers: readonly string[]): readonly string[] {
  if (!requests.hasSubscribers) return headers;
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === "traceparent");
  return at < 0 ? headers : headers.toSpliced(at, 2);
}
