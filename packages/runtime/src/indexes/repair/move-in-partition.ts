import { encodeTableRow, type TableRow } from "../../codec/rows/table-row.js";
import type { CallOptions, Connection } from "../../connection/connection.js";
import { tableIn } from "../../connection/mapped-tables.js";
import type { EntityId } from "../../schema/entity-types.js";
import { planRow } from "../../write/planned-write.js";
import { checkIfMatch, type Written } from "../../write/write-options.js";
import { submitAll } from "../submit-indexed.js";

/**
 * Inserts a row and deletes another one of the same partition in one transaction, so that both happen or neither. Tools use it to change
 * the RowKey of a row.
 * @param table name of the table of both rows
 * @param old keys of the row to delete, and its ETag
 * @throws ServiceError `entity.already-exists` for the new row; `entity.condition-not-met` or `entity.not-found` for the old one
 */
export async function moveInPartition(
  { connection }: { readonly connection: Connection },
  table: string,
  row: TableRow,
  old: EntityId & Written,
  options?: CallOptions,
): Promise<void> {
  const name = tableIn(connection, table);
  const target = { name, table: name };
  const insertion = planRow("insert", target, encodeTableRow(name, row, connection.limits));
  const { partitionKey, rowKey, $etag } = old;
  const deletion = planRow("delete", target, { partitionKey, rowKey }, checkIfMatch(name, $etag));
  await submitAll(connection, [insertion, deletion], options);
}
