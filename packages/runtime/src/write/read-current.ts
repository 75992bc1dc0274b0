import { checkRequestedRow } from "../codec/decode/requested-row.js";
import type { CallOptions, Connection } from "../connection/connection.js";
import { getEntity, getExactEntity } from "../operations/entities/get-entity.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { EntityId } from "../schema/entity-types.js";
import type { WriteTarget } from "./planned-write.js";

/** Get Entity from the primary only. The secondary may return an outdated ETag, under which every write fails. */
const getCurrentEntity: typeof getEntity = { ...getEntity, primaryOnly: true };

/**
 * Get Entity from the primary only, for a row that is written back. Its result has the type of every Edm.Double, so that undeclared
 * properties keep their types.
 */
export const getCurrentExactEntity: typeof getEntity = { ...getExactEntity, primaryOnly: true };

/**
 * Reads a row before it is written; undefined if it does not exist. @throws TableError `decode.key-mismatch` for a response with another
 * row
 */
export async function readCurrent(
  connection: Connection,
  { name, table }: WriteTarget,
  { partitionKey, rowKey }: EntityId,
  options: CallOptions | undefined,
  operation: typeof getEntity = getCurrentEntity,
): Promise<EntityPayload | undefined> {
  const row = await connection.send(operation, { table, partitionKey, rowKey }, options);
  if (row !== undefined) checkRequestedRow(name, row, { partitionKey, rowKey });
  return row;
}
