import type { AmbiguousAttempt, RequestError } from "../errors/call-errors.js";
import { isOutcomeUnknown, isTableError, type TableError } from "../errors/table-error.js";
import { isTransactionError } from "../errors/transaction-error.js";
import type { AmbiguousError } from "../write/write-errors.js";
import type { LostRequests } from "./bulk-batch.js";

/** Next step of a bulk after a request has failed. */
export type FailureClass =
  /** Send the same request again later, because the service asks to slow down. */
  | { readonly next: "wait" }
  /** Fail the one write that caused the failure, and send the others again. */
  | { readonly next: "without"; readonly index: number }
  /** Send the writes again in halves, because any of them may have caused the failure, or because there are too many. */
  | { readonly next: "split" }
  /** Send the writes again in halves, because there was no usable response. A single write fails. */
  | { readonly next: "lost" }
  /** Send each write separately, because the rows of all writes together do not show whether the request was applied. */
  | { readonly next: "apart" }
  /** Fail all writes. */
  | { readonly next: "fail" };

export interface FailedRequest {
  readonly writes: number;
  /** Possibly applied attempts of earlier requests with these writes; undefined if there are none. */
  readonly earlier: readonly AmbiguousAttempt[] | undefined;
  /** True if the request may be sent again after a delay when the service is busy. */
  readonly mayWait: boolean;
}

export function classifyFailure(error: unknown, { writes, earlier, mayWait }: FailedRequest): FailureClass {
  if (!isTableError(error) || error.code === "request.aborted") return { next: "fail" };
  if (error.code === "service.busy" && mayWait) return { next: "wait" };
  if (error.code === "table.not-found") return { next: "fail" };
  const { status = 0 } = error as { readonly status?: number };
  if ((status === 400 || status === 413) && writes > 1 && !isTransactionError(error)) return { next: "split" };
  const isRefused = status === 404 || status === 409 || status === 412;
  if (isOutcomeUnknown(error) && !isRefused && hasLostAttempt(error, earlier)) return { next: "lost" };
  if (!isRefused && hasEvidence(error)) return { next: "lost" };
  // One item with index rows is a transaction of several operations. If any of them failed, the item fails.
  if (writes === 1) return isTransactionError(error) ? { next: "without", index: 0 } : { next: "fail" };
  if (isOutcomeUnknown(error)) return { next: isRefused ? "apart" : "fail" };
  return isTransactionError(error) ? { next: "without", index: error.index } : { next: "fail" };
}

/**
 * Returns whether the error of a request has the member `evidence`, and the service rejected no single operation. If the `evidence` is
 * `none`, the request was not sent, because its receipt could not be read. Any other `evidence` proves, for example by the receipt, that no
 * attempt was or will be applied.
 */
function hasEvidence(error: TableError): boolean {
  return (error as Partial<RequestError>).evidence !== undefined && !isTransactionError(error);
}

/** Returns whether the failed request itself had an attempt that may have been applied, in addition to the `earlier` ones. */
function hasLostAttempt(error: unknown, earlier: readonly AmbiguousAttempt[] = []): boolean {
  return (findAmbiguousAttempts(error)?.length ?? 0) > earlier.length;
}

/** Returns the attempts that an error lists as possibly applied; undefined if it lists none. */
export function findAmbiguousAttempts(error: unknown): readonly AmbiguousAttempt[] | undefined {
  const { ambiguousAttempts } = (isTransactionError(error) ? (error.cause ?? {}) : error) as Partial<AmbiguousError>;
  return ambiguousAttempts;
}

/** Returns the lost requests of a batch after one more request failed with `error`. @param earlier the requests that were lost before */
export function lostRequests(error: unknown, earlier: LostRequests | undefined): LostRequests | undefined {
  if (!isTableError(error)) return earlier;
  const attempts = findAmbiguousAttempts(error);
  return attempts === undefined ? earlier : { attempts, error };
}

/** Returns whether a request was aborted before it was handed to a connection, so that it wrote nothing. */
export function isUnsent(error: unknown): boolean {
  return (
    isTableError(error, "request.aborted") &&
    (error as Partial<RequestError>).attempts === 0 &&
    !isOutcomeUnknown(error)
  );
}
