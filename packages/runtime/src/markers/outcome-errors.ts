import { isRequestError, type OutcomeEvidence, RequestError } from "../errors/request-error.js";
import { isServiceError, ServiceError } from "../errors/service-error.js";
import type { TableError } from "../errors/table-error.js";

/**
 * Returns the error without its ambiguous attempts, because it is now certain that no attempt was or will be applied. @param remark text to
 * append to the message
 */
export function definiteError(error: TableError, evidence: OutcomeEvidence, remark = ""): TableError {
  if (isServiceError(error)) {
    return new ServiceError(error.code, error.message + remark, { ...error, ambiguousAttempts: undefined, evidence });
  }
  const { attempts = 1 } = error as Partial<RequestError>;
  return new RequestError(error.code, error.message + remark, { attempts, cause: error.cause, evidence });
}

/**
 * Creates the error of writes whose outcome is unknown, from the error of their last attempt.
 * @param seen end of the message: what the row shows, or why it could not be read
 * @param failure error of the read, if it failed
 */
export function unknownError(error: TableError, seen: string, failure?: unknown): TableError {
  const { ambiguousAttempts = [], attempts = 1, cause } = error as Partial<RequestError>;
  const details = { ambiguousAttempts, attempts, evidence: "none" } as const;
  const problem = `The outcome of the write is unknown: an attempt got no usable response, and ${seen}. Read the row before you write again.`;
  const result = isServiceError(error)
    ? new ServiceError("write.outcome-unknown", `${problem} The error was: ${error.message}`, { ...error, ...details })
    : new RequestError(error.code, `${error.message} ${problem}`, { ...details, cause });
  if (isServiceError(result)) result.cause = failure ?? error;
  return result;
}

/**
 * Returns whether an error has the member `evidence`, the reason why its outcome is known or unknown. The outcome then need not be
 * determined again.
 */
export function hasEvidence(error: TableError): boolean {
  return (isServiceError(error) || isRequestError(error)) && error.evidence !== undefined;
}
