import type { AmbiguousAttempt } from "../../errors/request-error.js";
import { isServiceError } from "../../errors/service-error.js";
import { isTransactionError } from "../../errors/transaction-error.js";
import { mapConcurrently } from "../../http/map-concurrently.js";
import { Changeset } from "../../rest/changeset.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import { noRowsETag } from "../../rest/recent-writes.js";
import type { Write, WriteResult } from "../../rest/write.js";
import type { ETag } from "../../schema/entity-types.js";
import { readBack } from "../outcome/read-back.js";
import { writeError } from "../row-errors.js";
import type { ReceiptBatch } from "../writer.js";
import { withReceipt } from "./receipts.js";

/** Maximum number of rows whose new ETags are read concurrently after a response was lost. */
const concurrency = 8;

/**
 * Sends one write in a transaction with a receipt.
 * @returns new ETag of the row; for a delete, whether the row existed
 * @throws the same errors as the write without a receipt
 */
export async function send(
  connection: Connection,
  write: Write,
  options: CallOptions | undefined,
): Promise<WriteResult> {
  const batch = { writes: [write], changeset: Changeset.of([write.toPart(connection)]) };
  try {
    const [result] = await submit(connection, batch, options);
    return result as WriteResult;
  } catch (error) {
    if (!isTransactionError(error) || !isServiceError(error.cause)) throw error;
    const isKnown = error.outcome === undefined;
    if (isKnown && write.name === "delete" && error.code === "entity.not-found") return false;
    throw writeError(error.cause, write);
  }
}

/**
 * Sends a batch in a transaction with a receipt.
 * @returns a result for each write
 * @throws TransactionError naming the write that was rejected
 */
export function submit(
  connection: Connection,
  batch: ReceiptBatch,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<readonly WriteResult[]> {
  const { writes, run } = batch;
  return withReceipt(connection, writes[0] as Write, run, async (receipt) => {
    const etags = await receipt.submit(connection, batch, options, earlier);
    // A bulk does not need the ETags of its rows enough to read the rows again.
    const receiptETag = run === undefined ? receipt.etag : undefined;
    return mapConcurrently(
      writes,
      concurrency,
      async (write, index) => etags[index] ?? findResult(connection, write, receiptETag, options),
    );
  });
}

/**
 * Returns the result of a write whose response was lost. The row's ETag is reported only if it equals the receipt's: only one transaction
 * can give both the same one. Otherwise another client may have stored equal contents since.
 * @param receiptETag ETag of the receipt after the request; undefined to read nothing
 */
async function findResult(
  connection: Connection,
  write: Write,
  receiptETag: string | undefined,
  options: CallOptions | undefined,
): Promise<ETag | true> {
  if (write.name === "delete") return true;
  if (receiptETag === undefined) return noRowsETag;
  const read = await readBack(connection, write, options).catch(() => undefined);
  return read?.row?.["odata.etag"] === receiptETag ? (receiptETag as ETag) : noRowsETag;
}
