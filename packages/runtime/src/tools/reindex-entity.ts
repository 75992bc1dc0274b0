import { type EncodedEntity, entityBody } from "../codec/entity-body.js";
import { encodeKey } from "../codec/entity-keys.js";
import { idOf } from "../codec/system-properties.js";
import { isTableError } from "../errors/table-error.js";
import { isIndexError } from "../features/indexes/index-error.js";
import { encodeIndexRow, hasIndexRow } from "../features/indexes/index-row-changes.js";
import { overwriteIndexRow, writeIndexRow } from "../features/indexes/index-row-writes.js";
import { indexedValues } from "../features/indexes/indexed-values.js";
import { type IndexTarget, readEntityToDecide } from "../features/indexes/read-entities.js";
import { tryDecodeIndexRow } from "../features/indexes/remove-stale-index-row.js";
import { writeReservation } from "../features/indexes/reserve-values.js";
import { touchRow } from "../features/indexes/touch-row.js";
import { submitAll } from "../features/indexes/write-indexed.js";
import type { CallOptions, Connection } from "../rest/connection.js";
import { Write } from "../rest/write.js";
import type { EntityPayload, EntitySchema, IndexSchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../schema/entity-types.js";
import { schemaIn } from "../schema/mapped-tables.js";
import { readCurrent } from "../write/deciding-reads.js";
import { readBack } from "../write/outcome/read-back.js";
import { payloadMatches } from "../write/outcome/write-evidence.js";
import { whileOvertaken } from "../write/while-overtaken.js";
import { isOvertaken } from "../write/write-errors.js";
import { checkIfMatch } from "../write/write-options.js";

/** Conflict of two entities that have the same values in a unique index. */
export interface TakenValue {
  /** Name of the index. */
  readonly index: string;
  /** Keys of the entity without an index row. */
  readonly entity: EntityId;
  /** Keys of the entity that has the index row. */
  readonly owner: EntityId;
}

/**
 * Result of reindexing an entity in one index: its index row was already right, or was written, or another entity has the same unique
 * values.
 */
export type IndexRowOutcome = "right" | "written" | TakenValue;

/**
 * Writes the row that an entity must have in one index, unless that row is stored already. If another writer changes the entity, or if the
 * outcome of a write is unknown, it starts again from the stored entity. It may, because writing the same row twice does no harm.
 * @param row the entity as it was read
 * @param onReadAgain called before each further read of the entity
 * @throws TableError `write.contended` if other writers were faster in all attempts
 */
export async function reindexEntity(
  connection: Connection,
  schema: EntitySchema<EntityTypes>,
  index: IndexSchema,
  row: EntityPayload,
  options: CallOptions | undefined,
  onReadAgain: () => void,
): Promise<IndexRowOutcome> {
  let read: EntityPayload | undefined = row;
  const readAgain = () => {
    onReadAgain();
    return readCurrent(connection, schema, idOf(row), options);
  };
  return await whileOvertaken<IndexRowOutcome>(connection, options, {
    entity: schema.name,
    what: `reindex of ${schema.name}`,
    attempts: 20,
    help: "Run it again: it continues.",
    isOvertaken: (error) => isOvertaken(error) || isTableError(error, "write.outcome-unknown"),
    plan: async () => {
      const current = read ?? (await readAgain());
      read = undefined;
      return await planIndexRow(connection, schema, index, current, options);
    },
  });
}

/**
 * Compares an entity with its stored row in an index. Returns the function that writes the row if it is missing or wrong.
 * @param current the entity; undefined if it has been deleted
 */
async function planIndexRow(
  connection: Connection,
  schema: EntitySchema<EntityTypes>,
  index: IndexSchema,
  current: EntityPayload | undefined,
  options: CallOptions | undefined,
): Promise<() => Promise<IndexRowOutcome>> {
  if (current === undefined) return async () => "right";
  const entry = schemaIn(connection, index.entry);
  const values = indexedValues(schema, current, connection.onMismatch);
  if (!hasIndexRow(index, values)) return async () => "right";
  const made = encodeIndexRow(entry, values, connection.limits);
  const { row: found } = await readBack(connection, { table: entry.table, ...keysOf(made) }, options);
  if (found !== undefined && payloadMatches(found, made.body, true)) return async () => "right";
  const target = { connection, schema, index, entry };
  if (index.global && index.unique) return () => reserve(target, made, idOf(current), options);
  if (index.global) {
    // If the entity has changed since it was read, the index row that is written here belongs to no entity. Reads skip such rows, and a
    // later `reindex` deletes them once they are old enough.
    return async () => {
      await touchRow(connection, overwriteIndexRow(entry, made), options);
      return "written";
    };
  }
  if (index.unique && found !== undefined) {
    const taken = tryDecodeIndexRow(target, found);
    const owner = taken && (await readEntityToDecide(target, taken, options));
    if (owner !== undefined && !isSameRow(owner, current))
      return async () => ({ index: index.name, entity: idOf(current), owner: idOf(owner) });
  }
  return async () => {
    await submitAll(connection, planRepairs(connection, schema, current, { entry, made, found }), options);
    return "written";
  };
}

/** Reserves the values that an entity has in a unique index, unless another entity has reserved them. */
async function reserve(
  target: IndexTarget<EntityTypes, EntityTypes>,
  made: EncodedEntity,
  id: EntityId,
  options: CallOptions | undefined,
): Promise<IndexRowOutcome> {
  try {
    await writeReservation(target, made, id, options);
    return "written";
  } catch (error) {
    if (!isIndexError(error)) throw error;
    return { index: target.index.name, entity: id, owner: error.owner ?? error.key };
  }
}

/** Returns whether an entity is stored under the keys that its properties give. A former definition may have given it others. */
export function hasOwnKeys(connection: Connection, schema: EntitySchema<EntityTypes>, row: EntityPayload): boolean {
  try {
    const values = indexedValues(schema, row, connection.onMismatch);
    const { partitionKey, rowKey } = encodeKey(schema, values, connection.limits);
    return partitionKey === row.PartitionKey && rowKey === row.RowKey;
  } catch (error) {
    if (isTableError(error, "key.malformed")) return false;
    throw error;
  }
}

/** Plans the write of the index row, and a merge that changes nothing in its entity. If the entity has changed, both fail. */
function planRepairs(
  { limits }: Connection,
  schema: EntitySchema<EntityTypes>,
  row: EntityPayload,
  {
    entry,
    made,
    found,
  }: {
    readonly entry: EntitySchema<EntityTypes>;
    readonly made: EncodedEntity;
    readonly found: EntityPayload | undefined;
  },
): Write[] {
  const still = entityBody(schema.name, idOf(row), "", limits);
  const hold = new Write("merge", schema, still, checkIfMatch(schema.name, row["odata.etag"]));
  return [hold, writeIndexRow(entry, made, found?.["odata.etag"])];
}

function keysOf({ partitionKey, rowKey }: EncodedEntity) {
  return { partitionKey, rowKey };
}

function isSameRow(one: EntityPayload, other: EntityPayload): boolean {
  return one.PartitionKey === other.PartitionKey && one.RowKey === other.RowKey;
}
