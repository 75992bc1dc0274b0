import { channel } from "node:diagnostics_channel";
import { nodeHttp } from "./node-connection.js";

type RequestFunction = ReturnType<typeof nodeHttp>["request"];

/** Channels on which Node's HTTP client publishes its requests. */
const channels = ["created", "start", "error"].map((name) => channel(`http.client.request.${name}`));

const ownFunctions = new Set<RequestFunction>();

/**
 * Returns whether another package in this process observes, mocks or redirects the requests of Node's HTTP or HTTPS client. Such packages
 * replace the function `request`, or subscribe to a channel. Most of them do not know undici.
 */
export function isClientObserved(isSecure: boolean): boolean {
  return channels.some(({ hasSubscribers }) => hasSubscribers) || !isNodes(nodeHttp(isSecure).request);
}

/** Returns whether a function is Node's own. Its text shows that, because a function that wraps it has another text. */
function isNodes(request: RequestFunction): boolean {
  if (ownFunctions.has(request)) return true;
  const isOwn = /^function request\([^)]*\) \{[\s\S]*\bClientRequest\b/.test(Function.prototype.toString.call(request));
  if (isOwn) ownFunctions.add(request);
  return isOwn;
}

/** Channel on which undici publishes each request before it is sent. Node's `fetch` uses undici too. */
const requests = channel("undici:request:create");

/**
 * Returns the headers of a request that undici or `fetch` sends. A package that observes those requests, such as OpenTelemetry's
 * instrumentation, adds a header `traceparent` of its own span. Then the client's own is left out, because a service that receives two
 * starts a new trace.
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function withOneTraceparent(headers: readonly string[]): readonly string[] {
  if (!requests.hasSubscribers) return headers;
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === "traceparent");
  return at < 0 ? headers : headers.toSpliced(at, 2);
}
