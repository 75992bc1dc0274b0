import type { AmbiguousAttempt } from "../../errors/request-error.js";
import { isServiceError, ServiceError } from "../../errors/service-error.js";
import { isTableError, type TableError } from "../../errors/table-error.js";
import { ambiguousError } from "../../http/call-failure.js";

/** Error of a write after attempts without a usable response, which the service may have applied. */
export type AmbiguousError = ServiceError & { readonly ambiguousAttempts: readonly AmbiguousAttempt[] };

/**
 * Returns whether an error is a rejection (409, 404 or 412) after attempts of the write that may have been applied. An applied attempt may
 * itself have caused the rejection.
 */
export function isAmbiguous(error: unknown): error is AmbiguousError {
  if (!isServiceError(error) || error.ambiguousAttempts === undefined) return false;
  const { status } = error;
  return error.code !== "response.malformed" && (status === 409 || status === 404 || status === 412);
}

/** Returns whether an error says that the outcome of its write is unknown. */
export function isUnknown(error: unknown): boolean {
  return (error as { readonly outcome?: unknown }).outcome === "unknown";
}

/**
 * Adds the attempts of earlier calls with the same write to an error, because the service may have applied one of them. Returns the error
 * as it is if there are no such attempts.
 */
export function markAmbiguous(error: unknown, earlier: readonly AmbiguousAttempt[] | undefined): unknown {
  if (earlier === undefined || !isTableError(error)) return error;
  const { attempts = 0, ambiguousAttempts: own = [] } = error as TableError & Partial<AmbiguousError>;
  const ambiguousAttempts = [...earlier, ...own];
  return isServiceError(error)
    ? new ServiceError(error.code, error.message, { ...error, ambiguousAttempts })
    : ambiguousError(error, attempts, ambiguousAttempts);
}

/**
 * Returns a rejection without its ambiguous attempts, once it is certain that none was applied. @param remark text to add to the message
 */
export function clearAmbiguous(error: ServiceError, remark = ""): ServiceError {
  return new ServiceError(error.code, error.message + remark, { ...error, ambiguousAttempts: undefined });
}

/**
 * Creates the error of a write whose outcome stays unknown.
 * @param seen state of the row, or the reason why it could not be read, as part of the message
 * @param failure error of reading the row, if that failed
 */
export function outcomeUnknown(error: ServiceError, seen: string, failure?: unknown): ServiceError {
  const unknown = new ServiceError(
    "write.outcome-unknown",
    `The outcome of the write is unknown: one attempt got no usable response, a later one got an error, and ${seen}. ` +
      `Read the row before you write again. The error was: ${error.message}`,
    error,
  );
  unknown.cause = failure ?? error;
  return unknown;
}
