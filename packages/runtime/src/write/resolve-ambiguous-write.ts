import type { CallOptions, Connection } from "../connection/connection.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import { isServiceError, ServiceError } from "../errors/service-error.js";
import { isTableError, type TableError } from "../errors/table-error.js";
import { ambiguousError } from "../http/call-failure.js";
import type { ETag } from "../schema/entity-types.js";
import type { PlannedWrite } from "./planned-write.js";
import { readBack } from "./read-back.js";
import { type ClockReading, ServiceClock, writeReadings } from "./service-clock.js";
import { ambiguousWriteOf, evidenceOf, reasonOf, verdictOf } from "./write-evidence.js";

/** An error after attempts that may have been applied. */
export type AmbiguousError = ServiceError & { readonly ambiguousAttempts: readonly AmbiguousAttempt[] };

/**
 * Whether reading back can tell more than the error of a write does: it may be the echo of an earlier attempt that was
 * applied, or the answer to one.
 */
export function isAmbiguous(error: unknown): error is AmbiguousError {
  if (!isServiceError(error) || error.ambiguousAttempts === undefined) return false;
  const { status, code } = error;
  return status === 409 || status === 404 || status === 412 || code === "response.malformed";
}

/**
 * Finds out what became of a write after attempts that may have been applied: its own success is a result, a proven
 * conflict the refusal, and anything else `write.outcome-unknown`.
 * @returns the row's ETag; undefined of a delete
 */
export async function resolveAmbiguousWrite(
  connection: Connection,
  write: PlannedWrite,
  error: AmbiguousError,
  options: CallOptions | undefined,
): Promise<ETag | undefined> {
  const ambiguous = ambiguousWriteOf(write, "body" in write ? write.body : "");
  if (error.code === "table.not-found") throw clearAmbiguous(error);
  // Whatever is there by now: a row that was missing may have been written by this client and deleted by another.
  if (error.code === "entity.not-found" && ambiguous.leaves !== "gone")
    throw outcomeUnknown(error, "the row does not exist");
  const { row, readings } = await readBack(connection, write, options).catch((cause) => {
    throw outcomeUnknown(error, "the row could not be read", cause);
  });
  const clock = clockOf(connection, readings);
  const evidence = [evidenceOf(ambiguous, row, error.ambiguousAttempts, clock)];
  const verdict = verdictOf(evidence);
  if (verdict === "applied") return row?.["odata.etag"] as ETag | undefined;
  if (error.code === "response.malformed") throw error;
  throw verdict === "not applied" ? clearAmbiguous(error) : outcomeUnknown(error, reasonOf(evidence).seen);
}

/** The service's clock by what its answers show, the last to a write among them. */
export function clockOf({ lastWrite }: Connection, readings: readonly ClockReading[]): ServiceClock {
  return new ServiceClock([...writeReadings(lastWrite), ...readings]);
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

/** The refusal alone: what went before it was not applied. */
export function clearAmbiguous(error: ServiceError): ServiceError {
  return new ServiceError(error.code, error.message, { ...error, ambiguousAttempts: undefined });
}

/** @param seen what the row says, or why it could not be read @param failure the error of reading it */
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
