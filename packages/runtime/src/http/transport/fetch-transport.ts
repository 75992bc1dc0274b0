import { checkOptions, type OptionKinds, wholeNumber } from "../../errors/check-options.js";
import type { Transport } from "../http-message.js";
import { type FetchLike, openHost } from "./fetch-host.js";
import { hostTransport } from "./host-transport.js";

/** Options of {@link fetchTransport}. */
export interface FetchTransportOptions {
  /** Function that sends the requests. Default: the global `fetch` at the time of each request. */
  readonly fetch?: FetchLike | undefined;
  /** Maximum number of requests in flight to one host. Further requests wait in order. Default 64. */
  readonly connections?: number | undefined;
  /** Maximum size of a response body, in bytes. A larger one fails the call with `request.failed`. Default 67,108,864 (64 MiB). */
  readonly maxResponseBytes?: number | undefined;
}

const fetchOptionKinds: OptionKinds<FetchTransportOptions> = {
  fetch: "function",
  connections: wholeNumber(1),
  maxResponseBytes: "number",
};

/**
 * Creates a transport over `fetch`, with the guarantees of {@link undiciTransport}: time limits, abort, no redirect is followed, responses
 * have a maximum size, and a write that may have been applied is reported as such. It is the default on Bun, Deno and Cloudflare Workers,
 * and makes a client visible to tools that replace `fetch`, such as msw. On Node it takes several times the CPU time of undici.
 * @throws TableError `config.invalid-option` for an unknown option, a value of the wrong type, or `connections` that is not a whole number
 */
export function fetchTransport(options: FetchTransportOptions = {}): Transport {
  checkOptions("fetchTransport", options, fetchOptionKinds);
  return hostTransport(options, async () => ({ openHost }));
}
