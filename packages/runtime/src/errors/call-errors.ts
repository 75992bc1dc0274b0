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
 * one could not be sent, `code` says why the next one could not be sent. If `ambiguous` is true, a write may still have been applied.
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

export interface ServiceErrorDetails {
  readonly status: number;
  readonly serviceCode?: string | undefined;
  readonly requestId?: string | undefined;
  readonly operation?: string | undefined;
  readonly table?: string | undefined;
  readonly entity?: string | undefined;
  readonly operationIndex?: number | undefined;
  readonly attempts?: number | undefined;
  readonly ambiguousAttempts?: readonly AmbiguousAttempt[] | undefined;
  readonly evidence?: OutcomeEvidence | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly headers?: ResponseHeaders | undefined;
  readonly cause?: unknown;
}

/** Header fields of a response, by their names in lower case. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** Headers of the errors' responses. They are not members, because they would fill the output of consoles and loggers. */
const headersOf = new WeakMap<object, ResponseHeaders>();

/** Error response of the service. `code` is Tablewright's error code, `serviceCode` the service's own. */
export class ServiceError extends TableError {
  static {
    recognizeCopies(ServiceError, isServiceError);
  }

  /** HTTP status of the response. */
  readonly status: number;
  /** Service's error code, e.g. `EntityAlreadyExists`; undefined if the response has none. */
  readonly serviceCode: string | undefined;
  /** Value of `x-ms-request-id`, for support requests. */
  readonly requestId: string | undefined;
  /** Name of the REST operation, e.g. `insertEntity`. */
  readonly operation: string | undefined;
  readonly table: string | undefined;
  /** Position of the failed operation in a transaction, from 0. */
  readonly operationIndex: number | undefined;
  /** Number of requests sent, retries included. */
  readonly attempts: number;
  /** Attempts of the call that the service may have applied, the last one included; undefined if there are none. */
  readonly ambiguousAttempts: readonly AmbiguousAttempt[] | undefined;
  /** Proof of the outcome of a write with `exactly: "once"`; absent for any other call. */
  declare readonly evidence?: OutcomeEvidence;

  /** Time that the service asks to wait before the request is sent again, in milliseconds; absent if the response has none. */
  declare readonly retryAfterMs?: number;

  constructor(code: ErrorCode, message: string, details: ServiceErrorDetails) {
    const { entity, cause } = details;
    super(
      code,
      details.ambiguousAttempts ? withDoubt(message) : message,
      cause === undefined ? { entity } : { entity, cause },
    );
    this.name = "ServiceError";
    this.status = details.status;
    this.serviceCode = details.serviceCode;
    this.requestId = details.requestId;
    this.operation = details.operation;
    this.table = details.table;
    this.operationIndex = details.operationIndex;
    this.attempts = details.attempts ?? 1;
    this.ambiguousAttempts = details.ambiguousAttempts;
    if (details.evidence !== undefined) this.evidence = details.evidence;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
    if (details.headers !== undefined) headersOf.set(this, details.headers);
  }

  /** Header fields of the response, by their names in lower case. Empty for an error of one operation in a transaction. */
  get headers(): ResponseHeaders {
    return headersOf.get(this) ?? {};
  }

  /** True if the service may have applied the last attempt or an earlier one. */
  get ambiguous(): boolean {
    return this.ambiguousAttempts !== undefined;
  }

  override get outcome(): "unknown" | undefined {
    return this.ambiguous ? "unknown" : undefined;
  }
}

/** Returns whether `error` is an error response of the service. */
export function isServiceError(error: unknown): error is ServiceError {
  return isTableError(error) && error.name === "ServiceError";
}
