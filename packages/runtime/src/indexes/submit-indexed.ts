import { Changeset } from "../batch/changeset.js";
import type { CallOptions, Connection } from "../connection/connection.js";
import { type EntryChange, localWrites } from "../entries/entry-changes.js";
import { IndexError } from "../entries/index-error.js";
import type { IndexedWrite } from "../entries/plan-indexed.js";
import { isServiceError } from "../errors/service-error.js";
import { TableError } from "../errors/table-error.js";
import { isTransactionError, type TransactionError } from "../errors/transaction-error.js";
import type { ETag } from "../schema/entity-types.js";
import { submitWrites } from "../transaction/submit-writes.js";
import type { BuiltTransaction } from "../transaction/transaction-builder.js";
import { PlannedDelete, type PlannedWrite, partOf } from "../write/planned-write.js";
import { writeError } from "../write/row-errors.js";
import { deleteRow, writeRow } from "../write/write-row.js";

/**
 * Writes an entity and the rows of its indexes in its partition, all or none of them.
 * @returns the entity's new ETag; undefined for a delete
 * @throws IndexError `index.not-unique`; what a write of the entity alone throws
 */
export async function submitIndexed(
  connection: Connection,
  { write, changes }: IndexedWrite,
  options: CallOptions | undefined,
): Promise<ETag | undefined> {
  let entries = localWrites(connection, changes);
  for (;;) {
    const operations = [write, ...entries];
    if (entries.length === 0) return submitAlone(connection, write, options);
    try {
      const [etag] = await submitWrites(connection, buildTransaction(connection, operations), options);
      return etag;
    } catch (error) {
      if (!isTransactionError(error)) throw error;
      const failed = operations[error.index];
      // A row that another program has deleted: there is nothing to delete any more.
      if (failed instanceof PlannedDelete && failed !== write && error.code === "entity.not-found") {
        entries = entries.filter((entry) => entry !== failed);
      } else throw indexedError(error, operations, changes);
    }
  }
}

async function submitAlone(
  connection: Connection,
  write: PlannedWrite,
  options: CallOptions | undefined,
): Promise<ETag | undefined> {
  if (write.name !== "delete") return writeRow(connection, write, options);
  await deleteRow(connection, write, options);
  return undefined;
}

/** @throws TableError `transaction.too-large` */
function buildTransaction(connection: Connection, operations: readonly PlannedWrite[]): BuiltTransaction {
  const changeset = new Changeset();
  for (const operation of operations) changeset.add(partOf(operation, connection.endpoint));
  const limit = connection.limits.transactionBytes;
  if (changeset.bytes <= limit) return { operations, changeset };
  const [{ entity } = { entity: "" }] = operations;
  const problem = `${entity} and the rows of its indexes have ${changeset.bytes} bytes together; the limit of one transaction is ${limit}.`;
  throw new TableError("transaction.too-large", `${problem} Include fewer properties in its indexes.`, { entity });
}

/** The error as that of the entity's write, or of the unique index whose row exists. */
function indexedError(
  error: TransactionError,
  operations: readonly PlannedWrite[],
  changes: readonly EntryChange[],
): TableError {
  const failed = operations[error.index] ?? operations[0];
  const [write] = operations;
  if (failed === undefined || write === undefined) return error;
  const change = changes.find(({ entry }) => entry.name === failed.entity);
  if (change?.index.unique && failed.name === "insert" && error.code === "entity.already-exists")
    return new IndexError("index.not-unique", { entity: write.entity, index: change.index.name, key: failed }, error);
  return isServiceError(error.cause) ? writeError(error.cause, failed) : error;
}
