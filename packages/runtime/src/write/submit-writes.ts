import { type AmbiguousAttempt, isServiceError, type ServiceError } from "../errors/call-errors.js";
import type { TableError } from "../errors/table-error.js";
import { TransactionError } from "../errors/transaction-error.js";
import { monotonicNow } from "../http/clock.js";
import { readPartBody } from "../rest/changeset.js";
import type { CallOptions, Connection, SentOperation } from "../rest/connection.js";
import type { TransactionInput, TransactionResponse } from "../rest/perform-entity-group-transaction.js";
import { submitTransaction } from "../rest/perform-entity-group-transaction.js";
import { toServiceError } from "../rest/to-service-error.js";
import type { Write } from "../rest/write.js";
import { type OutcomeRules, rowRules, type WrittenETags } from "./outcome/resolve-ambiguous-writes.js";
import { markAmbiguous } from "./write-errors.js";
import type { WriteBatch } from "./writer.js";

/** Transaction of one or more writes that is ready to send: it passed all checks that need no request. */
export type BuiltTransaction = Pick<WriteBatch, "writes" | "changeset">;

interface SubmittedTransaction extends TransactionInput, BuiltTransaction {
  readonly rules: OutcomeRules;
}

/**
 * Operation that sends a transaction. After an attempt without a usable response, it reads the rows back to find out whether the writes
 * were applied.
 */
const sentTransaction: SentOperation<SubmittedTransaction, TransactionResponse> = {
  ...submitTransaction,
  async recover(connection, transaction, lost, options) {
    const etags = await transaction.rules.recover(connection, sentWrites(transaction), lost, options);
    return typeof etags === "string" ? etags : { result: { etags } };
  },
};

function sentWrites({ writes, changeset }: BuiltTransaction): Write[] {
  const parts = changeset.parts();
  return writes.map((write, index) => write.alone(readPartBody(parts[index] ?? "")));
}

/**
 * Sends one entity group transaction and returns the new ETag for each write; undefined for a delete.
 * @param earlier the attempts that previous calls made with the same writes, and that may have been applied
 * @param rules the rules that determine the outcome after an attempt without a usable response
 * @throws TransactionError if the service rejected one write: nothing was written
 */
export async function submitWrites(
  connection: Connection,
  transaction: BuiltTransaction,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
  rules: OutcomeRules = rowRules,
): Promise<WrittenETags> {
  const { writes, changeset } = transaction;
  const [{ table }] = writes as readonly [Write];
  const sentAt = monotonicNow();
  let response: TransactionResponse;
  try {
    response = await connection.send(sentTransaction, { table, changeset, operations: writes, writes, rules }, options);
  } catch (thrown) {
    const error = markAmbiguous(thrown, earlier);
    if (!rules.isOpen(error))
      throw isServiceError(error) && error.status < 400 ? refused(writes, error) : withPlace(error);
    return resolve(error as TableError).catch((cause) => {
      throw withPlace(cause);
    });
  }
  if (response.errorResponse === undefined) {
    const { etags } = response;
    const receivedAt = monotonicNow();
    for (const [index, write] of writes.entries()) {
      connection.recentWrites.note(write, etags[index], sentAt, undefined, receivedAt);
    }
    return etags;
  }
  const errorResponse = connection.withoutSecrets(response.errorResponse);
  const error = markAmbiguous(toServiceError(errorResponse, { operation: "submitTransaction", table }), earlier);
  if (!rules.isOpen(error)) throw refused(writes, error as ServiceError);
  return resolve(error as TableError).catch((cause) => {
    throw isServiceError(cause) ? refused(writes, cause) : cause;
  });

  function resolve(error: TableError): Promise<WrittenETags> {
    return rules.resolve(connection, sentWrites(transaction), error, options);
  }

  /**
   * If an error has `evidence` of the outcome, converts it to the error of the operation that failed. If it names none, that is the first
   * operation.
   */
  function withPlace(error: unknown): unknown {
    return isServiceError(error) && error.evidence !== undefined ? refused(writes, error) : error;
  }
}

/** Creates the error for the operation that the service rejected. If the response names none, that is the first one. */
function refused(writes: readonly Write[], cause: ServiceError): TransactionError {
  const index = cause.operationIndex ?? 0;
  const write = writes[index];
  if (write === undefined) throw cause;
  const { name, entity, partitionKey, rowKey } = write;
  const place = { index, operation: name, entity, key: { partitionKey, rowKey } };
  return new TransactionError(cause.code, cause.message, place, cause);
}
