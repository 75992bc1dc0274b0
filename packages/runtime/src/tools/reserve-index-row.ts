import { isIndexError } from "../features/indexes/index-error.js";
import { writeReservation } from "../features/indexes/reserve-values.js";
import type { CallOptions, Connection } from "../rest/connection.js";
import { encodeTableRow, type TableRow } from "../rows/table-row.js";
import type { EntityClass, EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../schema/entity-types.js";
import { schemaIn } from "../schema/mapped-tables.js";
import { schemaOf } from "../schema/schema-of.js";

/**
 * Writes an index row of an index that is unique over all partitions, before the entity of the row is written. Tools that write index rows
 * must call it instead of an ordinary write, which could replace the row of another entity.
 * @param index name of the index
 * @param id keys of the entity, under which it is stored or will be
 * @param isOwn returns whether a stored row reserves the values for this entity under the keys that it had before a move; then it is
 * replaced
 * @returns false if another entity has the values, or has reserved them
 */
export async function reserveIndexRow(
  { connection }: { readonly connection: Connection },
  entity: EntityClass<EntityTypes>,
  index: string,
  row: TableRow,
  id: EntityId,
  isOwn: (stored: EntityPayload) => boolean,
  options?: CallOptions,
): Promise<boolean> {
  const schema = schemaIn(connection, schemaOf(entity)) as unknown as EntitySchema<EntityTypes>;
  const found = schema.indexes?.find(({ name }) => name === index);
  if (found === undefined) return true;
  const entry = schemaIn(connection, found.entry);
  const target = { connection, schema, index: found, entry };
  try {
    await writeReservation(target, encodeTableRow(entry.table, row, connection.limits), id, options, { isOwn });
    return true;
  } catch (error) {
    if (isIndexError(error)) return false;
    throw error;
  }
}
