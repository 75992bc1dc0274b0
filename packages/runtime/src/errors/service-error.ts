import type { ErrorCode } from "./error-codes.js";
import type { AmbiguousAttempt, OutcomeEvidence } from "./request-error.js";
import { isTableError, recognizeCopies, TableError, withDoubt } from "./table-error.js";

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
