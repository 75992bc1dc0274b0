import { Changeset } from "../batch/changeset.js";
import { readPartBody } from "../batch/write-part.js";
import type { CallOptions, Connection } from "../connection/connection.js";
import { delay } from "../connection/delay.js";
import { mapConcurrently } from "../connection/map-concurrently.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { isTransactionError, TransactionError } from "../errors/transaction-error.js";
import { backoff } from "../http/retry-delay.js";
import { buildPart, type RowWrite, type WriteResult } from "../write/planned-write.js";
import { entityNotFound, isOvertaken } from "../write/row-errors.js";
import { submitWrites } from "../write/submit-writes.js";
import type { WriteBatch } from "../write/writer.js";
import { hasPendingGuard, withGuard } from "./guard/guards.js";
import { completeWrite, UnreadWrite } from "./marked-write.js";
import { markerRules } from "./marker-rules.js";
import { releasingNames } from "./release-names.js";
import { noteVersion, rowVersionsOf } from "./row-versions.js";
import { contended, contention, findVersion, maxRounds } from "./send-set.js";

/** Number of rows to read concurrently before a transaction. */
const concurrency = 8;

/**
 * Sends a batch in which some entities have a marker property (record of the last writes of a row). Writes each existing row of these
 * entities under its ETag. Reads the rows whose ETag the caller did not pass, and tries again if another writer changes one of them first.
 * @param isExact whether a guard row (private row of the client in the partition) determines outcomes that the markers leave unknown
 * @throws TransactionError; TableError `write.contended`
 */
export function submitMarked(
  connection: Connection,
  batch: WriteBatch,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
  isExact?: boolean,
): Promise<readonly WriteResult[]> {
  return releasingNames(batch.writes, async () => {
    if (!batch.writes.some(isUnread)) return submitOnce(connection, batch, options, earlier, isExact);
    for (let round = 1; ; round++) {
      const completed = await completeBatch(connection, batch, round === 1, options);
      try {
        return await submitOnce(connection, completed, options, earlier, isExact);
      } catch (error) {
        const failed = isTransactionError(error) ? batch.writes[error.index] : undefined;
        if (failed === undefined || !isUnread(failed) || !isOvertaken(error, failed)) throw error;
        if (isTransactionError(error) && error.outcome === "unknown") throw error;
        rowVersionsOf(connection).forget(failed);
        if (round >= maxRounds) throw contended(failed, error);
      }
      await delay(backoff(round, contention, connection.random), options?.signal);
    }
  });
}

function isUnread(write: RowWrite): write is UnreadWrite {
  return write instanceof UnreadWrite;
}

async function submitOnce(
  connection: Connection,
  batch: WriteBatch,
  options: CallOptions | undefined,
  earlier: readonly AmbiguousAttempt[] | undefined,
  isExact = false,
): Promise<readonly WriteResult[]> {
  const { run } = batch;
  const etags =
    isExact || (run !== undefined && needsGuard(batch, run))
      ? await withGuard(connection, batch.writes[0] as RowWrite, run, (guard) =>
          guard.submit(connection, batch, options, earlier),
        )
      : await submitWrites(connection, batch, options, earlier, markerRules);
  for (const [index, write] of batch.writes.entries()) noteVersion(connection, write, etags[index]);
  return etags.map((etag) => etag ?? true);
}

/**
 * Returns whether a request of a bulk needs a guard row (private row of the client) to show its outcome. If the request writes only one row
 * and does not delete it, the facts in that row (records of its last writes) suffice, unless the bulk's last request to the partition has
 * an unknown outcome.
 */
function needsGuard({ writes }: WriteBatch, run: object): boolean {
  const [first] = writes as readonly [RowWrite];
  return writes.length > 1 || first.name === "delete" || hasPendingGuard(first, run);
}

/**
 * Reads the rows of the writes whose version is not known, and puts these writes under the ETags of their rows. @throws TransactionError
 * `entity.not-found`
 */
async function completeBatch(
  connection: Connection,
  batch: WriteBatch,
  mayBeKnown: boolean,
  options: CallOptions | undefined,
): Promise<WriteBatch> {
  const parts = batch.changeset.parts();
  const completed = await mapConcurrently([...batch.writes.entries()], concurrency, async ([index, write]) => {
    const part = parts[index] ?? "";
    if (!isUnread(write)) return { write, part };
    const row = await findVersion(connection, write, mayBeKnown, options);
    const planned = atPlace(write, index, () => {
      const planned = completeWrite({ write, body: readPartBody(part) }, write.schema, write.marker, row);
      if (planned === undefined) throw entityNotFound(write.entity, write);
      return planned;
    });
    return { write: planned.write, part: buildPart(connection, planned) };
  });
  const changeset = Changeset.of(completed.map(({ part }) => part));
  const limit = connection.limits.transactionBytes;
  if (changeset.bytes > limit) {
    const problem = `With its markers the transaction has ${changeset.bytes} bytes; the limit is ${limit}.`;
    throw new TableError("transaction.too-large", problem);
  }
  return { ...batch, writes: completed.map(({ write }) => write), changeset };
}

/** Runs a function for one write of the batch. Rethrows a TableError as a TransactionError that names the write and its position. */
function atPlace<Result>({ name, entity, partitionKey, rowKey }: RowWrite, index: number, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!isTableError(error)) throw error;
    const key = { partitionKey, rowKey };
    throw new TransactionError(error.code, error.message, { index, operation: name, entity, key });
  }
}
