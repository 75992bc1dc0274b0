import { encodeKey } from "../../codec/entity-keys.js";
import { orNone } from "../../codec/row-identity.js";
import { mapConcurrently } from "../../http/map-concurrently.js";
import { Changeset } from "../../rest/changeset.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import type { Write } from "../../rest/write.js";
import type { EntityId, EntityPayload } from "../../schema/entity-schema.js";
import { readBack } from "../../write/deciding-reads.js";
import { payloadMatches } from "../../write/outcome/write-evidence.js";
import type { BuiltTransaction } from "../../write/submit-writes.js";
import { type IndexRowChange, isVacated } from "./index-row-changes.js";
import { deleteIndexRow, findTaker, writeIndexRow } from "./index-row-writes.js";

/**
 * Reads the stored rows of unique indexes that a transaction changes, and corrects the transaction's writes of these rows. A row may belong
 * to another entity than the written one: two entities can have the same unique value if it was written before the index existed, or
 * without the client. Then the row is neither deleted nor replaced. If the row belongs to the written entity, its write becomes conditional
 * on the ETag that was read, even if another entity of the transaction takes the row over.
 */
export async function protectOtherEntities(
  connection: Connection,
  transaction: BuiltTransaction,
  changes: readonly IndexRowChange[],
  options: CallOptions | undefined,
): Promise<BuiltTransaction> {
  const shared = changes.filter(mayBeShared);
  if (shared.length === 0) return transaction;
  const corrections = new Map<string, Write | undefined>();
  await mapConcurrently(shared, 8, async (change) => {
    const { partitionKey, rowKey } = change.before as EntityId;
    const { row } = await readBack(connection, { table: change.entry.table, partitionKey, rowKey }, options);
    corrections.set(rowKey, writeOver(connection, { change, taken: findTaker(change, changes) }, row));
  });
  const writes: Write[] = [];
  const kept: string[] = [];
  const parts = transaction.changeset.parts();
  for (const [position, write] of transaction.writes.entries()) {
    const isCorrected = corrections.has(write.rowKey);
    const planned = corrections.get(write.rowKey);
    if (isCorrected && planned === undefined) continue;
    writes.push(planned ?? write);
    kept.push(planned === undefined ? (parts[position] as string) : planned.toPart(connection));
  }
  return { writes, changeset: Changeset.of(kept) };
}

/**
 * Returns whether the write changes or deletes an index row that may belong to another entity. That is possible only in a unique index,
 * because the keys of all other index rows contain those of their entity.
 */
function mayBeShared({ index, before, after }: IndexRowChange): boolean {
  return index.unique === true && !index.global && before !== undefined && before.body !== after?.body;
}

/** Plans the write of an entity's former index row, from the row that is stored; undefined if nothing has to be written. */
function writeOver(
  { limits }: Connection,
  { change, taken }: { readonly change: IndexRowChange; readonly taken: IndexRowChange | undefined },
  row: EntityPayload | undefined,
): Write | undefined {
  const { entry, before, after } = change;
  const made = isVacated(change) ? taken?.after : after;
  const isOwn = row !== undefined && represents(change, row, limits);
  // In two cases at most an insert is planned. Either no row is stored. Or the stored row belongs to a third entity, and the transaction
  // moves its keys from this entity to another one. In the second case the service rejects the insert, because the row exists, so the third
  // entity keeps its index row.
  if (row === undefined || (!isOwn && taken)) return made && writeIndexRow(entry, made, undefined);
  if (!isOwn) return undefined;
  // The index row already has its new contents, so an earlier attempt was probably applied. It is left out: a write under its current ETag
  // would make that ETag look like proof that no attempt was applied.
  if (made && payloadMatches(row, made.body, true)) return undefined;
  const etag = row["odata.etag"];
  return made ? writeIndexRow(entry, made, etag) : deleteIndexRow(entry, before as EntityId, etag);
}

/**
 * Returns whether an index row belongs to the entity of this change. If a row cannot be decoded, it belongs to no entity, and is left for
 * `reindex`.
 */
function represents({ schema, entry, id }: IndexRowChange, row: EntityPayload, limits: Connection["limits"]): boolean {
  const owner = orNone(() => encodeKey(schema, entry.decode(row, true), limits));
  return owner?.partitionKey === id.partitionKey && owner.rowKey === id.rowKey;
}
