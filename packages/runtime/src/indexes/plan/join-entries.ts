import type { EncodedEntity } from "../../codec/encode/entity-body.js";
import { type Effects, type PlannedWrite, planRow, type RowWrite } from "../../write/planned-write.js";
import { type EntryChange, isVacated, unreadETag } from "./entry-changes.js";
import { changesOf } from "./plan-indexed.js";

/**
 * Joins two writes of one row of a unique index. The entities have the same values in it: one before and the other after, which is a
 * single write, or both at once, which is refused.
 * @returns the write, or why there is none; undefined for any other row
 */
export function joinEntries(
  earlier: RowWrite,
  later: RowWrite,
  effects: readonly Effects[],
): PlannedWrite | string | undefined {
  const changes = changesOf(effects);
  const isOfRow = ({ entry }: EntryChange) => entry.name === later.entity;
  const unique = changes.find((change) => change.index.unique && isOfRow(change));
  if (unique === undefined) return undefined;
  const left = changes.find((change) => isOfRow(change) && change.before?.rowKey === later.rowKey);
  const isHandedOver = [earlier.name, later.name].sort().join() === "delete,insert";
  const taken = isHandedOver && left ? takerOf(left, changes) : undefined;
  if (taken !== undefined) return planRow("replace", taken.entry, taken.after as EncodedEntity, unreadETag);
  const { schema, index } = unique;
  return `an earlier operation of the transaction writes the same values in the unique index ${index.name} of ${schema.name}; two entities cannot have the same values in it.`;
}

/** What another entity of the transaction takes the row for that this one leaves; undefined where none does. */
export function takerOf(left: EntryChange, changes: readonly EntryChange[]): EntryChange | undefined {
  if (!left.index.unique || !isVacated(left)) return undefined;
  const { entry, before } = left;
  const takes = ({ before: had, after }: EntryChange) =>
    after?.rowKey === before?.rowKey && after?.rowKey !== had?.rowKey;
  return changes.find((other) => other.entry.name === entry.name && takes(other));
}
