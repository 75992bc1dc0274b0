import type { CallOptions, Connection } from "../../connection/connection.js";
import type { ETag } from "../../schema/entity-types.js";
import { submitWrites } from "../../write/submit-writes.js";
import { deleteRow, writeRow } from "../../write/write-row.js";
import type { BulkBatch } from "./bulk-batch.js";

/** Sends the writes of a batch in one request. Returns new ETags; of deletes, whether the row existed. */
export async function submitBatch<Item>(
  connection: Connection,
  batch: BulkBatch<Item>,
  options: CallOptions,
): Promise<readonly (ETag | boolean)[]> {
  const { writes, changeset, earlier } = batch;
  const attempts = earlier?.attempts;
  const indexed = batch.indexedTransaction();
  if (indexed !== undefined) {
    const { submitIndexedTransaction } = await import("../../indexes/indexed-writes.js");
    const etags = await submitIndexedTransaction(connection, indexed, options, attempts);
    return etags.map((etag) => etag ?? true);
  }
  if (writes.length === 1) {
    const write = batch.single();
    return write.name === "delete"
      ? [await deleteRow(connection, write, options, attempts)]
      : [await writeRow(connection, write, options, attempts)];
  }
  const operations = writes.map(({ planned }) => planned);
  const etags = await submitWrites(connection, { operations, changeset }, options, attempts);
  // A transaction fails where a row to be deleted does not exist.
  return etags.map((etag) => etag ?? true);
}
