import { checkRequestedRow } from "../../codec/decode/requested-row.js";
import { encodeKey } from "../../codec/keys/entity-keys.js";
import type { CallOptions, Connection } from "../../connection/connection.js";
import { mapConcurrently } from "../../connection/map-concurrently.js";
import { getEntity, getExactEntity } from "../../operations/entities/get-entity.js";
import type { EntityPayload, EntitySchema, IndexSchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import { indexedValues } from "../plan/indexed-values.js";

/** Index as one client reads it. */
export interface IndexTarget<T extends EntityTypes, E extends EntityTypes> {
  readonly connection: Connection;
  /** Schema of the entity. */
  readonly schema: EntitySchema<T>;
  readonly index: IndexSchema;
  /** Schema of the index rows, with the table names of the view. */
  readonly entry: EntitySchema<E>;
}

/** Number of point reads of one query in flight. */
const concurrency = 32;

/** Reads the rows of the entities that index rows represent. Leaves out entities that no longer match their index row. */
export async function readEntities<T extends EntityTypes, E extends EntityTypes>(
  target: IndexTarget<T, E>,
  entries: readonly E["entity"][],
  call: CallOptions,
): Promise<EntityPayload[]> {
  const found = await mapConcurrently(entries, concurrency, (entry) => readEntityOf(target, entry, call));
  return found.filter((row) => row !== undefined);
}

/** Reads the row of the entity that an index row represents; undefined if the entity does not match the index row now. */
export async function readEntityOf<T extends EntityTypes, E extends EntityTypes>(
  { connection, schema, entry: entrySchema }: IndexTarget<T, E>,
  entry: E["entity"],
  call: CallOptions | undefined,
): Promise<EntityPayload | undefined> {
  const id = encodeKey(schema, entry, connection.limits);
  const operation = schema.keepsUnknown ? getExactEntity : getEntity;
  const row = await connection.send(operation, { table: schema.table, ...id }, call);
  if (row === undefined) return undefined;
  checkRequestedRow(schema.name, row, id);
  const values = indexedValues(schema, row, connection.onMismatch);
  const stored = encodeKey(entrySchema, entry, connection.limits);
  const isMade =
    entrySchema.makesPartitionKey(values, stored.partitionKey) && entrySchema.makesRowKey(values, stored.rowKey);
  return isMade ? row : undefined;
}
