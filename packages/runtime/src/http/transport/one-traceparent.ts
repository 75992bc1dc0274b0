import { channel } from "node:diagnostics_channel";

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
