import { encodeKey } from "../../codec/entity-keys.js";
import { own, propertyNames } from "../../codec/payload.js";
import { orNone } from "../../codec/row-identity.js";
import { isTableError } from "../../errors/table-error.js";
import type { CallOptions } from "../../rest/connection.js";
import type { EntityAddress } from "../../rest/request-url.js";
import type { EntityId, EntityPayload, EntityTypes, ETag } from "../../schema/entity-schema.js";
import { type ReadBack, readBack } from "../../write/deciding-reads.js";
import { payloadMatches } from "../../write/outcome/write-evidence.js";
import { writeRow } from "../../write/plain-writer.js";
import { refuseFormerDefinition } from "./former-definition.js";
import { findOldETag, seemsOld } from "./index-row-age.js";
import { encodeIndexRow } from "./index-row-changes.js";
import { deleteIndexRow } from "./index-row-writes.js";
import { type IndexTarget, readEntityToDecide, readWaitingToDecide } from "./read-entities.js";

/** Index row that belongs to no entity, but is so young that a write in progress may rely on it. */
export interface YoungIndexRow {
  readonly young: EntityPayload;
}

/** Result of checking a row that a query found in an index. `unrecognized`: the row may not belong to the index, and was kept. */
export type StaleOutcome = "deleted" | "kept" | "unrecognized" | YoungIndexRow;

/**
 * Deletes an index row under its ETag, if the row belongs to no entity.
 * @param id keys of the row as a query found it
 * @throws TableError `index.former-definition` if the row may represent an entity under keys of a later definition
 */
export async function removeStaleIndexRow<T extends EntityTypes, E extends EntityTypes>(
  target: IndexTarget<T, E>,
  id: EntityId,
  options: CallOptions | undefined,
): Promise<StaleOutcome> {
  const { connection, entry } = target;
  const found = await findStaleIndexRow(target, id, options, (address, row) =>
    findOldETag(connection, address, row, options),
  );
  if (typeof found === "string" || "young" in found) return found;
  await refuseFormerDefinition(connection, target.schema, options);
  try {
    const isDeleted = await writeRow(connection, deleteIndexRow(entry, id, found.etag), options);
    return isDeleted ? "deleted" : "kept";
  } catch (error) {
    // In both cases another writer may have written the row since, so it is kept.
    const isRewritten = isTableError(error, "entity.condition-not-met") || isTableError(error, "write.outcome-unknown");
    if (isRewritten) return "kept";
    throw error;
  }
}

/**
 * Function that returns the ETag of an index row outside of its entity's partition. Undefined if the row is so young that a write in
 * progress may rely on it. It runs before the entity is read.
 */
type FindOldETag = (address: EntityAddress, found: ReadBack) => string | undefined | Promise<string | undefined>;

/**
 * Returns the ETag of an index row that seems old by the local clock and the `Date` of the response. That is no proof, but it needs no
 * write.
 */
const seemingOldETag: FindOldETag = (_address, found) => (seemsOld(found) ? found.row?.["odata.etag"] : undefined);

/**
 * If an index row is stale, returns its ETag. It is stale if it does not fit the current definition of the index, or if its entity, which
 * is read after it, does not match it. In another partition than its entity, it must also be so old that no write in progress can rely on
 * it. The index recognizes its rows by their stored kind, such as `employee.byEmail`. If it stores no kind, it recognizes them by their
 * contents, and keeps other rows in the same range of keys.
 */
export async function findStaleIndexRow<T extends EntityTypes, E extends EntityTypes>(
  target: IndexTarget<T, E>,
  { partitionKey, rowKey }: EntityId,
  options: CallOptions | undefined,
  oldETag: FindOldETag = seemingOldETag,
): Promise<{ readonly etag: ETag } | YoungIndexRow | "kept" | "unrecognized"> {
  const { connection, entry, index } = target;
  const address = { table: entry.table, partitionKey, rowKey };
  const entryFound = await readBack(connection, address, options);
  const { row } = entryFound;
  if (row === undefined) return "kept";
  const current = tryDecodeIndexRow(target, row);
  if (entry.kindProperty === undefined) {
    if (current === undefined || !isWritten(target, row, current)) return "unrecognized";
  }
  // The query found an index row here, but since then a row of another kind may have replaced it.
  else if (own(row, entry.kindProperty) !== entry.kind) return "kept";
  const etag = index.global ? await oldETag(address, entryFound) : row["odata.etag"];
  // A row that belongs to an entity is not stale. In a unique index, this may be another entity than before.
  if (current !== undefined && (await readEntityToDecide(target, current, options)) !== undefined) return "kept";
  if ((await readWaitingToDecide(target, row, options)) !== undefined) return "kept";
  return etag === undefined ? { young: row } : { etag: etag as ETag };
}

/** Returns whether a row is exactly as the index would write it for these values. The keys alone do not show who wrote the row. */
function isWritten<T extends EntityTypes, E extends EntityTypes>(
  { connection, entry }: IndexTarget<T, E>,
  row: EntityPayload,
  values: E["entity"],
): boolean {
  return (
    propertyNames(row).length > 0 && payloadMatches(row, encodeIndexRow(entry, values, connection.limits).body, true)
  );
}

/** Decodes an index row by the current definition. Undefined if it does not fit, for example because the index has been changed since. */
export function tryDecodeIndexRow<T extends EntityTypes, E extends EntityTypes>(
  { connection, schema, entry }: IndexTarget<T, E>,
  row: EntityPayload,
): E["entity"] | undefined {
  return orNone(() => {
    const values = entry.decode(row, true);
    const { partitionKey, rowKey } = encodeKey(entry, values, connection.limits);
    encodeKey(schema, values, connection.limits);
    return partitionKey === row.PartitionKey && rowKey === row.RowKey ? values : undefined;
  });
}
