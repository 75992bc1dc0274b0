import type { AmbiguousAttempt } from "../../errors/request-error.js";
import { isServiceError } from "../../errors/service-error.js";
import { isTransactionError } from "../../errors/transaction-error.js";
import { mapConcurrently } from "../../http/map-concurrently.js";
import { Changeset } from "../../rest/changeset.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import type { WriteResult } from "../../rest/entity-writes.js";
import { noRowsETag } from "../../rest/recent-writes.js";
import { readPartBody } from "../../rest/write-part.js";
import type { ETag } from "../../schema/entity-types.js";
import { readBack } from "../outcome/read-back.js";
import { etagAfter } from "../outcome/write-evidence.js";
import { buildPart, type EncodedWrite, type RowWrite } from "../planned-write.js";
import { writeError } from "../row-errors.js";
import type { WriteBatch } from "../writer.js";
import { withReceipt } from "./receipts.js";

/** Maximum number of rows whose new ETags are read concurrently after a response was lost. */
const concurrency = 8;

/**
 * Sends one write in a transaction with a receipt.
 * @returns new ETag of the row; for a delete, whether the row existed
 * @throws the errors that the write alone throws
 */
export async function send(
  connection: Connection,
  encoded: EncodedWrite,
  options: CallOptions | undefined,
): Promise<WriteResult> {
  const { write } = encoded;
  const batch = { writes: [write], changeset: Changeset.of([buildPart(connection, encoded)]) };
  try {
    const [etag] = await withReceipt(connection, write, undefined, (receipt) =>
      receipt.submit(connection, batch, options),
    );
    return etag ?? findETag(connection, encoded, options);
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
export async function submit(
  connection: Connection,
  batch: WriteBatch,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<readonly WriteResult[]> {
  const { writes, changeset, run } = batch;
  const etags = await withReceipt(connection, writes[0] as RowWrite, run, (receipt) =>
    receipt.submit(connection, batch, options, earlier),
  );
  // A bulk does not read its rows again only to learn their ETags.
  if (run !== undefined) return etags.map((etag, index) => etag ?? resultWithoutETag(writes[index] as RowWrite));
  const parts = changeset.parts();
  return mapConcurrently([...writes.entries()], concurrency, async ([index, write]) => {
    return etags[index] ?? findETag(connection, { write, body: readPartBody(parts[index] ?? "") }, options);
  });
}

function resultWithoutETag({ name }: RowWrite): WriteResult {
  return name === "delete" ? true : noRowsETag;
}

/** Reads the ETag that a write left in its row: the response that contained it was lost. */
async function findETag(
  connection: Connection,
  encoded: EncodedWrite,
  options: CallOptions | undefined,
): Promise<ETag | true> {
  if (encoded.write.name === "delete") return true;
  const read = await readBack(connection, encoded.write, options).catch(() => undefined);
  return etagAfter(encoded, read?.row);
}
