import { isTableError } from "../../errors/table-error.js";
import { mapConcurrently } from "../../http/map-concurrently.js";
import { currentTime, parseTime } from "../../platform/time.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import { parseTimestamp } from "../../rest/recent-writes.js";
import { deleteEntity } from "../../rest/write.js";
import { isReceiptKey, receiptKeys } from "../../schema/check-key.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import { readDecidingRows, renewETag } from "../deciding-reads.js";

const concurrency = 8;

/**
 * Deletes the receipts of a table that are so old that no request can still write them. The age of a row is the difference of two
 * Timestamps of the service, because other clocks may be wrong.
 * @param minAgeMs age from which a receipt is deleted, in milliseconds
 * @returns the number of rows that were deleted
 */
export async function removeReceipts(
  connection: Connection,
  table: string,
  minAgeMs: number,
  options: CallOptions | undefined,
): Promise<number> {
  const filter = `RowKey ge '${receiptKeys.ge}' and RowKey lt '${receiptKeys.lt}'`;
  const input = { table, filter, metadata: "minimal", hidden: true } as const;
  let removed = 0;
  for await (const rows of readDecidingRows(connection, input, options)) {
    const receipts = rows.filter((row) => isReceiptKey(row.RowKey));
    const outcomes = await mapConcurrently(receipts, concurrency, (row) =>
      remove(connection, table, row, minAgeMs, options),
    );
    removed += outcomes.filter(Boolean).length;
  }
  return removed;
}

async function remove(
  connection: Connection,
  table: string,
  { PartitionKey: partitionKey, RowKey: rowKey, Timestamp, "odata.etag": etag }: EntityPayload,
  minAgeMs: number,
  options: CallOptions | undefined,
): Promise<boolean> {
  const writtenAt = parseTime(Timestamp);
  // The local clock may be wrong, so it is only a hint. A row that is young by this clock is probably in use, and is skipped without the
  // request that its exact age would take.
  if (etag === undefined || currentTime() - writtenAt < minAgeMs) return false;
  const address = { table, partitionKey, rowKey };
  try {
    const ifMatch = await renewETag(connection, address, etag, options);
    if (parseTimestamp(ifMatch) - writtenAt < minAgeMs) return false;
    return await connection.send(deleteEntity, { ...address, ifMatch }, options);
  } catch (error) {
    // Another client has written or deleted the receipt since it was read.
    if (isTableError(error, "entity.condition-not-met") || isTableError(error, "entity.not-found")) return false;
    throw error;
  }
}
