import type { AmbiguousAttempt } from "../errors/call-errors.js";

/** Part of an `AbortSignal` that this package uses. Declared here, so that the public API needs no DOM types. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  /** Adds a listener, as in `AbortSignal`. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Removes a listener, as in `AbortSignal`. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/** HTTP request as plain data. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute, percent-encoded URL. It is sent byte for byte, because the signature covers the path. */
  readonly url: string;
  /** Flat list of headers: name, value, name, value, … */
  readonly headers: readonly string[];
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignalLike | undefined;
  /** Purpose of the request. Policies and events read it, transports ignore it. */
  readonly context?: RequestContext | undefined;
  /**
   * Called with status and headers of a 2xx response before its body arrives. Called again if the body breaks off and the request is
   * retried. A transport need not call it.
   */
  readonly onHead?: ((status: number, headers: readonly string[]) => void) | undefined;
}

/** Data about the operation that sends a request, for policies. */
export interface RequestContext {
  /** Name of the REST operation, e.g. `insertEntity`. */
  readonly operation: string;
  readonly table?: string | undefined;
  /** True for a read, which may be sent to the secondary. */
  readonly readOnly: boolean;
  /** True if the operation exists only on the secondary. */
  readonly secondaryOnly?: true | undefined;
  /** True for a read that is never sent to the secondary. */
  readonly primaryOnly?: true | undefined;
  /** Maximum total time of all attempts, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /**
   * Returns the outcome of a response, which determines whether the request is retried. Called for a response below 400, and for an error
   * response to a read. The outcome is the status, the status of an error inside of the response, or `unusable-response`. Without this
   * function it is the status.
   */
  outcomeOf?(response: HttpResponse): number | "unusable-response";
  /**
   * Reads the rows of a write after an attempt without a usable response, to find out whether it was applied.
   * @param lost all such attempts so far
   */
  recover?(lost: readonly AmbiguousAttempt[], options: RecoverOptions): Promise<Recovery>;
  /** True for a read that is sent once, whatever its response. */
  readonly once?: true | undefined;
  /** True for a request that is retried until its time is over, with any number of attempts. */
  readonly persistent?: true | undefined;
}

/**
 * Result of reading the rows of a write. `applied` ends the call with success. `ruled-out`: no attempt so far was applied, although one may
 * still arrive late. `unknown`: the rows show neither.
 */
export type Recovery = "applied" | "ruled-out" | "unknown";

/** Limits of the reads that determine whether a write was applied. */
export interface RecoverOptions {
  readonly signal: AbortSignalLike | undefined;
  /** Remaining time of the call, in milliseconds. */
  readonly timeoutMs: number;
  /** True if no other attempt of the write follows. Then a read that fails may be retried. Before another attempt, it is sent only once. */
  readonly isLast: boolean;
}

/** HTTP response as plain data. */
export interface HttpResponse {
  readonly status: number;
  /** Flat list of headers: name, value, name, value, … in any letter case. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  /** Number of requests sent, including retries; undefined means one. Set by the retry policy. */
  readonly attempts?: number | undefined;
  /**
   * Attempts that may have applied the write: those without a usable response or with a 5xx, perhaps also the attempt with this response.
   * Undefined if there are none. Set by the retry policy.
   */
  readonly ambiguousAttempts?: readonly AmbiguousAttempt[] | undefined;
}

/** Sends a request and resolves with the response, whatever its status. Rejects only if there is none. */
export interface Transport {
  (request: HttpRequest): Promise<HttpResponse>;
  /** Closes open connections. Called when the client is closed. */
  close?(): Promise<void>;
}

/** Function that adds one concern to a transport, such as signing, retrying or observing. It returns a new transport that does so. */
export type Policy = (next: Transport) => Transport;

const accept = "application/json;odata=minimalmetadata";

/** Headers of a request without a body. Minimal metadata is the lowest level with types and ETags in the response. */
export const readHeaders: readonly string[] = ["Accept", accept, "DataServiceVersion", "3.0"];

/** Headers of a request with a JSON body. */
export const writeHeaders: readonly string[] = ["Content-Type", "application/json", ...readHeaders];

/** Headers of a request that creates a row or a table. They ask for an empty response (204) in place of a copy of it. */
export const createHeaders: readonly string[] = [...writeHeaders, "Prefer", "return-no-content"];

/** Headers of a merge that is sent as a POST, because Cosmos DB has no PATCH. */
export const tunnelledMergeHeaders: readonly string[] = [...writeHeaders, "X-HTTP-Method", "MERGE"];

export function withIfMatch(headers: readonly string[], ifMatch: string): readonly string[] {
  return [...headers, "If-Match", ifMatch];
}

/**
 * Returns the value of a header in a flat list of names and values, whatever the case of the names; undefined if there is none.
 * @param name the name in lower case
 */
export function headerValue(headers: readonly string[], name: string): string | undefined {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const candidate = headers[i];
    if (candidate === name || (candidate?.length === name.length && candidate.toLowerCase() === name))
      return headers[i + 1];
  }
  return undefined;
}

/**
 * Returns a text if it has the format of the service's request ids, otherwise undefined. Other text must not get into messages and events.
 */
export function findRequestId(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Za-z0-9-]{1,64}$/.test(text) ? text : undefined;
}
