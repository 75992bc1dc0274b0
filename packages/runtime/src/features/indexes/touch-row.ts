import { isServiceError } from "../../errors/service-error.js";
import { monotonicNow } from "../../http/clock.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import { entityWrites } from "../../rest/entity-writes.js";
import { Write } from "../../rest/write.js";
import { encodeTableRow, type TableRow } from "../../rows/table-row.js";
import type { ETag } from "../../schema/entity-types.js";
import { tableIn } from "../../schema/mapped-tables.js";
import { writeError } from "../../write/row-errors.js";
import type { WriteOptions } from "../../write/write-options.js";
import type { Writer } from "../../write/writer.js";

/**
 * Writes an index row, even if its contents stay the same, so that it gets a new ETag. Repeats the write until the service responds: a
 * stored row with the same contents does not prove that an attempt was applied, because another client may have written that row, and may
 * delete it under its ETag. All attempts have the same condition, so an attempt can be rejected because an earlier one was applied.
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

/** Writes an index row as `touchRow` does, with a receipt if the call sends its writes with receipts. @param plain writer of rows without indexes */
export async function touchRowBy(plain: Writer, planned: Write, options: WriteOptions | undefined): Promise<ETag> {
  if (!plain.isOnce(options)) return touchRow(plain.connection, planned, options);
  return (await plain.send(planned, options)) as ETag;
}

/**
 * Inserts or replaces an index row before the entity of the row is written. Tools that write index rows must call it instead of an ordinary
 * write. If the response to an ordinary write is lost, the client takes an equal row as the result of this write, but another client may
 * have written that row and be about to delete it.
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
