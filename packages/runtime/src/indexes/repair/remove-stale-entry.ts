import { encodeKey } from "../../codec/keys/entity-keys.js";
import { propertyNames } from "../../codec/rows/payload.js";
import { own } from "../../codec/system-properties.js";
import type { CallOptions } from "../../connection/connection.js";
import { isTableError } from "../../errors/table-error.js";
import type { EntityAddress } from "../../odata/entity-address.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import type { EntityId, EntityTypes, ETag } from "../../schema/entity-types.js";
import { payloadMatches } from "../../write/evidence/payload-matches.js";
import { type ReadBack, readBack } from "../../write/evidence/read-back.js";
import { writeRow } from "../../write/write-row.js";
import { findOldETag, seemsOld } from "../entry-age.js";
import { encodeEntry } from "../plan/entry-changes.js";
import { removeEntry } from "../plan/entry-writes.js";
import { type IndexTarget, readEntityOf } from "../read/read-entities.js";

/** What became of a row among those of an index: `unrecognized` is one that need not be the index's own. */
export type StaleOutcome = "deleted" | "kept" | "unrecognized";

/**
 * Deletes a row of an index that stands for no entity, under its ETag.
 * @param id the keys of the row as a query found it
 */
export async function removeStaleEntry<T extends EntityTypes, E extends EntityTypes>(
  target: IndexTarget<T, E>,
  id: EntityId,
  options: CallOptions | undefined,
): Promise<StaleOutcome> {
  const { connection, entry } = target;
  const found = await findStaleEntry(target, id, options, (address, row) =>
    findOldETag(connection, address, row, options),
  );
  if (typeof found === "string") return found;
  try {
    const isDeleted = await writeRow(connection, removeEntry(entry, id, found.etag), options);
    return isDeleted ? "deleted" : "kept";
  } catch (error) {
    if (isTableError(error, "entity.condition-not-met")) return "kept";
    throw error;
  }
}

/** ETag of a row elsewhere that no write under way can have touched. It is found before the entity is read. */
type FindOldETag = (address: EntityAddress, found: ReadBack) => string | undefined | Promise<string | undefined>;

/** By a hint, which writes nothing. */
const seemingOldETag: FindOldETag = (_address, found) => (seemsOld(found) ? found.row?.["odata.etag"] : undefined);

/**
 * The ETag of a row of an index whose entity, read after it, does not make it, or that is none of this index as it is defined now; elsewhere
 * only of one that is older than any write can last. Rows of an index are known by their kind. Those of one that stores none are known by
 * what they hold; others in its keys stay.
 */
export async function findStaleEntry<T extends EntityTypes, E extends EntityTypes>(
  target: IndexTarget<T, E>,
  { partitionKey, rowKey }: EntityId,
  options: CallOptions | undefined,
  oldETag: FindOldETag = seemingOldETag,
): Promise<{ readonly etag: ETag } | "kept" | "unrecognized"> {
  const { connection, entry, index } = target;
  const address = { table: entry.table, partitionKey, rowKey };
  const entryFound = await readBack(connection, address, options);
  const { row } = entryFound;
  if (row === undefined) return "kept";
  const current = readEntry(target, row);
  if (entry.kindProperty === undefined) {
    if (current === undefined || !isWritten(target, row, current)) return "unrecognized";
  }
  // A row of another kind may have taken its place.
  else if (own(row, entry.kindProperty) !== entry.kind) return "kept";
  const etag = index.global ? await oldETag(address, entryFound) : row["odata.etag"];
  if (etag === undefined) return "kept";
  // Of a unique index it may be the row of another entity by now.
  if (current !== undefined && (await readEntityOf(target, current, options)) !== undefined) return "kept";
  return { etag: etag as ETag };
}

/** Whether a row is just what the index writes for these values. Keys alone do not show what wrote them. */
function isWritten<T extends EntityTypes, E extends EntityTypes>(
  { connection, entry }: IndexTarget<T, E>,
  row: EntityPayload,
  values: E["entity"],
): boolean {
  return propertyNames(row).length > 0 && payloadMatches(row, encodeEntry(entry, values, connection.limits).body, true);
}

/** A row of an index as it is defined now; undefined for any other, such as one from before the index was changed. */
export function readEntry<T extends EntityTypes, E extends EntityTypes>(
  { connection, schema, entry }: IndexTarget<T, E>,
  row: EntityPayload,
): E["entity"] | undefined {
  try {
    const values = entry.decode(row, true);
    const { partitionKey, rowKey } = encodeKey(entry, values, connection.limits);
    encodeKey(schema, values, connection.limits);
    return partitionKey === row.PartitionKey && rowKey === row.RowKey ? values : undefined;
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}
