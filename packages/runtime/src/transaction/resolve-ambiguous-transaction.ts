import type { CallOptions, Connection } from "../connection/connection.js";
import { mapConcurrently } from "../connection/map-concurrently.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import type { ServiceError } from "../errors/service-error.js";
import type { ETag } from "../schema/entity-types.js";
import type { PlannedWrite } from "../write/planned-write.js";
import { readBack } from "../write/read-back.js";
import { type AmbiguousError, clearAmbiguous, clockOf, outcomeUnknown } from "../write/resolve-ambiguous-write.js";
import { ambiguousWriteOf, evidenceOf, reasonOf, verdictOf } from "../write/write-evidence.js";

/** A transaction that may have been applied although it ended with an error. */
export interface AmbiguousTransaction {
  readonly operations: readonly PlannedWrite[];
  /** Of each operation, what was sent. */
  readonly bodies: readonly string[];
}

/**
 * Finds out what became of such a transaction by reading all of its rows.
 * @param fail makes the error that the caller gets
 * @returns of each operation the row's ETag; undefined of a delete
 */
export async function resolveAmbiguousTransaction(
  connection: Connection,
  { operations, bodies }: AmbiguousTransaction,
  error: AmbiguousError,
  fail: (cause: ServiceError) => Error,
  options: CallOptions | undefined,
): Promise<readonly (ETag | undefined)[]> {
  if (error.code === "table.not-found") throw fail(clearAmbiguous(error));
  const found = await mapConcurrently(operations, 8, (write) => readBack(connection, write, options)).catch((cause) => {
    throw fail(outcomeUnknown(error, "its rows could not be read", cause));
  });
  const clock = clockOf(
    connection,
    found.flatMap(({ readings }) => readings),
  );
  const attempts = error.ambiguousAttempts;
  const evidenceFor = (own: readonly AmbiguousAttempt[]) =>
    operations.map((write, index) => {
      const ambiguous = ambiguousWriteOf(write, bodies[index] ?? "");
      return evidenceOf(ambiguous, found[index]?.row, attempts, clock, own);
    });
  const evidence = evidenceFor(attempts);
  const verdict = verdictOf(evidence);
  // All rows are written by one attempt, or by none.
  const isApplied = attempts.some((attempt) => verdictOf(evidenceFor([attempt])) === "applied");
  if (isApplied) return found.map(({ row }) => row?.["odata.etag"] as ETag | undefined);
  if (error.code === "response.malformed") throw fail(error);
  if (verdict === "not applied") throw fail(clearAmbiguous(error));
  const { index, seen } = reasonOf(evidence);
  const { name, entity, rowKey } = operations[index] as PlannedWrite;
  throw fail(
    outcomeUnknown(error, `of operation ${index}, ${name} of ${entity}, RowKey ${JSON.stringify(rowKey)}, ${seen}`),
  );
}
