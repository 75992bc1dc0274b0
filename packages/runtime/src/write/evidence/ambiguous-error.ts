import type { AmbiguousAttempt } from "../../errors/request-error.js";
import { isServiceError, ServiceError } from "../../errors/service-error.js";
import { isTableError, type TableError } from "../../errors/table-error.js";
import { ambiguousError } from "../../http/call-failure.js";

/** Error after attempts that may have been applied. */
export type AmbiguousError = ServiceError & { readonly ambiguousAttempts: readonly AmbiguousAttempt[] };

/** Returns whether an error is a rejection after attempts that may have been applied. An applied attempt may have caused the rejection. */
export function isAmbiguous(error: unknown): error is AmbiguousError {
  if (!isServiceError(error) || error.ambiguousAttempts === undefined) return false;
  const { status } = error;
  return error.code !== "response.malformed" && (status === 409 || status === 404 || status === 412);
}

/** Returns whether an error says that the outcome of its write is unknown. */
export function isUnknown(error: unknown): boolean {
  return (error as { readonly outcome?: unknown }).outcome === "unknown";
}

/** Returns an error with the attempts of earlier calls with the same write that may have been applied. */
export function markAmbiguous(error: unknown, earlier: readonly AmbiguousAttempt[] | undefined): unknown {
  if (earlier === undefined || !isTableError(error)) return error;
  const { attempts = 0, ambiguousAttempts: own = [] } = error as TableError & Partial<AmbiguousError>;
  const ambiguousAttempts = [...earlier, ...own];
  return isServiceError(error)
    ? new ServiceError(error.code, error.message, { ...error, ambiguousAttempts })
    : ambiguousError(error, attempts, ambiguousAttempts);
}

/** Drops the ambiguous attempts from a rejection once it is certain that none was applied. @param remark text to add to the message */
export function clearAmbiguous(error: ServiceError, remark = ""): ServiceError {
  return new ServiceError(error.code, error.message + remark, { ...error, ambiguousAttempts: undefined });
}

/** @param seen what the row shows, or why it could not be read @param failure error of reading it */
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
