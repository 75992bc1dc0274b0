import { type EncodedEntity, entityBody } from "../codec/encode-entity.js";
import { encodeKey } from "../codec/entity-keys.js";
import { idOf } from "../codec/payload.js";
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
import type { AnySchema, EntityId, EntityPayload, EntityTypes, IndexSchema } from "../schema/entity-schema.js";
import { schemaIn } from "../schema/table-names.js";
import { readBack, readCurrent } from "../write/deciding-reads.js";
import { payloadMatches } from "../write/outcome/write-evidence.js";
import { whileOvertaken } from "../write/while-overtaken.js";
import { isOvertaken } from "../write/write-errors.js";
import { checkIfMatch } from "../write/write-options.js";
import type { RowVersions } from "./row-versions.js";

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

/** Run over the entities of a class that brings one index up to date. */
export interface IndexRun {
  readonly connection: Connection;
  readonly schema: AnySchema;
  readonly index: IndexSchema;
  readonly options: CallOptions | undefined;
  /** Versions of index rows that the run has read or written, and that were right then. */
  readonly right: RowVersions;
  /**
   * True if the last entity had no index row, as in the first run over a new index. Then the run inserts the next row without a read. If
   * that is wrong, the insert fails, and the row is read after all.
   */
  isNew: boolean;
  /** Called before each further read of an entity. */
  onReadAgain(): void;
}

/**
 * Writes the rows that an entity must have in indexes, unless these rows are stored already.
 * @param row the entity as it was read
 * @throws TableError `write.contended` if other writers were faster in all attempts
 */
export async function reindexEntity(
  runs: readonly IndexRun[],
  row: EntityPayload,
): Promise<readonly IndexRowOutcome[]> {
  const inserted = await insertIndexRows(
    runs.filter(({ isNew, index }) => isNew && !index.global),
    row,
  );
  return await Promise.all(runs.map((run) => (inserted.has(run) ? "written" : reindexInIndex(run, row))));
}

/**
 * Inserts the rows of an entity in several indexes in one transaction, without reading whether they are stored. Returns the runs whose rows
 * it has inserted: none if one of them is stored already, or if the entity has changed.
 */
async function insertIndexRows(runs: readonly IndexRun[], current: EntityPayload): Promise<ReadonlySet<IndexRun>> {
  const repairs = runs.flatMap((run) => {
    const needed = neededRow(run, current);
    return needed === undefined ? [] : [{ run, ...needed, found: undefined }];
  });
  const inserted = new Set(repairs.map(({ run }) => run));
  const [first] = inserted;
  if (first === undefined) return inserted;
  try {
    await repair(first, current, repairs);
    return inserted;
  } catch (error) {
    if (!isPassing(error) && !isTableError(error, "transaction.too-large")) throw error;
    for (const run of inserted) run.isNew = false;
    return new Set();
  }
}

/**
 * Writes the row that an entity must have in one index, unless that row is stored already. If another writer changes the entity, or if the
 * outcome of a write is unknown, it starts again from the stored entity. It may, because writing the same row twice does no harm.
 */
async function reindexInIndex(run: IndexRun, row: EntityPayload): Promise<IndexRowOutcome> {
  const { connection, schema, options } = run;
  let read: EntityPayload | undefined = row;
  const readAgain = () => {
    run.onReadAgain();
    return readCurrent(connection, schema, idOf(row), options);
  };
  return await whileOvertaken<IndexRowOutcome>(connection, options, {
    entity: schema.name,
    what: `reindex of ${schema.name}`,
    attempts: 20,
    help: "Run it again: it continues.",
    isOvertaken: isPassing,
    plan: async () => {
      const current = read ?? (await readAgain());
      read = undefined;
      return await planIndexRow(run, current);
    },
  });
}

/** Returns whether the error of a write says that another writer was faster, or that the outcome is unknown. */
function isPassing(error: unknown): boolean {
  return isOvertaken(error) || isTableError(error, "write.outcome-unknown");
}

/** Returns the row that an entity must have in the index, and the row's schema; undefined if it has none. */
function neededRow({ connection, schema, index }: IndexRun, current: EntityPayload): NeededRow | undefined {
  const values = indexedValues(schema, current, connection.onMismatch);
  if (!hasIndexRow(index, values)) return undefined;
  const entry = schemaIn(connection, index.entry);
  return { entry, made: encodeIndexRow(entry, values, connection.limits) };
}

/**
 * Compares an entity with its stored row in an index. Returns the function that writes the row if it is missing or wrong.
 * @param current the entity; undefined if it has been deleted
 */
async function planIndexRow(
  run: IndexRun,
  current: EntityPayload | undefined,
): Promise<() => Promise<IndexRowOutcome>> {
  if (current === undefined) return async () => "right";
  const needed = neededRow(run, current);
  if (needed === undefined) return async () => "right";
  const { connection, schema, index, options } = run;
  const { entry, made } = needed;
  const { row: found } = await readBack(connection, { table: entry.table, ...keysOf(made) }, options);
  run.isNew = found === undefined;
  if (found !== undefined && payloadMatches(found, made.body, true)) {
    if (!index.global) run.right.add(made, found["odata.etag"]);
    return async () => "right";
  }
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
    await repair(run, current, [{ run, entry, made, found }]);
    return "written";
  };
}

/** Index row that an entity must have, and its schema. */
interface NeededRow {
  readonly entry: AnySchema;
  readonly made: EncodedEntity;
}

/** Index row to write, and the row that is stored in its place. */
interface Repair extends NeededRow {
  readonly run: IndexRun;
  readonly found: EntityPayload | undefined;
}

/** Writes index rows in the partition of their entity, in a transaction that fails if the entity has changed since it was read. */
async function repair(
  { connection, schema, options }: IndexRun,
  row: EntityPayload,
  repairs: readonly Repair[],
): Promise<void> {
  const still = entityBody(schema.name, idOf(row), "", connection.limits);
  // A merge that changes nothing. It fails if the entity has changed, and then nothing is written.
  const hold = new Write("merge", schema, still, checkIfMatch(schema.name, row["odata.etag"]));
  const writes = repairs.map(({ entry, made, found }) => writeIndexRow(entry, made, found?.["odata.etag"]));
  const [, ...etags] = await submitAll(connection, [hold, ...writes], options);
  for (const [index, { run, made }] of repairs.entries()) run.right.add(made, etags[index]);
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
export function hasOwnKeys(connection: Connection, schema: AnySchema, row: EntityPayload): boolean {
  try {
    const values = indexedValues(schema, row, connection.onMismatch);
    const { partitionKey, rowKey } = encodeKey(schema, values, connection.limits);
    return partitionKey === row.PartitionKey && rowKey === row.RowKey;
  } catch (error) {
    if (isTableError(error, "key.malformed")) return false;
    throw error;
  }
}

function keysOf({ partitionKey, rowKey }: EncodedEntity) {
  return { partitionKey, rowKey };
}

function isSameRow(one: EntityPayload, other: EntityPayload): boolean {
  return one.PartitionKey === other.PartitionKey && one.RowKey === other.RowKey;
}
