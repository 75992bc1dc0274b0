import { checkRequestedRow } from "../../codec/decode-entity.js";
import { encodeKey } from "../../codec/entity-keys.js";
import { isTableError } from "../../errors/table-error.js";
import { mapConcurrently } from "../../http/map-concurrently.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import { getEntity, getExactEntity } from "../../rest/query-entities.js";
import type { EntityPayload, EntitySchema, EntityTypes, FormerId, IndexSchema } from "../../schema/entity-schema.js";
import { tableIn } from "../../schema/table-names.js";
import { withDecidingReads } from "../../write/deciding-reads.js";
import { hasIndexRow } from "./index-row-changes.js";
import { indexedValues } from "./indexed-values.js";

/** Index of an entity, with the connection by which a client reads it. */
export interface IndexTarget<T extends EntityTypes, E extends EntityTypes> {
  readonly connection: Connection;
  /** Schema of the entity. */
  readonly schema: EntitySchema<T>;
  readonly index: IndexSchema;
  /** Schema of the index rows, with the name that their table has for this client (see `withTables`). */
  readonly entry: EntitySchema<E>;
  /** True if reads also return expired entities. */
  readonly expired?: boolean | undefined;
}

/** As `readIndexedEntity`, for a row that decides about a write: reads the stored row of the entity to which an index row belongs. */
export function readEntityToDecide<T extends EntityTypes, E extends EntityTypes>(
  target: IndexTarget<T, E>,
  entry: E["entity"],
  call: CallOptions | undefined,
): Promise<EntityPayload | undefined> {
  return readIndexedEntity({ ...target, connection: withDecidingReads(target.connection) }, entry, call);
}

/**
 * If an entity is still under former keys, an index row belongs to it by its values. Reads the stored row of that entity, which keeps its
 * values until it is moved. Returns undefined if there is none.
 */
export async function readWaitingToDecide<T extends EntityTypes, E extends EntityTypes>(
  { connection, schema, index, entry }: IndexTarget<T, E>,
  indexRow: EntityPayload,
  call: CallOptions | undefined,
): Promise<EntityPayload | undefined> {
  for (const id of schema.hooks.former?.keysOfHolder(indexRow) ?? []) {
    const row = await readFormer(withDecidingReads(connection), schema, id, call);
    const current = row && schema.hooks.former?.toCurrent(row, true, id.table);
    if (current === undefined) continue;
    const values = indexedValues(schema, current, connection.onMismatch);
    if (!hasIndexRow(index, values)) continue;
    const { PartitionKey, RowKey } = indexRow;
    if (entry.makesPartitionKey(values, PartitionKey) && entry.makesRowKey(values, RowKey)) return row;
  }
  return undefined;
}

/** Reads the row under former keys; undefined if there is none, or if the former table has been deleted. */
async function readFormer<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  { table, ...id }: FormerId,
  call: CallOptions | undefined,
): Promise<EntityPayload | undefined> {
  if (table === undefined) return connection.send(getEntity, { table: schema.table, ...id }, call);
  try {
    return await connection.send(getEntity, { table: tableIn(connection, table), ...id }, call);
  } catch (error) {
    if (isTableError(error, "table.not-found")) return undefined;
    throw error;
  }
}

/** Maximum number of point reads that one query has in flight. */
const concurrency = 32;

/**
 * Reads the rows of the entities to which index rows belong. Leaves out expired entities, and entities that no longer match their index
 * row.
 * @param select stored names to read, including those of the indexed properties; all by default
 */
export async function readEntities<T extends EntityTypes, E extends EntityTypes>(
  target: IndexTarget<T, E>,
  entries: readonly E["entity"][],
  call: CallOptions,
  select?: readonly string[],
): Promise<EntityPayload[]> {
  const found = await mapConcurrently(entries, concurrency, (entry) => readIndexedEntity(target, entry, call, select));
  const { schema, expired } = target;
  return found.filter(
    (row) => row !== undefined && (expired === true || !schema.hooks.isExpired?.(schema, row)),
  ) as EntityPayload[];
}

/**
 * Reads the stored row of the entity to which an index row belongs. Undefined if the entity does not exist, or no longer matches the index
 * row.
 */
export async function readIndexedEntity<T extends EntityTypes, E extends EntityTypes>(
  { connection, schema, index, entry: entrySchema }: IndexTarget<T, E>,
  entry: E["entity"],
  call: CallOptions | undefined,
  select?: readonly string[],
): Promise<EntityPayload | undefined> {
  const id = encodeKey(schema, entry, connection.limits);
  const operation = schema.keepsUnknown && select === undefined ? getExactEntity : getEntity;
  const row = await connection.send(operation, { table: schema.table, ...id, select }, call);
  if (row === undefined) return undefined;
  checkRequestedRow(schema.name, row, id);
  const values = indexedValues(schema, row, connection.onMismatch);
  if (!hasIndexRow(index, values)) return undefined;
  const stored = encodeKey(entrySchema, entry, connection.limits);
  const isMade =
    entrySchema.makesPartitionKey(values, stored.partitionKey) && entrySchema.makesRowKey(values, stored.rowKey);
  return isMade ? row : undefined;
}
