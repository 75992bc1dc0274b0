import {
  type EntityId,
  isTableError,
  type StoredTableRow,
  type TableClient,
  type TableRow,
  type Written,
} from "@tablewright/runtime";
import type { RowChange } from "./change-of-row.js";
import { hashOf, readMark, withMark, withoutMark } from "./move-mark.js";

/** Where a row is moved, and how. */
export interface Move {
  readonly from: TableClient;
  readonly to: TableClient;
  readonly signal: AbortSignal;
  changeOf(row: StoredTableRow): RowChange;
}

/**
 * `conflict`: programs of both definitions have changed the entity, each its own row; both rows are kept.
 * `gone`: another program has moved or deleted the row.
 */
export type MoveOutcome = "moved" | "conflict" | "gone";

/** Moves a row under its new keys, by the protocol of the README beside this file. */
export async function moveRow(move: Move, row: StoredTableRow): Promise<MoveOutcome> {
  const { from, to, signal } = move;
  let old = row;
  for (;;) {
    const change = move.changeOf(old);
    if (change.kind !== "move") return "conflict";
    const isCurrent = async () => (await from.get(old, { signal }))?.$etag === old.$etag;
    const copied = await writeCopy(to, withMark(change.row, from.name, old), isCurrent, signal);
    if (copied === "conflict" && (await isCurrent())) return "conflict";
    if (copied !== "conflict" && copied !== "again") {
      const existed = await deleteUnlessChanged(from, old, signal);
      if (existed !== undefined) {
        if (copied === "there" || !(await replaceUnlessChanged(to, change.row, copied, signal)))
          await removeMark(to, change.row, signal);
        return existed ? "moved" : "gone";
      }
    }
    const now = await from.get(old, { signal });
    if (now === undefined) {
      await removeMark(to, change.row, signal);
      return "gone";
    }
    old = now;
  }
}

/**
 * @param isCurrent whether the old row is still the one that the copy was made of
 * @returns that the row under the new keys holds what the old one does, or what is newer; its ETag where it was inserted now
 */
async function writeCopy(
  to: TableClient,
  copy: TableRow,
  isCurrent: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<Written | "there" | "again" | "conflict"> {
  try {
    return await to.insert(copy, { signal });
  } catch (error) {
    if (!isTableError(error, "entity.already-exists")) throw error;
  }
  const found = await to.get(copy, { signal });
  if (found === undefined) return "again";
  const [content, wanted, copied] = [hashOf(found), hashOf(copy), readMark(found)?.hash];
  // Either equal, or changed since it was made of what the old row still holds.
  if (content === wanted || copied === wanted) return "there";
  if (content !== copied) return "conflict";
  return (await isCurrent()) && (await replaceUnlessChanged(to, copy, found, signal)) ? "there" : "again";
}

/** @returns whether the row existed; undefined where another program has changed it */
async function deleteUnlessChanged(
  from: TableClient,
  row: StoredTableRow,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  try {
    return await from.delete(row, { ifMatch: row.$etag, signal });
  } catch (error) {
    if (isTableError(error, "entity.condition-not-met")) return undefined;
    throw error;
  }
}

/** Takes the mark off a copy that another program may have changed since. */
async function removeMark(to: TableClient, id: EntityId, signal: AbortSignal): Promise<void> {
  for (;;) {
    const found = await to.get(id, { signal });
    if (found === undefined || readMark(found) === undefined) return;
    if (await replaceUnlessChanged(to, withoutMark(found), found, signal)) return;
  }
}

/** @returns false where another program was faster */
export async function replaceUnlessChanged(
  table: TableClient,
  { partitionKey, rowKey, properties }: TableRow,
  { $etag: ifMatch }: Written,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await table.replace({ partitionKey, rowKey, properties }, { ifMatch, signal });
    return true;
  } catch (error) {
    if (isTableError(error, "entity.condition-not-met") || isTableError(error, "entity.not-found")) return false;
    throw error;
  }
}
