import { encodeTableRow, type TableRow } from "../codec/rows/table-row.js";
import type { CallOptions, Connection } from "../connection/connection.js";
import { tableIn } from "../connection/mapped-tables.js";
import { isServiceError } from "../errors/service-error.js";
import type { ETag } from "../schema/entity-types.js";
import { buildInput, type EncodedWrite, planRow, rowOperations } from "../write/planned-write.js";
import { writeError } from "../write/row-errors.js";

/**
 * Writes an index row so that it has a new ETag, and sends it again until the service responds. A row that merely looks as it was sent
 * does not count: another client may have written it, who then deletes it under that ETag.
 */
export async function touchRow(
  connection: Connection,
  encoded: EncodedWrite,
  options: CallOptions | undefined,
): Promise<ETag> {
  const { write } = encoded;
  const sentAt = performance.now();
  try {
    const etag = await connection.send(rowOperations.insertOrReplace, buildInput(connection, encoded), options);
    connection.recentWrites.note(write, etag as ETag, sentAt);
    return etag as ETag;
  } catch (error) {
    throw isServiceError(error) ? writeError(error, write) : error;
  }
}

/**
 * Inserts or replaces an index row before its entity is written. Tools that write index rows themselves need it, because a write whose
 * outcome was read back may be another client's.
 * @param table name of the row's table; a view that `withTables` made maps it
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
