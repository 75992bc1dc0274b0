import { isServiceError } from "../../errors/call-errors.js";
import { monotonicNow } from "../../http/clock.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import { entityWrites, Write } from "../../rest/write.js";
import { encodeTableRow, type TableRow } from "../../rows/table-row.js";
import type { ETag } from "../../schema/entity-schema.js";
import { tableIn } from "../../schema/table-names.js";
import { writeError } from "../../write/write-errors.js";
import type { WriteOptions } from "../../write/write-options.js";
import type { Writer } from "../../write/writer.js";

/**
 * Writes an index row, even if its contents stay the same, so that it gets a new ETag. It repeats the write until the service responds. A
 * stored row with the same contents proves nothing: another client may have written it, and may delete it under its ETag. All attempts have
 * the same condition, so if one is rejected, an earlier one may have been applied.
 */
export async function touchRow(connection: Connection, write: Write, options: CallOptions | undefined): Promise<ETag> {
  const sentAt = monotonicNow();
  try {
    const etag = await connection.send(entityWrites[write.name], write, options);
    connection.recentWrites.note(write, etag as ETag, sentAt);
    return etag as ETag;
  } catch (error) {
    throw isServiceError(error) ? writeError(error, write) : error;
  }
}

/**
 * Writes an index row as `touchRow` does. If the call sends its writes with receipts, so does this. @param plain writer of rows without
 * indexes
 */
export async function touchRowBy(plain: Writer, planned: Write, options: WriteOptions | undefined): Promise<ETag> {
  if (!plain.isOnce(options)) return touchRow(plain.connection, planned, options);
  return (await plain.send(planned, options)) as ETag;
}

/**
 * Inserts or replaces an index row before its entity is written. Tools that write index rows must call it instead of an ordinary write. If
 * an ordinary write loses its response, the client takes an equal row for the result of this write. But another client may have written
 * that row, and be about to delete it.
 * @param table name of the row's table, as mapped by `withTables` if `service` is such a view
 */
export async function touchIndexRow(
  { connection }: { readonly connection: Connection },
  table: string,
  row: TableRow,
  options?: CallOptions,
): Promise<void> {
  const name = tableIn(connection, table);
  const encoded = encodeTableRow(name, row, connection.limits);
  await touchRow(connection, new Write("insertOrReplace", { name, table: name }, encoded), options);
}
