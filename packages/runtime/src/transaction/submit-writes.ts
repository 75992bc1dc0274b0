import { bodyOfPart } from "../batch/write-part.js";
import type { CallOptions, Connection } from "../connection/connection.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import type { ServiceError } from "../errors/service-error.js";
import { TransactionError } from "../errors/transaction-error.js";
import { toServiceError } from "../odata/error-body.js";
import {
  submitTransaction,
  type TransactionResponse,
} from "../operations/entities/perform-entity-group-transaction.js";
import type { ETag } from "../schema/entity-types.js";
import type { PlannedWrite } from "../write/planned-write.js";
import { type AmbiguousError, isAmbiguous, markAmbiguous } from "../write/resolve-ambiguous-write.js";
import { resolveAmbiguousTransaction } from "./resolve-ambiguous-transaction.js";
import type { BuiltTransaction } from "./transaction-builder.js";

/**
 * Sends one entity group transaction and returns the new ETag for each operation; undefined for a delete.
 * @param earlier attempts of earlier calls with the same operations that may have been applied
 * @throws TransactionError where one operation was refused: nothing was written
 */
export async function submitWrites(
  connection: Connection,
  { operations, changeset }: BuiltTransaction,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<readonly (ETag | undefined)[]> {
  const [{ table }] = operations as readonly [PlannedWrite];
  const resolve = (error: AmbiguousError, fail: (cause: ServiceError) => Error) => {
    const bodies = changeset.parts().map(bodyOfPart);
    return resolveAmbiguousTransaction(connection, { operations, bodies }, error, fail, options);
  };
  let response: TransactionResponse;
  try {
    response = await connection.send(submitTransaction, { table, changeset, operations }, options);
  } catch (thrown) {
    const error = markAmbiguous(thrown, earlier);
    if (isAmbiguous(error)) return resolve(error, (cause) => (cause.status < 400 ? refused(operations, cause) : cause));
    throw error;
  }
  if (response.refusal === undefined) return response.etags;
  const failure = markAmbiguous(
    toServiceError(connection.withoutSecrets(response.refusal), { operation: "submitTransaction", table }),
    earlier,
  );
  if (isAmbiguous(failure)) return resolve(failure, (cause) => refused(operations, cause));
  throw refused(operations, failure as ServiceError);
}

/** The service's refusal as that of the operation it names: the first where it names none. */
function refused(operations: readonly PlannedWrite[], cause: ServiceError): TransactionError {
  const index = cause.operationIndex ?? 0;
  const operation = operations[index];
  if (operation === undefined) throw cause;
  const { partitionKey, rowKey } = operation;
  const place = { index, operation: operation.name, entity: operation.entity, key: { partitionKey, rowKey } };
  return new TransactionError(cause.code, cause.message, place, cause);
}
