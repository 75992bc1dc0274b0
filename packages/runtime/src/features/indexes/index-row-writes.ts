import type { EncodedEntity } from "../../codec/encode-entity.js";
import { Write, type WriteTarget } from "../../rest/write.js";
import type { EntityId } from "../../schema/entity-schema.js";
import { checkIfMatch } from "../../write/write-options.js";
import { type IndexRowChange, isUnchanged, isVacated } from "./index-row-changes.js";

/** Plans a write of an index row that replaces whatever is stored under its keys. */
export function overwriteIndexRow(entry: WriteTarget, row: EncodedEntity): Write {
  return new Write("insertOrReplace", entry, row);
}

/**
 * Plans the write of an index row after a read: an insert, or a replacement under an ETag. @param etag ETag of the stored row; undefined if
 * there is none
 */
export function writeIndexRow(entry: WriteTarget, row: EncodedEntity, etag: string | undefined): Write {
  return etag === undefined
    ? new Write("insert", entry, row)
    : new Write("replace", entry, row, checkIfMatch(entry.name, etag));
}

/** Plans the deletion of an index row. @param etag the ETag that the row must still have, or `*` for any */
export function deleteIndexRow(
  entry: WriteTarget,
  { partitionKey, rowKey }: EntityId,
  etag: string | undefined,
): Write {
  return new Write("delete", entry, { partitionKey, rowKey }, checkIfMatch(entry.name, etag));
}

/**
 * Placeholder for the ETag of a row of a unique index, in a planned write. The row is read only just before the transaction is sent. The
 * placeholder has the length of an ETag, because the size of the transaction is checked earlier.
 */
const unreadETag = `W/"datetime'0001-01-01T00%3A00%3A00.0000000Z'"`;

/**
 * Plans the writes of index rows in the entity's own partition, which are part of the entity's transaction. Rows of unique indexes that
 * exist are read before the transaction is sent, and changed under their ETags.
 */
export function planLocalWrites(changes: readonly IndexRowChange[]): Write[] {
  return changes.flatMap((change) => {
    const { index, entry, before, after } = change;
    if (index.global || isUnchanged(change)) return [];
    const isMoved = before === undefined || isVacated(change);
    return [
      ...(before && isMoved ? [deleteIndexRow(entry, before, index.unique ? unreadETag : "*")] : []),
      ...(after && !index.unique ? [overwriteIndexRow(entry, after)] : []),
      ...(after && index.unique ? [writeIndexRow(entry, after, isMoved ? undefined : unreadETag)] : []),
    ];
  });
}

/**
 * Joins two writes of the same index row in one transaction, which is possible only in unique indexes. If one entity gives up the row's
 * values and another takes them, the delete and the insert become one replacement. If both would have the values, the index is violated.
 * @returns the joined write; if the index is violated, a sentence about that; undefined if the row belongs to no unique index
 */
export function joinIndexRowWrites(
  earlier: Write,
  later: Write,
  changes: readonly IndexRowChange[],
): Write | string | undefined {
  const isOfRow = ({ entry }: IndexRowChange) => entry.name === later.entity;
  const unique = changes.find((change) => change.index.unique && isOfRow(change));
  if (unique === undefined) return undefined;
  const left = changes.find((change) => isOfRow(change) && change.before?.rowKey === later.rowKey);
  const isHandedOver = [earlier.name, later.name].sort().join() === "delete,insert";
  const taken = isHandedOver && left ? findTaker(left, changes) : undefined;
  if (taken !== undefined) return writeIndexRow(taken.entry, taken.after as EncodedEntity, unreadETag);
  const { schema, index } = unique;
  return `an earlier operation of the transaction writes the same values in the unique index ${index.name} of ${schema.name}; two entities cannot have the same values in it.`;
}

/**
 * If one entity of a transaction gives up a row of a unique index, finds the change with which another entity takes it over.
 * @param left change by which the other entity gives up the row
 * @returns undefined if no entity takes the row over
 */
export function findTaker(left: IndexRowChange, changes: readonly IndexRowChange[]): IndexRowChange | undefined {
  if (!left.index.unique || !isVacated(left)) return undefined;
  const { entry, before } = left;
  const takes = ({ before: had, after }: IndexRowChange) =>
    after?.rowKey === before?.rowKey && after?.rowKey !== had?.rowKey;
  return changes.find((other) => other.entry.name === entry.name && takes(other));
}
