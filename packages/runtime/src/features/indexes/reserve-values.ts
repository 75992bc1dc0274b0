import type { EncodedEntity } from "../../codec/encode-entity.js";
import { encodeKey } from "../../codec/entity-keys.js";
import { idOf } from "../../codec/payload.js";
import { isTableError } from "../../errors/table-error.js";
import { mapConcurrently } from "../../http/map-concurrently.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import type { Write } from "../../rest/write.js";
import type { EntityId, EntityPayload, EntityTypes, ETag } from "../../schema/entity-schema.js";
import { readBack } from "../../write/deciding-reads.js";
import { whileOvertaken } from "../../write/while-overtaken.js";
import { isOvertaken } from "../../write/write-errors.js";
import type { WriteOptions } from "../../write/write-options.js";
import type { Writer } from "../../write/writer.js";
import { mayHaveMoved } from "./former-definition.js";
import { IndexError, readIndexedValues } from "./index-error.js";
import { findOldETag } from "./index-row-age.js";
import type { IndexRowChange } from "./index-row-changes.js";
import { deleteIndexRow, writeIndexRow } from "./index-row-writes.js";
import { type IndexTarget, readEntityToDecide, readWaitingToDecide } from "./read-entities.js";
import { findStaleIndexRow, tryDecodeIndexRow } from "./remove-stale-index-row.js";
import { touchRow, touchRowBy } from "./touch-row.js";

/** Index that is unique over all partitions: each of its rows reserves the values in its keys for one entity. */
type Target = IndexTarget<EntityTypes, EntityTypes>;

type WriteIndexRow = (planned: Write) => Promise<ETag>;

interface ReservationOptions {
  readonly write?: WriteIndexRow;
  /** Returns whether a stored row reserves the values for the same entity, under the keys that it had before a move. */
  readonly isOwn?: (stored: EntityPayload) => boolean;
}

/** Index row that a call has inserted to reserve values. */
interface Inserted {
  readonly change: IndexRowChange;
  readonly etag: string;
}

/** Maximum number of attempts to reserve a value while other writers change its row. */
const maxAttempts = 20;

/**
 * Reserves the new values of entities in indexes that are unique over all partitions. If one value is taken, deletes the index rows that
 * this call has inserted: no write that relies on them was sent.
 * @throws IndexError `index.not-unique`, `index.reserved`
 */
export async function reserveValues(
  plain: Writer,
  changes: readonly IndexRowChange[],
  options: WriteOptions | undefined,
): Promise<void> {
  const { connection } = plain;
  const write: WriteIndexRow = (planned) => touchRowBy(plain, planned, options);
  checkDistinct(connection, changes);
  const inserted: Inserted[] = [];
  try {
    await mapConcurrently(changes, 8, async (change) => {
      const { schema, index, entry, id, after } = change;
      if (after === undefined) return;
      const etag = await writeReservation({ connection, schema, index, entry }, after, id, options, { write });
      if (etag !== undefined) inserted.push({ change, etag });
    });
  } catch (error) {
    await mapConcurrently(inserted, 8, (each) => release(plain, each, options));
    throw error;
  }
}

/** Checks that no two entities of one transaction would have the same values in a unique index. @throws IndexError `index.not-unique` */
function checkDistinct(connection: Connection, changes: readonly IndexRowChange[]): void {
  if (changes.length < 2) return;
  const reserved = new Set<string>();
  for (const { schema, index, entry, id, after } of changes) {
    if (after === undefined) continue;
    const place = JSON.stringify([entry.name, after.partitionKey, after.rowKey]);
    if (reserved.has(place)) throw conflict("index.not-unique", { connection, schema, index, entry }, after, id);
    reserved.add(place);
  }
}

/**
 * Deletes an index row that reserves values, unless another call has written it since. If that fails, nothing is lost: later writers take
 * over a stale row.
 */
async function release(plain: Writer, { change, etag }: Inserted, options: WriteOptions | undefined) {
  const { entry, after } = change;
  await plain.send(deleteIndexRow(entry, after as EntityId, etag), options).catch(() => undefined);
}

/**
 * Writes the index row that reserves values for an entity. It writes the row even if it is already right, because another client may be
 * about to delete it, or to take it over, under its ETag.
 * @param id keys of the entity for which the values are reserved
 * @returns the ETag of the row if it was inserted; undefined if it existed and was replaced
 * @throws IndexError `index.not-unique`, `index.reserved`
 */
export async function writeReservation(
  target: Target,
  made: EncodedEntity,
  id: EntityId,
  options: CallOptions | undefined,
  { isOwn, write = (planned) => touchRow(target.connection, planned, options) }: ReservationOptions = {},
): Promise<string | undefined> {
  const { connection, schema, entry } = target;
  const send = async (etag: string | undefined) => {
    const written = await write(writeIndexRow(entry, made, etag));
    return etag === undefined ? written : undefined;
  };
  try {
    return await send(undefined);
  } catch (error) {
    if (!isOvertaken(error)) throw error;
  }
  return whileOvertaken(connection, options, {
    entity: schema.name,
    what: `A write of ${schema.name}`,
    attempts: maxAttempts - 1,
    async plan() {
      const etag = await findFreeETag(target, made, id, options, isOwn);
      return () => send(etag);
    },
    isOvertaken,
  }).catch((error: unknown) => {
    throw isTableError(error, "write.contended") ? conflict("index.reserved", target, made, id) : error;
  });
}

/**
 * Finds the ETag under which an index row that reserves these values can be replaced; undefined if no row is stored.
 * @throws IndexError `index.not-unique` if another entity has the values; `index.reserved` if a write in progress may still rely on the row
 */
async function findFreeETag(
  target: Target,
  made: EncodedEntity,
  id: EntityId,
  options: CallOptions | undefined,
  isOwn?: (stored: EntityPayload) => boolean,
): Promise<string | undefined> {
  const { connection, entry } = target;
  const { partitionKey, rowKey } = made;
  const { row } = await readBack(connection, { table: entry.table, partitionKey, rowKey }, options);
  if (row === undefined) return undefined;
  const owner = findOwner(target, row);
  if ((owner !== undefined && isSame(owner, id)) || isOwn?.(row) === true) return row["odata.etag"];
  const values = tryDecodeIndexRow(target, row);
  const holder = values && (await readEntityToDecide(target, values, options));
  if (holder !== undefined) throw conflict("index.not-unique", target, made, id, owner);
  const waiting = await readWaitingToDecide(target, row, options);
  if (waiting !== undefined) throw conflict("index.not-unique", target, made, id, idOf(waiting));
  const stale = await findStaleIndexRow(target, made, options, (address, found) =>
    findOldETag(connection, address, found, options),
  );
  if (typeof stale === "string" || "young" in stale || (await mayHaveMoved(target, owner, options)))
    throw conflict("index.reserved", target, made, id, owner);
  return stale.etag;
}

/**
 * Returns the keys of the entity for which an index row reserves values; undefined for a row that does not fit the definition of the index.
 */
export function findOwner(target: Target, row: EntityPayload): EntityId | undefined {
  const values = tryDecodeIndexRow(target, row);
  return values && encodeKey(target.schema, values, target.connection.limits);
}

export function isSame(one: EntityId, other: EntityId): boolean {
  return one.partitionKey === other.partitionKey && one.rowKey === other.rowKey;
}

function conflict(
  code: "index.not-unique" | "index.reserved",
  { schema, index }: Target,
  made: EncodedEntity,
  entityKey: EntityId,
  owner?: EntityId,
): IndexError {
  const place = {
    entity: schema.name,
    index: index.name,
    key: made,
    entityKey,
    values: readIndexedValues(index, made),
  };
  return new IndexError(code, { ...place, ...(owner && { owner }) }, undefined);
}
