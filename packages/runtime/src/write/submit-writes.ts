import type { Changeset } from "../batch/changeset.js";
import { bodyOfPart } from "../batch/write-part.js";
import type { CallOptions, Connection, SentOperation } from "../connection/connection.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import { isServiceError, type ServiceError } from "../errors/service-error.js";
import { TransactionError } from "../errors/transaction-error.js";
import { toServiceError } from "../odata/error-body.js";
import {
  submitTransaction,
  type TransactionInput,
  type TransactionResponse,
} from "../operations/entities/perform-entity-group-transaction.js";
import { isAmbiguous, markAmbiguous } from "./evidence/ambiguous-error.js";
import { recoverWrites, resolveAmbiguousWrites, type WrittenETags } from "./evidence/resolve-ambiguous-writes.js";
import type { SentWrite } from "./evidence/write-evidence.js";
import type { PlannedWrite } from "./planned-write.js";

/** A transaction that keeps every rule that can be checked locally. */
export interface BuiltTransaction {
  /** One or more; the change set holds their bodies. */
  readonly operations: readonly PlannedWrite[];
  readonly changeset: Changeset;
}

/** The transaction whose rows are read back right after an attempt without a usable response. */
const sentTransaction: SentOperation<TransactionInput & BuiltTransaction, TransactionResponse> = {
  ...submitTransaction,
  async recover(connection, transaction, lost, options) {
    const etags = await recoverWrites(connection, sentWrites(transaction), lost, options);
    return etags && { result: { etags } };
  },
};

function sentWrites({ operations, changeset }: BuiltTransaction): SentWrite[] {
  const parts = changeset.parts();
  return operations.map((write, index) => ({ write, body: bodyOfPart(parts[index] ?? "") }));
}

/**
 * Sends one entity group transaction and returns the new ETag for each operation; undefined for a delete.
 * @param earlier attempts of earlier calls with the same operations that may have been applied
 * @throws TransactionError where one operation was refused: nothing was written
 */
export async function submitWrites(
  connection: Connection,
  transaction: BuiltTransaction,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<WrittenETags> {
  const { operations, changeset } = transaction;
  const [{ table }] = operations as readonly [PlannedWrite];
  const sentAt = performance.now();
  let response: TransactionResponse;
  try {
    response = await connection.send(sentTransaction, { table, changeset, operations }, options);
  } catch (thrown) {
    const error = markAmbiguous(thrown, earlier);
    if (isAmbiguous(error)) return resolveAmbiguousWrites(connection, sentWrites(transaction), error, options);
    throw isServiceError(error) && error.status < 400 ? refused(operations, error) : error;
  }
  if (response.refusal === undefined) {
    for (const [index, write] of operations.entries())
      connection.recentWrites.note(write, response.etags[index], sentAt);
    return response.etags;
  }
  const refusal = connection.withoutSecrets(response.refusal);
  const error = markAmbiguous(toServiceError(refusal, { operation: "submitTransaction", table }), earlier);
  if (!isAmbiguous(error)) throw refused(operations, error as ServiceError);
  return resolveAmbiguousWrites(connection, sentWrites(transaction), error, options).catch((cause) => {
    throw isServiceError(cause) ? refused(operations, cause) : cause;
  });
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
