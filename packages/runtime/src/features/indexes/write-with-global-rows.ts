import { monotonicNow } from "../../http/clock.js";
import { mapConcurrently } from "../../http/map-concurrently.js";
import type { Connection } from "../../rest/connection.js";
import type { EntityId } from "../../schema/entity-schema.js";
import { readBack } from "../../write/deciding-reads.js";
import type { WriteOptions } from "../../write/write-options.js";
import type { Writer } from "../../write/writer.js";
import { findOldETag, maxWriteMs } from "./index-row-age.js";
import { type IndexRowChange, isUnchanged, isVacated } from "./index-row-changes.js";
import { deleteIndexRow, overwriteIndexRow } from "./index-row-writes.js";
import { findOwner, isSame, reserveValues } from "./reserve-values.js";
import { touchRowBy } from "./touch-row.js";

/** Time limit of a call in milliseconds, if neither the call nor the client sets one. */
const defaultTimeoutMs = 120_000;

/** Index row of the values before a write. Once the write has succeeded, no entity needs this index row. */
interface Vacated {
  readonly change: IndexRowChange;
  readonly id: EntityId;
  /** ETag under which the former index row can be deleted; undefined if the row must stay. */
  readonly etag: string | undefined;
}

/**
 * Sends a write of entities together with their index rows in other partitions, by the protocol in README.md of this folder. Before the
 * write, it reserves unique values, and writes the new rows of other indexes, so that they have new ETags. After the write, it deletes the
 * index rows that the entities no longer have, if these are old enough and nobody has written them since.
 * @throws IndexError `index.not-unique`, `index.reserved`
 * @param plain writer of rows without indexes
 * @param send sends the write, under the condition that the entities are as they were read
 */
export async function writeWithGlobalRows<Result>(
  plain: Writer,
  changes: readonly IndexRowChange[],
  options: WriteOptions | undefined,
  send: (options: WriteOptions | undefined) => Promise<Result>,
): Promise<Result> {
  const { connection } = plain;
  const global = changes.filter((change) => change.index.global && !isUnchanged(change));
  if (global.length === 0) return send(options);
  for (;;) {
    const startedAt = monotonicNow();
    await reserveValues(plain, global.filter(isReserved), options);
    await mapConcurrently(global, 8, (change) => touch(plain, change, options));
    const vacated = await mapConcurrently(global.filter(isVacated), 8, (change) =>
      readOld(connection, change, options),
    );
    const left = maxWriteMs - (monotonicNow() - startedAt);
    if (left <= 0) continue;
    const limit = options?.timeoutMs ?? connection.timeoutMs ?? defaultTimeoutMs;
    const result = await send({ ...options, timeoutMs: Math.min(limit, left) });
    await mapConcurrently(vacated, 8, (row) => remove(plain, row, options));
    return result;
  }
}

/** Returns whether the new index row reserves values, as in a unique index, and so must not replace the row of another entity. */
function isReserved({ index }: IndexRowChange): boolean {
  return index.unique === true;
}

/**
 * Writes the index row that the entity will have. If the write of the entity then fails, the row stays, because reads check it against the
 * entity.
 */
async function touch(plain: Writer, change: IndexRowChange, options: WriteOptions | undefined): Promise<void> {
  const { entry, after } = change;
  if (after === undefined || isReserved(change)) return;
  await touchRowBy(plain, overwriteIndexRow(entry, after), options);
}

/**
 * Finds the ETag under which the former index row of an entity can be deleted once the entity is written. There is none if the row belongs
 * to another entity, or is so young that an insert in progress may rely on it.
 */
async function readOld(
  connection: Connection,
  change: IndexRowChange,
  options: WriteOptions | undefined,
): Promise<Vacated> {
  const { schema, index, entry, before } = change;
  const { partitionKey, rowKey } = before as EntityId;
  const address = { table: entry.table, partitionKey, rowKey };
  const found = await readBack(connection, address, options);
  const owner = found.row && findOwner({ connection, schema, index, entry }, found.row);
  const isOthers = isReserved(change) && (owner === undefined || !isSame(owner, change.id));
  const etag = isOthers ? undefined : await findOldETag(connection, address, found, options);
  return { change, id: { partitionKey, rowKey }, etag };
}

/**
 * Deletes the former index row, if there is an ETag for that. If it fails, the entity is written all the same: reads check the stale row,
 * and reindex deletes it.
 */
async function remove(plain: Writer, { change, id, etag }: Vacated, options: WriteOptions | undefined) {
  if (etag === undefined) return;
  await plain.send(deleteIndexRow(change.entry, id, etag), options).catch(() => undefined);
}
