import { ServiceError } from "../errors/service-error.js";
import { isTableError } from "../errors/table-error.js";
import { TransactionError } from "../errors/transaction-error.js";
import type { HttpResponse } from "../http/http-message.js";
import { toServiceError } from "../odata/error-body.js";
import { submitTransaction } from "../operations/submit-transaction.js";
import { bodyOfPart } from "../operations/write-part.js";
import type { ETag } from "../schema/entity-types.js";
import { type CallOptions, type Connection, parseAnswer } from "./connection.js";
import { type PlannedWrite, writeOperations } from "./planned-write.js";
import { doubted, isDoubtful } from "./settle-write.js";
import { settleWrites } from "./settle-writes.js";
import type { TransactionResult } from "./transaction.js";
import type { BuiltTransaction } from "./transaction-builder.js";

/**
 * Sends one entity group transaction.
 * @param since `performance.now()` before an earlier call with the same operations, which may have been applied
 * @throws TransactionError where one operation was refused: nothing was written
 */
export async function submitWrites(
  connection: Connection,
  { operations, changeset }: BuiltTransaction,
  options: CallOptions | undefined,
  since?: number,
): Promise<readonly TransactionResult[]> {
  const [{ table }] = operations as readonly [PlannedWrite];
  const startedAt = since ?? performance.now();
  const settle = (doubt: ServiceError) => {
    const doubtful = { operations, bodies: changeset.parts().map(bodyOfPart), startedAt };
    return settleWrites(connection, doubtful, doubt, (cause) => refused(operations, cause), options);
  };
  let answers: readonly HttpResponse[];
  try {
    answers = await connection.send(submitTransaction, { table, changeset }, options);
  } catch (error) {
    if (isTableError(error, "response.malformed")) return settle(unreadable(error.message, table));
    throw doubted(error, since);
  }
  const [first] = answers;
  if (answers.length === 1 && first !== undefined && first.status >= 400) {
    const clean = connection.withoutSecrets(first);
    const answer = since === undefined ? clean : { ...clean, ambiguous: true };
    const failure = toServiceError(answer, { operation: "submitTransaction", table });
    if (isDoubtful(failure)) return settle(failure);
    throw refused(operations, failure);
  }
  if (answers.length !== operations.length) {
    return settle(unreadable(`${operations.length} operations were answered with ${answers.length} results.`, table));
  }
  return operations.map((operation, index) => resultOf(connection, operation, answers[index] as HttpResponse));
}

/** An answer that arrived and cannot be read may be that of a success. */
function unreadable(reason: string, table: string): ServiceError {
  return new ServiceError("response.malformed", reason, {
    status: 202,
    operation: "submitTransaction",
    table,
    ambiguous: true,
  });
}

function resultOf(connection: Connection, write: PlannedWrite, answer: HttpResponse): TransactionResult {
  const result = parseAnswer<PlannedWrite, ETag | boolean>(connection, writeOperations[write.name].rest, answer, write);
  return { $etag: typeof result === "string" ? (result as ETag) : undefined };
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
