import type { AmbiguousAttempt } from "./ambiguous-attempt.js";
import type { ErrorCode } from "./error-codes.js";
import { TableError, type TableErrorOptions } from "./table-error.js";

export interface RequestErrorOptions extends TableErrorOptions {
  readonly attempts: number;
  readonly ambiguousAttempts?: readonly AmbiguousAttempt[] | undefined;
}

/**
 * No answer came: `request.failed`, `request.timeout` or `request.aborted`; or, after an attempt without an answer, the code of
 * what kept the next from being sent. Where `ambiguous` is true a write may have been applied all the same.
 */
export class RequestError extends TableError {
  /** How many requests were sent: 0 where the call ended before its first was handed to a connection. */
  readonly attempts: number;
  /** The attempts that the service may have applied although no answer arrived. */
  readonly ambiguousAttempts: readonly AmbiguousAttempt[] | undefined;

  constructor(code: ErrorCode, message: string, options: RequestErrorOptions) {
    super(code, message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "RequestError";
    this.attempts = options.attempts;
    this.ambiguousAttempts = options.ambiguousAttempts;
  }

  /** Whether the service may have applied the write although no answer arrived. */
  get ambiguous(): boolean {
    return this.ambiguousAttempts !== undefined;
  }

  /** `"unknown"` where a write may or may not have been applied; undefined where this error is the whole truth. */
  get outcome(): "unknown" | undefined {
    return this.ambiguous ? "unknown" : undefined;
  }
}
