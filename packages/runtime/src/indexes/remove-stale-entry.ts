import { encodeKey } from "../codec/keys/entity-keys.js";
import { own } from "../codec/system-properties.js";
import type { CallOptions } from "../connection/connection.js";
import { isTableError } from "../errors/table-error.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes, ETag } from "../schema/entity-types.js";
import { PlannedDelete } from "../write/planned-write.js";
import { readBack } from "../write/read-back.js";
import { deleteRow } from "../write/write-row.js";
import { isOlderThanWrites } from "./keep-global-entries.js";
import { type IndexTarget, readEntityOf } from "./read-entities.js";

/**
 * Deletes a row of an index that stands for no entity, under its ETag.
 * @param stale the keys of the row as a query found it
 * @returns whether it was deleted
 */
export async function removeStaleEntry<T extends EntityTypes, E extends EntityTypes>(
  target: IndexTarget<T, E>,
  { partitionKey, rowKey }: EntityId,
  options: CallOptions | undefined,
): Promise<boolean> {
  const { connection, entry } = target;
  const id = { partitionKey, rowKey };
  const etag = await findStaleEntry(target, id, options);
  if (etag === undefined) return false;
  try {
    return await deleteRow(connection, new PlannedDelete(entry, id, etag), options);
  } catch (error) {
    if (isTableError(error, "entity.condition-not-met")) return false;
    throw error;
  }
}

/**
 * The ETag of a row of an index whose entity, read after it, does not make it, or that is none of this index as it is defined now.
 * Undefined for every other row, and elsewhere for one that is not older than any write can last.
 */
export async function findStaleEntry<T extends EntityTypes, E extends EntityTypes>(
  target: IndexTarget<T, E>,
  id: EntityId,
  options: CallOptions | undefined,
): Promise<ETag | undefined> {
  const { connection, entry, index } = target;
  const found = await readBack(connection, { table: entry.table, ...id }, options);
  if (found.row === undefined || (index.global && !isOlderThanWrites(found))) return undefined;
  // A row of another kind may have taken its place.
  if (entry.kindProperty !== undefined && own(found.row, entry.kindProperty) !== entry.kind) return undefined;
  // Of a unique index it may be the row of another entity by now.
  const current = readEntry(target, found.row);
  if (current !== undefined && (await readEntityOf(target, current, options)) !== undefined) return undefined;
  return found.row["odata.etag"] as ETag;
}

/** A row of an index as it is defined now; undefined for any other, such as one from before the index was changed. */
export function readEntry<T extends EntityTypes, E extends EntityTypes>(
  { connection, schema, entry }: IndexTarget<T, E>,
  row: EntityPayload,
): E["entity"] | undefined {
  try {
    const values = entry.decode(row, true);
    const { partitionKey, rowKey } = encodeKey(entry, values, connection.limits);
    encodeKey(schema, values, connection.limits);
    return partitionKey === row.PartitionKey && rowKey === row.RowKey ? values : undefined;
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}
