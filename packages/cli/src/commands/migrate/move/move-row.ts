import type { EntityId, ETag, StoredTableRow, TableClient, TableRow } from "@tablewright/runtime";
import type { PartitionWrite } from "@tablewright/runtime/reindex";
import type { RowChange } from "../find-row-change.js";
import type { EntityRows } from "./index-row-writes.js";
import {
  hiddenKeys,
  hiddenRow,
  newCopyId,
  type PendingCopy,
  readReceipt,
  receiptKeys,
  receiptOf,
} from "./pending-copy.js";

/** Row of a pair to keep: the one of the former definition, or the one of the current definition. */
export type Keep = "old" | "new";

/** Tables and functions that a move of a row needs. */
export interface Move {
  readonly from: TableClient;
  readonly to: TableClient;
  readonly signal: AbortSignal;
  changeOf(row: StoredTableRow): RowChange;
  /** Returns whether `stored`, a row under the new keys, belongs to another entity than the one that has or had the keys `id` in `from`. */
  isOther(id: EntityId, stored: StoredTableRow): boolean;
  /** Writes rows of one partition, all or none. Returns undefined if another program was faster, or if the outcome is unknown. */
  write(table: TableClient, writes: readonly PartitionWrite[]): Promise<readonly (ETag | undefined)[] | undefined>;
  /** Writes the index rows in other partitions before the entity is written. Returns false if another entity has the same unique values. */
  prepare(row: TableRow, stored: TableRow): Promise<boolean>;
  /** Returns the writes of index rows in the partition; undefined if another entity has the same unique values. */
  indexWrites(table: TableClient, rows: EntityRows): Promise<readonly PartitionWrite[] | undefined>;
  /** Row of a pair to keep; undefined to leave both. */
  readonly keep: Keep | undefined;
  /**
   * Ids of the copies with which this run is moving rows at the moment. Another reader of the run may find such a copy, and must leave it:
   * it would finish the move too, and count the row a second time.
   */
  readonly copies: Set<string>;
}

/**
 * Outcome of moving a row.
 * - `moved`: the row is stored under its new keys.
 * - `kept-old`, `kept-new`: the entity had two rows; now only the row to keep is stored, under the new keys.
 * - `gone`: another program has moved or deleted the row.
 * - `pair`: a program of the current definition has inserted this row under the new keys. Both rows stay.
 * - `occupied`: another entity has the new keys. Both rows stay.
 * - `taken`: another entity has the same values in a unique index. The old row, or its copy, stays.
 * - `changed`: a program has changed the row meanwhile so that it cannot be moved.
 */
export type MoveOutcome =
  | "moved"
  | `kept-${Keep}`
  | "gone"
  | { readonly pair: StoredTableRow }
  | "occupied"
  | "taken"
  | "changed";

/** Moves a row to its new keys, by the protocol in the README beside this file. */
export async function moveRow(move: Move, row: StoredTableRow): Promise<MoveOutcome> {
  const { from, to, keep, signal } = move;
  let old: StoredTableRow | undefined = row;
  for (let isFirst = true; old !== undefined; isFirst = false) {
    const change = move.changeOf(old);
    if (change.kind !== "move") return "changed";
    const isTogether = isInPartition(move, change.row, old);
    // A transaction that contains both rows fails if there is already a row under the new keys, so none is read before the first attempt.
    const stored = isTogether && isFirst ? undefined : await to.get(change.row, { signal });
    if (stored !== undefined) {
      // The old row is read after the new one. If the old row is still there, the new row is not the result of moving it.
      const now: StoredTableRow | undefined = await from.get(old, { signal });
      if (now?.$etag !== old.$etag) {
        old = now;
        continue;
      }
      if (move.isOther(old, stored)) return "occupied";
      if (keep === undefined) return { pair: stored };
      if (keep === "new" && (await deleteFormer(move, old, stored))) return "kept-new";
    }
    if (stored === undefined || keep === "old") {
      if (!(await move.prepare(change.row, old))) return "taken";
      const outcome = isTogether
        ? await moveInPartition(move, change.row, old, stored)
        : await moveByCopy(move, change.row, old);
      if (outcome !== undefined) return outcome;
    }
    old = await from.get(old, { signal });
  }
  return "gone";
}

function isInPartition({ from, to }: Move, row: TableRow, old: StoredTableRow): boolean {
  return from.name === to.name && row.partitionKey === old.partitionKey;
}

/** Returns the first row that a move writes: the moved row itself if it stays in its partition, otherwise a copy in the other partition. */
export function rowToWrite(move: Move, row: TableRow, old: StoredTableRow): TableRow {
  return isInPartition(move, row, old) ? row : hiddenRow(copyOf(move, row, old));
}

function copyOf({ from }: Move, row: TableRow, old: StoredTableRow): Omit<PendingCopy, "$etag"> {
  const { partitionKey, rowKey, $etag: etag } = old;
  return { id: newCopyId(), row, former: { table: from.name, partitionKey, rowKey, etag } };
}

/** Moves a row within its partition, in one transaction. @returns undefined if a row has changed meanwhile */
async function moveInPartition(
  move: Move,
  row: TableRow,
  old: StoredTableRow,
  stored: StoredTableRow | undefined,
): Promise<MoveOutcome | undefined> {
  const before = stored === undefined ? [old] : [old, stored];
  const indexRows = await move.indexWrites(move.from, { after: row, before });
  if (indexRows === undefined) return "taken";
  const write = stored === undefined ? { insert: row } : { replace: row, ifMatch: stored.$etag };
  const written = await move.write(move.from, [write, { delete: old, ifMatch: old.$etag }, ...indexRows]);
  if (written === undefined) return undefined;
  return stored === undefined ? "moved" : "kept-old";
}

/** Deletes the old row of a pair if it is still the version that was read. Returns whether it was deleted. */
async function deleteFormer(move: Move, old: StoredTableRow, kept: StoredTableRow): Promise<boolean> {
  const rows = { before: [old], ...(isInPartition(move, kept, old) && { kept }) };
  const indexRows = (await move.indexWrites(move.from, rows)) ?? [];
  return (await move.write(move.from, [{ delete: old, ifMatch: old.$etag }, ...indexRows])) !== undefined;
}

/** Moves a row to another partition. @returns undefined if the old row has changed meanwhile */
async function moveByCopy(move: Move, row: TableRow, old: StoredTableRow): Promise<MoveOutcome | undefined> {
  const { to, signal, copies } = move;
  const copy = copyOf(move, row, old);
  copies.add(copy.id);
  try {
    const [written] = (await move.write(to, [{ insert: hiddenRow(copy) }])) ?? [];
    const $etag = written ?? (await to.get(hiddenKeys(copy), { signal }))?.$etag;
    if ($etag === undefined) return undefined;
    const pending = { ...copy, $etag };
    return (await takeFormer(move, pending, old)) ? await showCopy(move, pending) : await finishCopy(move, pending);
  } finally {
    copies.delete(copy.id);
  }
}

/**
 * Finishes the move of a pending copy, whichever run has begun it. If the old row is still the version that was copied, one transaction
 * deletes it and writes a receipt that names the copy. If this receipt exists, stores the copy under its own keys. If there is no receipt,
 * the old row has changed, so the copy is deleted.
 * @returns undefined if the copy was deleted
 */
export async function finishCopy(move: Move, copy: PendingCopy): Promise<MoveOutcome | undefined> {
  const { from, to, signal } = move;
  for (;;) {
    const old = await from.get(copy.former, { signal });
    if (old?.$etag === copy.former.etag) {
      if (await takeFormer(move, copy, old)) return showCopy(move, copy);
      continue;
    }
    // The receipt is read after the old row. If it is missing then, it will never be written.
    if (await hasReceipt(move, copy)) return showCopy(move, copy);
    await move.write(to, [{ delete: hiddenKeys(copy), ifMatch: copy.$etag }]);
    return undefined;
  }
}

/** Deletes the old row if it is still the version that was copied, and in the same transaction writes the receipt that names the copy. */
async function takeFormer(move: Move, copy: PendingCopy, old: StoredTableRow): Promise<boolean> {
  const { from, to } = move;
  const indexRows = (await move.indexWrites(from, { before: [old] })) ?? [];
  const receipt = { insert: receiptOf(copy, to.name) };
  return (await move.write(from, [{ delete: old, ifMatch: old.$etag }, receipt, ...indexRows])) !== undefined;
}

/** Returns whether the old row was deleted in favour of exactly this version of the copy. */
export async function hasReceipt({ from, to, signal }: Move, copy: PendingCopy): Promise<boolean> {
  const found = await from.get(receiptKeys(copy), { signal });
  const named = found && readReceipt(found);
  return named?.etag === copy.$etag && named.table === to.name && named.partitionKey === copy.row.partitionKey;
}

/** Stores a copy under its own keys once its old row is deleted. Also deletes the hidden row in which the copy waited. */
async function showCopy(move: Move, copy: PendingCopy): Promise<MoveOutcome> {
  const { from, to, keep, signal } = move;
  const { row } = copy;
  const old = { ...row, partitionKey: copy.former.partitionKey, rowKey: copy.former.rowKey };
  const hidden = { delete: hiddenKeys(copy), ifMatch: copy.$etag };
  let outcome: MoveOutcome = "moved";
  let stored: StoredTableRow | undefined;
  for (;;) {
    if (stored !== undefined && move.isOther(old, stored)) return "occupied";
    if (stored !== undefined && keep === undefined) return { pair: stored };
    outcome = stored === undefined ? "moved" : `kept-${keep ?? "old"}`;
    if (outcome === "kept-new") {
      if (await move.write(to, [hidden])) break;
    } else {
      if (!(await move.prepare(row, old))) return "taken";
      const indexRows = await move.indexWrites(to, { after: row, before: stored ? [stored] : [] });
      if (indexRows === undefined) return "taken";
      const shown = stored === undefined ? { insert: row } : { replace: row, ifMatch: stored.$etag };
      if (await move.write(to, [shown, hidden, ...indexRows])) break;
    }
    stored = await to.get(row, { signal });
    // The new row is read before the hidden row. If the copy still waits in the hidden row, no run has stored it as the new row.
    const waiting = await to.get(hiddenKeys(copy), { signal });
    if (waiting?.$etag !== copy.$etag) break;
  }
  await from.delete(receiptKeys(copy), { ifMatch: "*", signal });
  return outcome;
}
