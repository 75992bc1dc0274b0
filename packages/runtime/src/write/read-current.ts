import { checkRequestedRow } from "../codec/decode/requested-row.js";
import type { CallOptions, Connection } from "../connection/connection.js";
import { getEntity, getExactEntity } from "../operations/entities/get-entity.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { EntityId } from "../schema/entity-types.js";
import type { WriteTarget } from "./planned-write.js";

/** Reads the primary: under an ETag that only the secondary still has, every write would be refused. */
const getCurrentEntity: typeof getEntity = { ...getEntity, primaryOnly: true };

const getCurrentExactEntity: typeof getExactEntity = { ...getExactEntity, primaryOnly: true };

/** Reads a row that is to be written. @throws TableError `decode.key-mismatch` for a response with another row */
export function readCurrent(
  connection: Connection,
  target: WriteTarget,
  id: EntityId,
  options: CallOptions | undefined,
): Promise<EntityPayload | undefined> {
  return read(connection, getCurrentEntity, target, id, options);
}

/** As `readCurrent`, for a row that is written back: what nothing declares keeps its type. */
export function readCurrentExact(
  connection: Connection,
  target: WriteTarget,
  id: EntityId,
  options: CallOptions | undefined,
): Promise<EntityPayload | undefined> {
  return read(connection, getCurrentExactEntity, target, id, options);
}

async function read(
  connection: Connection,
  operation: typeof getCurrentEntity,
  { name, table }: WriteTarget,
  { partitionKey, rowKey }: EntityId,
  options: CallOptions | undefined,
): Promise<EntityPayload | undefined> {
  const row = await connection.send(operation, { table, partitionKey, rowKey }, options);
  if (row !== undefined) checkRequestedRow(name, row, { partitionKey, rowKey });
  return row;
}
