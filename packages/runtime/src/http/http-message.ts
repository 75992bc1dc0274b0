import type { AmbiguousAttempt } from "../errors/request-error.js";

/** The part of an `AbortSignal` that this package uses; the public API needs no DOM types. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  /** As that of an `AbortSignal`. */
  addEventListener(type: "abort", listener: () => void): void;
  /** As that of an `AbortSignal`. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/** One HTTP request as plain data. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute and percent-encoded; sent byte for byte, since the signature covers the path. */
  readonly url: string;
  /** Flat: name, value, name, value, … */
  readonly headers: readonly string[];
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignalLike | undefined;
  /** What this request is for: read by policies and events, ignored by transports. */
  readonly context?: RequestContext | undefined;
  /**
   * Called with status and headers of a 2xx response before its body arrives, and again if the body breaks off and the request is
   * retried. A transport need not call it.
   */
  readonly onHead?: ((status: number, headers: readonly string[]) => void) | undefined;
}

/** Facts of the operation behind a request that policies decide on. */
export interface RequestContext {
  /** The REST operation's name, e.g. `insertEntity`. */
  readonly operation: string;
  readonly table?: string | undefined;
  /** Reads may be sent to the secondary. */
  readonly readOnly: boolean;
  /** The operation exists on the secondary alone. */
  readonly secondaryOnly?: true | undefined;
  /** A read that is never sent to the secondary. */
  readonly primaryOnly?: true | undefined;
  /** Total time for all attempts, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /**
   * What a response below 400, or the refusal of a read, came to: its status, or that of the refusal that it holds, or that it cannot
   * be used. Absent means its status.
   */
  outcomeOf?(response: HttpResponse): number | "unusable-response";
  /**
   * Finds out, after an attempt of a write that got no usable response, whether the write was applied.
   * @param lost all such attempts so far
   */
  recover?(lost: readonly AmbiguousAttempt[], options: RecoverOptions): Promise<Recovery>;
  /** A read that is sent once, whatever its response. */
  readonly once?: true | undefined;
}

/** `applied` ends the call with success; `ruled-out`: what later reads show was not written by the attempts so far, unless they arrive late. */
export type Recovery = "applied" | "ruled-out" | "unknown";

/** Limits of the reads that find out whether a write was applied. */
export interface RecoverOptions {
  readonly signal: AbortSignalLike | undefined;
  /** Time left to the call, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether no other attempt follows, so that a read may take several. */
  readonly isLast: boolean;
}

/** One HTTP response as plain data. */
export interface HttpResponse {
  readonly status: number;
  /** Flat: name, value, name, value, … in any letter case. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  /** How many requests were sent, retries included; undefined means one. Set by the retry policy. */
  readonly attempts?: number | undefined;
  /**
   * The attempts by which a write may have been applied: those without a usable response, or with a 5xx, this one included. Undefined
   * if there is none. Set by the retry policy.
   */
  readonly ambiguousAttempts?: readonly AmbiguousAttempt[] | undefined;
}

/** Sends a request and resolves with the response, whatever its status; rejects only if there is none. */
export interface Transport {
  (request: HttpRequest): Promise<HttpResponse>;
  /** Ends open connections, once the client is closed. */
  close?(): Promise<void>;
}

/** Wraps a transport with one concern: signing, retrying, observing. */
export type Policy = (next: Transport) => Transport;
