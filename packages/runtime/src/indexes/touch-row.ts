import { encodeTableRow, type TableRow } from "../codec/rows/table-row.js";
import type { CallOptions, Connection } from "../connection/connection.js";
import { tableIn } from "../connection/mapped-tables.js";
import { isServiceError } from "../errors/service-error.js";
import { monotonicNow } from "../http/clock.js";
import type { ETag } from "../schema/entity-types.js";
import { buildInput, type EncodedWrite, planRow, rowOperations } from "../write/planned-write.js";
import { writeError } from "../write/row-errors.js";

/**
 * Writes an index row so that it gets a new ETag, even if its contents stay the same, and sends it again until the service responds. Every
 * attempt has the same condition, so a later one can be rejected although an earlier one was applied. Reading back a row with the same
 * contents is not enough: another client may have written that row, and may delete it under its ETag.
 */
export async function touchRow(
  connection: Connection,
  encoded: EncodedWrite,
  options: CallOptions | undefined,
): Promise<ETag> {
  const { write } = encoded;
  const sentAt = monotonicNow();
  try {
    const etag = await connection.send(
      rowOperations[write.name],
      buildInput(connection, encoded, encoded.body),
      options,
    );
    connection.recentWrites.note(write, etag as ETag, sentAt);
    return etag as ETag;
  } catch (error) {
    throw isServiceError(error) ? writeError(error, write) : error;
  }
}

/**
 * Inserts or replaces an index row before the entity of the row is written. Tools that write index rows must call it instead of an ordinary
 * write, which after a lost response accepts an equal row of another client.
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
  await touchRow(connection, planRow("insertOrReplace", { name, table: name }, encoded), options);
}
