import { isTableError, type StoredTableRow, type TableClient, type TableRow, type Written } from "@tablewright/runtime";
import { computeHash, readMoveMarker, withMoveMarker, withoutMoveMarker } from "../../../rows/move-marker.js";
import { hasSameKeys } from "../../../rows/row-keys.js";
import type { RowChange } from "../find-row-change.js";
import type { IndexRowPosition, IndexRowWriter } from "./index-row-writer.js";
import {
  deleteUnlessChanged,
  insertUnlessThere,
  isOvertaken,
  isUnknown,
  replaceUnlessChanged,
} from "./write-unless-changed.js";

/** Row to keep after a conflict: the one under the old keys, or the one under the new keys. */
export type Keep = "old" | "new";

/** Source table, destination table and functions that a move of a row needs. */
export interface Move {
  readonly from: TableClient;
  readonly to: TableClient;
  /** Writes the index rows; undefined for an entity without indexes. */
  readonly entries?: IndexRowWriter | undefined;
  readonly signal: AbortSignal;
  /** True if the old row stays after it is copied, so that the move can be undone. */
  readonly keepsFormer?: boolean;
  changeOf(row: StoredTableRow): RowChange;
  /** Returns whether the row stored under the new keys of `row` belongs to another entity. */
  isOther(row: StoredTableRow, stored: StoredTableRow): boolean;
  /** In one transaction, inserts a row and deletes an old row of the same partition under its ETag. */
  moveInPartition(row: TableRow, old: StoredTableRow): Promise<void>;
  /** Decides which row to keep after a conflict. Returns undefined to leave both. */
  settle?(old: StoredTableRow, stored: StoredTableRow): Promise<Keep | undefined>;
}

/**
 * Outcome of moving a row. Both rows stay after `conflict` and `occupied`.
 * - `moved`: the row is stored under its new keys.
 * - `old-row-missing`: moved, but the old row was already missing when it was to be deleted. A program deleted it, or the request arrived
 *   twice, e.g. because the first response was lost.
 * - `conflict`: a program with the former definition changed the old row, and one with the new definition changed the row under the new
 *   keys.
 * - `occupied`: another entity has the new keys.
 * - `taken`: another entity has the same values in a unique index. The old row stays.
 * - `gone`: another program has moved or deleted the row, or the copy was already there and the old row is to stay.
 */
export type MoveOutcome = "moved" | "old-row-missing" | "conflict" | "occupied" | "taken" | "gone";

/** Moves a row to its new keys, by the protocol in the README beside this file. */
export function moveRow(move: Move, row: StoredTableRow): Promise<MoveOutcome> {
  return new RowMove(move, row).run();
}

/**
 * Outcome of writing the copy under the new keys.
 * - `moved`: one transaction inserted the copy and deleted the old row.
 * - `inserted`, `replaced`: the copy was written, and the old row still exists.
 * - `newer`: the row under the new keys equals the copy, is newer, or is the one to keep in a conflict.
 * - `outdated`: a row has changed in the meantime, or the outcome of a write is unknown, so the move starts again.
 * - `conflict`, `occupied`: as in {@link MoveOutcome}.
 */
type CopyState = "moved" | "inserted" | "replaced" | "newer" | "outdated" | "conflict" | "occupied";

/**
 * Compares the row stored under the new keys with the old row. Returns `copy` if it is an unchanged copy of an earlier version of the old
 * row, and `newer` if it equals the old row or is newer.
 */
export function findStoredState(
  { from, isOther }: Pick<Move, "from" | "isOther">,
  old: StoredTableRow,
  copy: TableRow,
  stored: StoredTableRow,
): "newer" | "copy" | "conflict" | "occupied" {
  const mark = readMoveMarker(stored);
  // If the move marker names another old row than this one, the stored row is the copy of that other row.
  if (mark !== undefined && !(mark.table === from.name && hasSameKeys(mark, old))) return "occupied";
  const [content, wanted] = [computeHash(stored), computeHash(copy)];
  // The stored row equals the copy, or it was copied from the current content of the old row and a program has changed it since.
  if (content === wanted || mark?.hash === wanted) return "newer";
  if (content === mark?.hash) return "copy";
  return mark === undefined && isOther(old, stored) ? "occupied" : "conflict";
}

class RowMove {
  readonly #move: Move;
  #old: StoredTableRow;
  /** Copy as this move last wrote it; undefined if this move did not insert it, or if another program has written it since. */
  #own: Written | undefined;
  /** True if this move sent a request to delete the old row and the outcome is unknown. */
  #mayBeDeleted = false;
  /** Positions of index rows to delete at the end of the move if they belong to no entity any more. */
  readonly #places: IndexRowPosition[] = [];

  constructor(move: Move, row: StoredTableRow) {
    this.#move = move;
    this.#old = row;
  }

  async run(): Promise<MoveOutcome> {
    const { from, entries, signal, changeOf, keepsFormer } = this.#move;
    for (;;) {
      const change = changeOf(this.#old);
      if (change.kind !== "move") return this.#end("conflict");
      this.#places.push(...(entries?.placesOf(change.row) ?? []));
      const written = entries === undefined ? [] : await entries.write(change.row, [change.row, this.#old]);
      if (written === undefined) return this.#end("taken");
      const copied = await this.#copy(change.row);
      if (copied === "moved" || copied === "inserted" || copied === "replaced") await entries?.renewETags(written);
      if (copied === "moved") return this.#end("moved");
      if (keepsFormer && copied === "newer") return this.#end("gone");
      if (keepsFormer && (copied === "inserted" || copied === "replaced")) return this.#end("moved");
      const isKept = copied === "conflict" || copied === "occupied";
      // This move requests the deletion of the old row only after it has found the row here. If the row is missing before any such
      // request, another program has deleted it.
      const now = await from.get(this.#old, { signal });
      if (now === undefined) return this.#mayBeDeleted ? this.#finish(change.row) : this.#giveUp(change.row);
      if (now.$etag !== this.#old.$etag || copied === "outdated") {
        this.#old = now;
        continue;
      }
      if (isKept) return this.#end(copied);
      const deletion = await deleteUnlessChanged(from, this.#old, signal);
      if (deletion === "deleted") return this.#finish(change.row);
      if (deletion === "missing") return this.#finish(change.row, this.#own === undefined ? "gone" : "old-row-missing");
      if (deletion === "unknown") this.#mayBeDeleted = true;
    }
  }

  async #copy(row: TableRow): Promise<CopyState> {
    const { to, from, signal } = this.#move;
    if (this.#isOneTransaction(row)) {
      const moved = await this.#moveInPartition(row);
      if (moved !== undefined) return moved;
    }
    const copy = withMoveMarker(row, from.name, this.#old);
    const inserted = await insertUnlessThere(to, copy, signal);
    if (inserted !== undefined) {
      this.#own = inserted;
      return "inserted";
    }
    const found = await to.get(copy, { signal });
    return found === undefined ? "outdated" : this.#copyOver(copy, found);
  }

  #isOneTransaction({ partitionKey }: TableRow): boolean {
    const { from, to, keepsFormer } = this.#move;
    return keepsFormer !== true && from.name === to.name && partitionKey === this.#old.partitionKey;
  }

  /** Moves the row within its partition in one transaction. @returns undefined if there is already a row under the new keys */
  async #moveInPartition(row: TableRow): Promise<"moved" | "outdated" | undefined> {
    try {
      await this.#move.moveInPartition(row, this.#old);
      return "moved";
    } catch (error) {
      if (isTableError(error, "entity.already-exists")) return undefined;
      if (isUnknown(error)) this.#mayBeDeleted = true;
      else if (!isOvertaken(error)) throw error;
      return "outdated";
    }
  }

  /** Replaces the row under the new keys (`found`) by the copy if that loses no change, or if the user keeps the old row of a conflict. */
  async #copyOver(copy: TableRow, found: StoredTableRow): Promise<CopyState> {
    const { entries, settle } = this.#move;
    const state = findStoredState(this.#move, this.#old, copy, found);
    const kept = state === "conflict" ? await settle?.(this.#old, found) : undefined;
    if (state === "newer" || kept === "new") {
      // A row is stored under the new keys already, and differs from the copy of the old row. Its index rows must have its values,
      // not those of the copy.
      if (computeHash(found) !== computeHash(copy)) await entries?.write(found, [found, this.#old]);
      if (kept === "new" || this.#move.keepsFormer) return "newer";
      // Writes the copy again if another move inserted it. The copy's new ETag shows the other move that this one has taken over.
      const isOfAnother = computeHash(found) === readMoveMarker(found)?.hash && found.$etag !== this.#own?.$etag;
      return !isOfAnother || (await this.#replace(copy, found)) ? "newer" : "outdated";
    }
    if (state !== "copy" && kept !== "old") return state;
    if (!(await this.#isCurrent()) || !(await this.#replace(copy, found))) return "outdated";
    this.#places.push(...(entries?.placesOf(found) ?? []));
    return "replaced";
  }

  async #replace(copy: TableRow, found: StoredTableRow): Promise<boolean> {
    const { to, signal } = this.#move;
    const written = await replaceUnlessChanged(to, copy, found, signal);
    this.#own = found.$etag === this.#own?.$etag ? written : undefined;
    return written !== undefined;
  }

  /** Returns whether the old row still has the version that the copy was made from. */
  async #isCurrent(): Promise<boolean> {
    const { from, signal } = this.#move;
    return (await from.get(this.#old, { signal }))?.$etag === this.#old.$etag;
  }

  /** Ends the move after the old row is deleted: removes the move marker from the copy. */
  async #finish(row: TableRow, result: MoveOutcome = "moved"): Promise<MoveOutcome> {
    const { to, signal } = this.#move;
    const outcome = await this.#end(result);
    if (this.#own === undefined || !(await replaceUnlessChanged(to, row, this.#own, signal)))
      await this.#removeMark(row);
    return outcome;
  }

  /**
   * Ends the move if another program deleted the old row before this move could. If the copy still is as this move wrote it, no other
   * program has moved the row, so the entity itself was deleted: deletes the copy too.
   */
  async #giveUp(row: TableRow): Promise<MoveOutcome> {
    const { to, signal } = this.#move;
    const deletion = this.#own && (await deleteUnlessChanged(to, { ...row, ...this.#own }, signal));
    if (deletion !== "deleted" && deletion !== "missing") await this.#removeMark(row);
    return this.#end("gone");
  }

  async #end(outcome: MoveOutcome): Promise<MoveOutcome> {
    await this.#move.entries?.deleteUnused(this.#places);
    return outcome;
  }

  /** Removes the move marker from a copy, even if another program changes the copy at the same time. */
  async #removeMark(row: TableRow): Promise<void> {
    const { to, signal } = this.#move;
    for (;;) {
      const found = await to.get(row, { signal });
      if (found === undefined || readMoveMarker(found) === undefined) return;
      if (await replaceUnlessChanged(to, withoutMoveMarker(found), found, signal)) return;
    }
  }
}
