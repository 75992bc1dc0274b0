import type { ErrorCode } from "./error-codes.js";
import { isTableError, recognizeCopies, TableError, type TableErrorOptions, withDoubt } from "./table-error.js";

/** Attempt of a write that the service may have applied, although no usable response arrived. */
export interface AmbiguousAttempt {
  /** `monotonicNow()` when the attempt began. */
  readonly startedAt: number;
  /** `Date.now()` when the attempt began. It goes on while the machine is suspended, which `monotonicNow()` may not. */
  readonly startedAtDate?: number;
  /** `monotonicNow()` when the attempt ended for this client. The service may still be processing it. */
  readonly endedAt: number;
  /**
   * Time (`monotonicNow()`) of a read that showed the row without the values of this attempt. So the attempt was not applied before that
   * time, or another write had already overwritten it. Absent if there was no such read.
   */
  readonly ruledOutAt?: number;
  /**
   * True if something between client and service, such as a proxy, refused the request. It was probably not passed on. So if the row looks
   * as if the attempt had been applied, that proves nothing.
   */
  readonly isRefused?: true;
  /** True if the client stopped waiting for the response. The service may still apply the attempt later, whatever reads show in between. */
  readonly isOpen?: true;
}

/**
 * Proof of the outcome of a write with `exactly: "once"`. `receipt`: its receipt proves that no attempt was or will be applied. `none`:
 * nothing proves the outcome, so it is unknown.
 */
export type OutcomeEvidence = "receipt" | "none";

export interface RequestErrorOptions extends TableErrorOptions {
  readonly attempts: number;
  readonly ambiguousAttempts?: readonly AmbiguousAttempt[] | undefined;
  readonly evidence?: OutcomeEvidence | undefined;
}

/**
 * Error of a call without a response: `request.failed`, `request.timeout` or `request.aborted`. If an attempt got no response and the next
 * one could not be sent, `code` is that of the error that prevented it. If `ambiguous` is true, a write may still have been applied.
 */
export class RequestError extends TableError {
  static {
    recognizeCopies(RequestError, isRequestError);
  }

  /** Number of requests sent; 0 if the call ended before a connection took the first one. */
  readonly attempts: number;
  /** Attempts that the service may have applied although no response arrived. */
  readonly ambiguousAttempts: readonly AmbiguousAttempt[] | undefined;
  /** Proof of the outcome of a write with `exactly: "once"`; absent for any other call. */
  declare readonly evidence?: OutcomeEvidence;

  constructor(code: ErrorCode, message: string, options: RequestErrorOptions) {
    super(
      code,
      options.ambiguousAttempts ? withDoubt(message) : message,
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.name = "RequestError";
    this.attempts = options.attempts;
    this.ambiguousAttempts = options.ambiguousAttempts;
    if (options.evidence !== undefined) this.evidence = options.evidence;
  }

  /** True if the service may have applied the write although no response arrived. */
  get ambiguous(): boolean {
    return this.ambiguousAttempts !== undefined;
  }

  override get outcome(): "unknown" | undefined {
    return this.ambiguous ? "unknown" : undefined;
  }
}

/** Returns whether `error` is about a call without a response. */
export function isRequestError(error: unknown): error is RequestError {
  return isTableError(error) && error.name === "RequestError";
}
