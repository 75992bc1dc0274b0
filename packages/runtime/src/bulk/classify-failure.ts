import type { AmbiguousAttempt } from "../errors/request-error.js";
import { RequestError } from "../errors/request-error.js";
import { isServiceError } from "../errors/service-error.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { isTransactionError } from "../errors/transaction-error.js";
import type { AmbiguousError } from "../write/ambiguous-error.js";

/** What follows from the failure of a request. */
export type FailureClass =
  /** The service asks to slow down: send the same request again later. */
  | { readonly next: "wait" }
  /** One write is to blame: it fails, and the others are sent again. */
  | { readonly next: "without"; readonly index: number }
  /** Any of them may be to blame: send them again in smaller requests. */
  | { readonly next: "split" }
  /** All of them fail. */
  | { readonly next: "fail" };

/** @param writes how many writes the request held */
export function classifyFailure(error: unknown, writes: number): FailureClass {
  if (!isTableError(error)) return { next: "fail" };
  if (error.code === "service.busy") return { next: "wait" };
  if (writes === 1 || error.code === "table.not-found" || isUnknown(error)) return { next: "fail" };
  if (isTransactionError(error)) return { next: "without", index: error.index };
  const isTooMuch = isServiceError(error) && (error.status === 400 || error.status === 413);
  return { next: isTooMuch ? "split" : "fail" };
}

/** The attempts of a request that may have been applied, as far as its error says. */
export function ambiguousAttemptsOf(error: unknown): readonly AmbiguousAttempt[] | undefined {
  const { ambiguousAttempts } = (isTransactionError(error) ? (error.cause ?? {}) : error) as Partial<AmbiguousError>;
  return ambiguousAttempts;
}

/** Whether the request ended before it was handed to a connection, and so wrote nothing. */
export function isUnsent(error: unknown): boolean {
  return isTableError(error, "request.aborted") && (error as Partial<RequestError>).attempts === 0 && !isUnknown(error);
}

/** Whether the request may have been applied, as far as its error says. */
export function isUnknown(error: unknown): boolean {
  return (error as { readonly outcome?: unknown }).outcome === "unknown";
}

/** The error of writes that were not sent, or not sent again. */
export function notAttempted(ambiguousAttempts: readonly AmbiguousAttempt[] | undefined): TableError {
  if (ambiguousAttempts === undefined) {
    return new TableError("bulk.not-attempted", "The bulk was aborted before this item was sent.");
  }
  const message = "The bulk was aborted before this item was sent again. An earlier attempt may have written it.";
  return new RequestError("request.aborted", message, { attempts: ambiguousAttempts.length, ambiguousAttempts });
}

/** The error of the bulk itself. @param reason that of the signal */
export function bulkAborted(reason: unknown): RequestError {
  const message = "The bulk was aborted by the caller's signal.";
  return new RequestError("request.aborted", message, { attempts: 0, cause: reason });
}
