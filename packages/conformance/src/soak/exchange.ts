import type { Fault, FaultyRequest, RawResponse } from "./faults.js";

/** One arrival of a write at the service. A write that the network duplicates has two. */
export interface Delivery {
  /** Position among all deliveries: the service handles one request at a time. */
  readonly order: number;
  /** Time in milliseconds since 1970, with fractions, like all times here. */
  readonly sentAt: number;
  readonly handledAt: number;
  readonly status: number;
  /** True if the service applied the write, or the whole transaction. */
  readonly isApplied: boolean;
  /** ETags of the written rows, in the order of the request's operations. */
  readonly etags: readonly string[];
}

/** One request that writes, and everything that happened to it. */
export interface Exchange {
  /** Name of the call that sent the request. */
  readonly call: string;
  readonly request: FaultyRequest & { readonly headers: readonly string[] };
  readonly fault: Fault | undefined;
  readonly deliveries: Delivery[];
  /** Delivery whose response the client received unchanged, well within its time limit. */
  seen: Delivery | undefined;
}

export function buildDelivery(order: number, sentAt: number, handledAt: number, response: RawResponse): Delivery {
  const { status, headers } = response;
  const text = response.body.toString("latin1");
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === "etag");
  const etags =
    status === 202
      ? Array.from(text.matchAll(/^ETag: (.*?)\r?$/gim), ([, etag = ""]) => etag)
      : headers.slice(at + 1, at < 0 ? 0 : at + 2);
  const isApplied = status < 300 && !(status === 202 && /^HTTP\/1\.1 [45]/m.test(text));
  return { order, sentAt, handledAt, status, isApplied, etags };
}
