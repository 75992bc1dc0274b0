import { checkRequestedRow } from "../codec/requested-row.js";
import type { CallOptions, Connection } from "../rest/connection.js";
import type { WriteTarget } from "../rest/write.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { EntityId } from "../schema/entity-types.js";
import { getDecidingEntity } from "./deciding-reads.js";

/**
 * Reads a row before it is written; undefined if it does not exist. @throws TableError `decode.key-mismatch` for a response with another
 * row
 */
export async function readCurrent(
  connection: Connection,
  { name, table }: WriteTarget,
  { partitionKey, rowKey }: EntityId,
  options: CallOptions | undefined,
  operation: typeof getDecidingEntity = getDecidingEntity,
): Promise<EntityPayload | undefined> {
  const row = await connection.send(operation, { table, partitionKey, rowKey }, options);
  if (row !== undefined) checkRequestedRow(name, row, { partitionKey, rowKey });
  return row;
}
