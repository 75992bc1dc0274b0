import { type AmbiguousAttempt, isServiceError } from "../../errors/call-errors.js";
import { isTableError, TableError } from "../../errors/table-error.js";
import { isTransactionError, TransactionError } from "../../errors/transaction-error.js";
import { Changeset } from "../../rest/changeset.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import type { Write, WriteResult } from "../../rest/write.js";
import { readCurrent } from "../../write/deciding-reads.js";
import type { WrittenETags } from "../../write/outcome/resolve-ambiguous-writes.js";
import type { RowEncoder } from "../../write/row-encoder.js";
import { type BuiltTransaction, submitWrites } from "../../write/submit-writes.js";
import { whileOvertaken } from "../../write/while-overtaken.js";
import { isOvertaken, writeError } from "../../write/write-errors.js";
import type { WriteOptions } from "../../write/write-options.js";
import type { WriteBatch, Writer } from "../../write/writer.js";
import { IndexError, isIndexError, readIndexedValues } from "./index-error.js";
import type { IndexRowChange } from "./index-row-changes.js";
import { protectOtherEntities } from "./protect-other-entities.js";
import { writeWithGlobalRows } from "./write-with-global-rows.js";

/**
 * Sends a write of an entity whose changes of index rows depend on the stored row. It reads the row, completes the write, and sends it
 * under the ETag that was read. If another writer changes the row first, it does so again.
 * @throws TableError `write.contended`; IndexError `index.not-unique`; the errors of a write of an entity without indexes
 */
export async function readAndWrite(
  writer: Writer,
  rows: RowEncoder,
  given: Write,
  options: WriteOptions | undefined,
): Promise<WriteResult> {
  const { connection } = writer;
  return whileOvertaken<WriteResult>(connection, options, {
    entity: rows.name,
    what: `A write of ${rows.name}`,
    async plan() {
      const row = await readCurrent(connection, rows, given, options);
      const planned = writer.complete(rows, given, row);
      if (planned === undefined) return () => false;
      return () =>
        writer.send(planned, options).catch((error: unknown) => {
          if (given.name === "delete" && isTableError(error, "entity.not-found")) return false;
          throw error;
        });
    },
    isOvertaken: (error) => isOvertaken(error, given),
  });
}

/**
 * Sends a write of an entity with its index rows. Does not retry it if another writer was faster.
 * @param plain the writer of rows without indexes, which also sends the transaction if index rows of the same partition change
 * @param earlier the attempts, made by previous calls with this write, that may have been applied
 */
export function writeIndexed(
  plain: Writer,
  planned: Write,
  changes: readonly IndexRowChange[],
  options: WriteOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<WriteResult> {
  return writeWithGlobalRows(plain, changes, options, (limited) =>
    planned.companions.length === 0
      ? plain.send(planned, limited, earlier)
      : submitWithIndexRows(plain, planned, changes, limited, earlier),
  );
}

/** Maximum number of times that a row of a unique index is read because other programs keep changing it. */
const maxReads = 10;

/**
 * Writes an entity and its index rows in the same partition: either all of these rows or none.
 * @throws IndexError `index.not-unique`; the errors of a write of the entity alone
 */
async function submitWithIndexRows(
  plain: Writer,
  planned: Write,
  changes: readonly IndexRowChange[],
  options: WriteOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<WriteResult> {
  const all = [planned, ...planned.companions];
  try {
    const results = await submitKept(plain, buildTransaction(plain.connection, all), changes, options, earlier);
    return results.get(planned) ?? true;
  } catch (error) {
    if (!isTransactionError(error)) throw error;
    const write = all.find((each) => each.rowKey === error.key.rowKey) ?? planned;
    throw isServiceError(error.cause) ? writeError(error.cause, write) : error;
  }
}

/**
 * Sends writes of one partition in one transaction, without adding index rows. Returns the new ETag of each row.
 * @throws ServiceError of the rejected write
 */
export async function submitAll(
  connection: Connection,
  planned: readonly Write[],
  options: CallOptions | undefined,
): Promise<WrittenETags> {
  try {
    return await submitWrites(connection, buildTransaction(connection, planned), options);
  } catch (error) {
    throw isTransactionError(error) && isServiceError(error.cause) ? error.cause : error;
  }
}

/**
 * Sends a transaction whose entities have indexes.
 * @param earlier the attempts, made by previous calls with the same writes, that the service may have applied
 * @throws TransactionError with the position of the operation in the caller's batch; IndexError with a TransactionError as its cause
 */
export async function submitIndexed(
  plain: Writer,
  batch: WriteBatch,
  changes: readonly IndexRowChange[],
  options: WriteOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<readonly WriteResult[]> {
  const { writes, positions } = batch;
  try {
    const results = await writeWithGlobalRows(plain, changes, options, (limited) =>
      submitKept(plain, batch, changes, limited, earlier, batch.run),
    );
    return positions.map((position) => results.get(writes[position] as Write) ?? true);
  } catch (error) {
    if (isTransactionError(error)) throw positioned(error, batch);
    if (isIndexError(error))
      error.cause = isTransactionError(error.cause) ? positioned(error.cause, batch) : rejectedBefore(error, batch);
    throw error;
  }
}

/**
 * Returns the error with the position of the failed operation among the caller's operations. Its position in the request can be higher,
 * because the request also has writes of index rows.
 */
function positioned(error: TransactionError, { writes, positions }: WriteBatch): TransactionError {
  // The request may lack some writes of index rows, so `error.index` may not be the position in `writes`. The RowKey shows which write it
  // is, because a transaction writes each row only once.
  const failed = writes.findIndex(({ rowKey }) => rowKey === error.key.rowKey);
  const index = positions.findLastIndex((position) => position <= failed);
  if (!isServiceError(error.cause)) return error;
  const { operation, entity, key } = error;
  return new TransactionError(error.code, error.cause.message, { index, operation, entity, key }, error.cause);
}

/**
 * Creates the error of an operation that was rejected before anything was sent, because another entity has its values in a unique index.
 */
function rejectedBefore({ code, message, entityKey }: IndexError, { writes, positions }: WriteBatch): TransactionError {
  const index = positions.findIndex((position) => writes[position]?.rowKey === entityKey.rowKey);
  const { name: operation, entity } = writes[positions[index] as number] as Write;
  return new TransactionError(code, message, { index, operation, entity, key: entityKey });
}

/**
 * Sends the writes of entities and their index rows in one transaction. Leaves out changes to rows of unique indexes that belong to another
 * entity. If another program has changed an index row meanwhile, sends the transaction again: without the deletion of a row that is gone,
 * or after reading the rows of unique indexes again.
 */
async function submitKept(
  plain: Writer,
  transaction: BuiltTransaction,
  changes: readonly IndexRowChange[],
  options: WriteOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
  run?: object,
): Promise<ReadonlyMap<Write, WriteResult>> {
  const { connection } = plain;
  const changeOf = ({ entity, rowKey }: Write) => {
    const ofIndex = changes.filter(({ entry }) => entry.name === entity);
    return ofIndex.find(({ after }) => after?.rowKey === rowKey) ?? ofIndex[0];
  };
  let built = await protectOtherEntities(connection, transaction, changes, options);
  for (let read = 1; ; ) {
    const { writes } = built;
    try {
      const all = writes.map((_, index) => index);
      const results = await plain.submit({ ...built, positions: all, effects: [], run }, options, earlier);
      return new Map(writes.map((write, index) => [write, results[index] ?? true]));
    } catch (error) {
      const failed = isTransactionError(error) ? writes[error.index] : undefined;
      const change = failed && changeOf(failed);
      if (!isTransactionError(error) || failed === undefined || change === undefined) throw error;
      if (failed.name === "delete" && error.code === "entity.not-found") built = without(built, error.index);
      else if (change.index.unique && isOutdated(error) && read++ < maxReads)
        built = await protectOtherEntities(connection, transaction, changes, options);
      else throw indexError(error, failed, change);
    }
  }
}

/** Returns whether the transaction was rejected because a row has been changed or deleted since the row was read. */
function isOutdated({ code }: TransactionError): boolean {
  return code === "entity.condition-not-met" || code === "entity.not-found";
}

function without({ writes, changeset }: BuiltTransaction, index: number): BuiltTransaction {
  return {
    writes: writes.toSpliced(index, 1),
    changeset: Changeset.of(changeset.parts().toSpliced(index, 1)),
  };
}

/** Builds one transaction from the writes. @throws TableError `transaction.too-large` */
function buildTransaction(connection: Connection, writes: readonly Write[]): BuiltTransaction {
  const changeset = Changeset.of(writes.map((each) => each.toPart(connection)));
  const limit = connection.limits.transactionBytes;
  if (changeset.bytes <= limit) return { writes, changeset };
  const [{ entity } = { entity: "" }] = writes;
  const problem = `${entity} and the rows of its indexes have ${changeset.bytes} bytes together; the limit of one transaction is ${limit}.`;
  throw new TableError("transaction.too-large", `${problem} Include fewer properties in its indexes.`, { entity });
}

/**
 * If the insert of an index row failed because the row exists, creates the error of a violated unique index. Returns any other error as it
 * is.
 */
function indexError(error: TransactionError, failed: Write, change: IndexRowChange): TableError {
  const { index, schema, id: entityKey, after } = change;
  if (!index.unique || failed.name !== "insert" || error.code !== "entity.already-exists") return error;
  const values = after === undefined ? {} : readIndexedValues(index, after);
  const place = { entity: schema.name, index: index.name, key: failed, entityKey, values };
  return new IndexError("index.not-unique", place, error);
}
