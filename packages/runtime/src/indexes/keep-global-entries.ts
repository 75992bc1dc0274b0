import type { CallOptions, Connection } from "../connection/connection.js";
import { mapConcurrently } from "../connection/map-concurrently.js";
import type { EntityId } from "../schema/entity-types.js";
import { readBack } from "../write/evidence/read-back.js";
import { writeRow } from "../write/write-row.js";
import { findOldETag, maxWriteMs } from "./entry-age.js";
import { type EntryChange, isUnchanged, isVacated } from "./plan/entry-changes.js";
import { overwriteEntry, removeEntry } from "./plan/entry-writes.js";
import { touchRow } from "./touch-row.js";

/** Time limit of a call, if neither it nor the client has one, in milliseconds. */
const defaultTimeoutMs = 120_000;

/** Index row that no longer represents an entity once the write has succeeded. */
interface Vacated {
  readonly change: EntryChange;
  readonly id: EntityId;
  /** ETag under which the row can be deleted; undefined if it must stay. */
  readonly etag: string | undefined;
}

/**
 * Sends a write of entities between the two halves of the protocol in README.md. Before the write, gives a new ETag to the rows that the
 * entities will newly have in indexes outside of their partition. After it, deletes the rows that they no longer have, if those are old
 * enough and no one has touched them since.
 * @param send sends the write, under the condition that the entities are as they were read
 */
export async function keepGlobalEntries<Result>(
  connection: Connection,
  changes: readonly EntryChange[],
  options: CallOptions | undefined,
  send: (options: CallOptions | undefined) => Promise<Result>,
): Promise<Result> {
  const global = changes.filter((change) => change.index.global && !isUnchanged(change));
  if (global.length === 0) return send(options);
  for (;;) {
    const startedAt = performance.now();
    await mapConcurrently(global, 8, (change) => touch(connection, change, options));
    const vacated = await mapConcurrently(global.filter(isVacated), 8, (change) =>
      readOld(connection, change, options),
    );
    const left = maxWriteMs - (performance.now() - startedAt);
    if (left <= 0) continue;
    const limit = options?.timeoutMs ?? connection.timeoutMs ?? defaultTimeoutMs;
    const result = await send({ ...options, timeoutMs: Math.min(limit, left) });
    await mapConcurrently(vacated, 8, (row) => remove(connection, row, options));
    return result;
  }
}

/** Writes the index row that the entity will have. If the write of the entity fails, the row stays: reads check it against the entity. */
async function touch(
  connection: Connection,
  { entry, after }: EntryChange,
  options: CallOptions | undefined,
): Promise<void> {
  if (after === undefined) return;
  await touchRow(connection, overwriteEntry(entry, after), options);
}

/** Finds the ETag of the index row that the entity will no longer have; none while an insert that touched the row may be in progress. */
async function readOld(
  connection: Connection,
  change: EntryChange,
  options: CallOptions | undefined,
): Promise<Vacated> {
  const { entry, before } = change;
  const { partitionKey, rowKey } = before as EntityId;
  const address = { table: entry.table, partitionKey, rowKey };
  const found = await readBack(connection, address, options);
  const etag = await findOldETag(connection, address, found, options);
  return { change, id: { partitionKey, rowKey }, etag };
}

/** Deletes the row. Failures are ignored, because the entity is written: reads check the stale row, and reindex deletes it. */
async function remove(connection: Connection, { change, id, etag }: Vacated, options: CallOptions | undefined) {
  if (etag === undefined) return;
  await writeRow(connection, removeEntry(change.entry, id, etag), options).catch(() => undefined);
}
