import type { CallOptions } from "../connection/connection.js";
import { isTableError } from "../errors/table-error.js";
import type { EntityTypes, ETag } from "../schema/entity-types.js";
import { PlannedDelete } from "../write/planned-write.js";
import { readBack } from "../write/read-back.js";
import { deleteRow } from "../write/write-row.js";
import { isOlderThanWrites } from "./keep-global-entries.js";
import { type IndexTarget, readEntityOf } from "./read-entities.js";

/**
 * Deletes a row of an index whose entity, read after it, does not make it: under its ETag, and elsewhere only where it is older than
 * any write can last.
 * @param stale the row as a query found it
 * @returns whether it was deleted
 */
export async function removeStaleEntry<T extends EntityTypes, E extends EntityTypes>(
  target: IndexTarget<T, E>,
  stale: E["entity"],
  options: CallOptions | undefined,
): Promise<boolean> {
  const { connection, entry, index } = target;
  const id = { partitionKey: entry.partitionKey(stale as E["key"]), rowKey: entry.rowKey(stale as E["key"]) };
  const found = await readBack(connection, { table: entry.table, ...id }, options);
  if (found.row === undefined || (index.global && !isOlderThanWrites(found))) return false;
  // Of a unique index it may be the row of another entity by now.
  const current = entry.decode(found.row, true);
  if ((await readEntityOf(target, current, options)) !== undefined) return false;
  const etag = found.row["odata.etag"] as ETag;
  try {
    return await deleteRow(connection, new PlannedDelete(entry, id, etag), options);
  } catch (error) {
    if (isTableError(error, "entity.condition-not-met")) return false;
    throw error;
  }
}
