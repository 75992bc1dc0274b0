import type { AmbiguousAttempt } from "../../errors/request-error.js";
import { isServiceError, ServiceError } from "../../errors/service-error.js";
import { isTableError, type TableError } from "../../errors/table-error.js";
import { ambiguousError } from "../../http/call-failure.js";

/** An error after attempts that may have been applied. */
export type AmbiguousError = ServiceError & { readonly ambiguousAttempts: readonly AmbiguousAttempt[] };

/** Whether an error is a refusal after attempts that may have been applied: it may be the echo of one that was. */
export function isAmbiguous(error: unknown): error is AmbiguousError {
  if (!isServiceError(error) || error.ambiguousAttempts === undefined) return false;
  const { status } = error;
  return error.code !== "response.malformed" && (status === 409 || status === 404 || status === 412);
}

/** Returns whether the write of this error may have been applied, whatever its last response was. */
export function mayBeApplied(error: unknown): boolean {
  return isTableError(error) && (error as Partial<AmbiguousError>).ambiguousAttempts !== undefined;
}

/** An error after earlier calls with the same write, some attempts of which may have been applied. */
export function markAmbiguous(error: unknown, earlier: readonly AmbiguousAttempt[] | undefined): unknown {
  if (earlier === undefined || !isTableError(error)) return error;
  const { attempts = 0, ambiguousAttempts: own = [] } = error as TableError & Partial<AmbiguousError>;
  const ambiguousAttempts = [...earlier, ...own];
  return isServiceError(error)
    ? new ServiceError(error.code, error.message, { ...error, ambiguousAttempts })
    : ambiguousError(error, attempts, ambiguousAttempts);
}

/** The refusal alone: no attempt was applied. @param remark what else there is to say */
export function clearAmbiguous(error: ServiceError, remark = ""): ServiceError {
  return new ServiceError(error.code, error.message + remark, { ...error, ambiguousAttempts: undefined });
}

/** @param seen what the row shows, or why it could not be read @param failure the error of reading it */
export function outcomeUnknown(error: ServiceError, seen: string, failure?: unknown): ServiceError {
  const unknown = new ServiceError(
    "write.outcome-unknown",
    `The outcome of the write is unknown: one attempt got no usable response, a later one got an error, and ${seen}. ` +
      `Read the row before you write again. To recognize your own writes, give each one a unique value. The error was: ${error.message}`,
    error,
  );
  unknown.cause = failure ?? error;
  return unknown;
}
