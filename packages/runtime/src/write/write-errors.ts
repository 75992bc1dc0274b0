import type { AmbiguousAttempt, OutcomeEvidence } from "../errors/call-errors.js";
import { isRequestError, isServiceError, RequestError, ServiceError } from "../errors/call-errors.js";
import { isTableError, TableError, withoutDoubt } from "../errors/table-error.js";
import { ambiguousError } from "../http/call-failure.js";
import type { Write } from "../rest/write.js";
import type { EntityId } from "../schema/entity-schema.js";
import type { RowEncoder } from "./row-encoder.js";

export function entityNotFound(entity: string, { partitionKey, rowKey }: EntityId): TableError {
  return new TableError(
    "entity.not-found",
    `There is no ${entity} with PartitionKey ${JSON.stringify(partitionKey)} and RowKey ${JSON.stringify(rowKey)}.`,
    { entity },
  );
}

/** Returns how a message names one row: by the entity's name or, if there is no definition, as `row of` the table. */
export function rowName({ name, schema }: Pick<RowEncoder, "name" | "schema">): string {
  return schema === undefined ? `row of ${name}` : name;
}

/** Returns the error of a rejected write with the operation, entity and keys added to its message. */
export function writeError(error: ServiceError, { name, entity, partitionKey, rowKey }: Write): ServiceError {
  const row = `PartitionKey ${JSON.stringify(partitionKey)}, RowKey ${JSON.stringify(rowKey)}`;
  const message = `${name} of ${entity} (${row}): ${error.message}`;
  return withLostAttemptsOf(error, new ServiceError(error.code, message, { ...error, entity, headers: error.headers }));
}

/**
 * Returns whether a write failed because another writer was faster, so that it is worth trying again.
 * @param given the write as the caller passed it. If it has an ETag as its condition, the result is false: the caller must see this failure
 */
export function isOvertaken(error: unknown, given?: Write): boolean {
  if (given?.ifMatch !== undefined && given.ifMatch !== "*") return false;
  if (isTableError(error, "entity.condition-not-met") || isTableError(error, "entity.not-found")) return true;
  return given?.name !== "insert" && isTableError(error, "entity.already-exists");
}

/** Error of a write that lost responses: the service may have applied one of its attempts. */
export type AmbiguousError = ServiceError & { readonly ambiguousAttempts: readonly AmbiguousAttempt[] };

/**
 * Returns whether an error is a rejection (409, 404 or 412) of a write that lost responses before. An attempt that was applied may itself
 * have caused the rejection.
 */
export function isAmbiguous(error: unknown): error is AmbiguousError {
  if (!isServiceError(error) || error.ambiguousAttempts === undefined) return false;
  const { status } = error;
  return error.code !== "response.malformed" && (status === 409 || status === 404 || status === 412);
}

/**
 * Adds attempts to an error that earlier calls made with the same write, because the service may have applied one of them. If there are
 * none, returns the error as it is.
 */
export function markAmbiguous(error: unknown, earlier: readonly AmbiguousAttempt[] | undefined): unknown {
  if (earlier === undefined || !isTableError(error)) return error;
  const { attempts = 0, ambiguousAttempts: own = [] } = error as TableError & Partial<AmbiguousError>;
  const ambiguousAttempts = [...earlier, ...own];
  return isServiceError(error)
    ? new ServiceError(error.code, error.message, { ...error, ambiguousAttempts, headers: error.headers })
    : ambiguousError(error, attempts, ambiguousAttempts);
}

/** Attempts that lost their response, of errors that are definite nevertheless. */
const lostAttempts = new WeakMap<object, readonly AmbiguousAttempt[]>();

/**
 * Returns the attempts of a rejected write that got no usable response. None of them has been applied yet. One may still be applied
 * once the row that caused the rejection is deleted.
 */
export function lostAttemptsOf(error: unknown): readonly AmbiguousAttempt[] | undefined {
  return typeof error === "object" && error !== null ? lostAttempts.get(error) : undefined;
}

/** Makes `lostAttemptsOf(copy)` return the attempts of `error`. Returns the copy. */
function withLostAttemptsOf<E extends object>(error: object, copy: E): E {
  const attempts = lostAttempts.get(error);
  if (attempts !== undefined) lostAttempts.set(copy, attempts);
  return copy;
}

/**
 * Returns the error without its ambiguous attempts, because it is certain that none of them was applied. `lostAttemptsOf` still returns
 * them.
 * @param remark the text to append to the message
 */
export function definiteError(error: TableError, evidence: OutcomeEvidence | undefined, remark = ""): TableError {
  const { attempts = 1, ambiguousAttempts } = error as Partial<RequestError>;
  const message = withoutDoubt(error.message) + remark;
  const definite = isServiceError(error)
    ? new ServiceError(error.code, message, {
        ...error,
        ambiguousAttempts: undefined,
        evidence,
        headers: error.headers,
      })
    : new RequestError(error.code, message, { attempts, cause: error.cause, evidence });
  if (ambiguousAttempts !== undefined) lostAttempts.set(definite, ambiguousAttempts);
  return definite;
}

/**
 * Creates the error of writes whose outcome stays unknown, from the error of their last attempt.
 * @param seen the end of the message: what the rows show, or why they could not be read
 * @param failure the error of the read, if it failed
 */
export function unknownError(
  error: TableError,
  seen: string,
  failure?: unknown,
  evidence: OutcomeEvidence | undefined = "none",
): TableError {
  const { ambiguousAttempts = [], attempts = 1, cause } = error as Partial<RequestError>;
  const details = { ambiguousAttempts, attempts, evidence };
  const lost = ambiguousAttempts.length > 0 ? "an attempt got no usable response, and " : "";
  const problem = `The outcome of the write is unknown: ${lost}${seen}. Read the row before you write again.`;
  if (isTableError(failure, "request.aborted")) {
    const message = `The call was aborted by the caller's signal before the outcome of its write was known. ${problem}`;
    return new RequestError("request.aborted", message, { ...details, cause: failure.cause });
  }
  if (!isServiceError(error)) return new RequestError(error.code, `${error.message} ${problem}`, { ...details, cause });
  const message = `${problem} The error was: ${error.message}`;
  return new ServiceError("write.outcome-unknown", message, {
    ...error,
    ...details,
    headers: error.headers,
    cause: failure ?? error,
  });
}

/**
 * Returns whether an error has the member `evidence`, the reason why its outcome is known or unknown. If so, the outcome need not be
 * determined again.
 */
export function hasEvidence(error: TableError): boolean {
  return (isServiceError(error) || isRequestError(error)) && error.evidence !== undefined;
}
