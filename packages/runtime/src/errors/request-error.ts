import type { ErrorCode } from "./error-codes.js";
import { isTableError, recognizeCopies, TableError, type TableErrorOptions } from "./table-error.js";

/** One attempt of a write that the service may have applied, although no usable response arrived. */
export interface AmbiguousAttempt {
  /** `performance.now()` when the attempt began. */
  readonly startedAt: number;
  /** `Date.now()` when the attempt began: it counts the time for which the machine was suspended since, which `performance.now()` may not. */
  readonly startedAtDate?: number;
  /** `performance.now()` when it ended for this client: the service may still be processing it. */
  readonly endedAt: number;
  /** `performance.now()` after a later read that showed that the attempt was not applied so far, or was overwritten; absent where there was none. */
  readonly ruledOutAt?: number;
  /** The client gave up waiting: the service may well apply the attempt later, whatever reads show in between. */
  readonly isOpen?: true;
}

export interface RequestErrorOptions extends TableErrorOptions {
  readonly attempts: number;
  readonly ambiguousAttempts?: readonly AmbiguousAttempt[] | undefined;
}

/**
 * There was no response: `request.failed`, `request.timeout` or `request.aborted`; or, after an attempt without a response, the code of
 * the error that prevented the next attempt. If `ambiguous` is true, a write may still have been applied.
 */
export class RequestError extends TableError {
  static {
    recognizeCopies(RequestError, isRequestError);
  }

  /** How many requests were sent: 0 if the call ended before the first was handed to a connection. */
  readonly attempts: number;
  /** The attempts that the service may have applied although no response arrived. */
  readonly ambiguousAttempts: readonly AmbiguousAttempt[] | undefined;

  constructor(code: ErrorCode, message: string, options: RequestErrorOptions) {
    super(code, message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "RequestError";
    this.attempts = options.attempts;
    this.ambiguousAttempts = options.ambiguousAttempts;
  }

  /** Whether the service may have applied the write although no response arrived. */
  get ambiguous(): boolean {
    return this.ambiguousAttempts !== undefined;
  }

  /** `"unknown"` if a write may or may not have been applied; undefined otherwise. */
  get outcome(): "unknown" | undefined {
    return this.ambiguous ? "unknown" : undefined;
  }
}

/** Returns whether `error` is that of a call without a response. */
export function isRequestError(error: unknown): error is RequestError {
  return isTableError(error) && error.name === "RequestError";
}
