import type { StoredTableRow, TableClient, TableRow, Written } from "@tablewright/runtime";
import { hashOf, readMark, withMark, withoutMark } from "../../rows/move-mark.js";
import { hasSameKeys } from "../../rows/read-row.js";
import type { RowChange } from "./change-of-row.js";
import type { EntryPlace, IndexRowWriter } from "./index-row-writer.js";
import { deleteUnlessChanged, insertUnlessThere, replaceUnlessChanged } from "./write-unless-changed.js";

/** Source, destination and tools of a move. */
export interface Move {
  readonly from: TableClient;
  readonly to: TableClient;
  /** Absent for an entity without indexes. */
  readonly entries?: IndexRowWriter | undefined;
  readonly signal: AbortSignal;
  changeOf(row: StoredTableRow): RowChange;
  /** Returns whether the row stored under the new keys of `row` belongs to another entity. */
  isOther(row: StoredTableRow, stored: StoredTableRow): boolean;
}

/**
 * `conflict`: programs of both definitions have changed the entity, each in its own row; both rows stay.
 * `occupied`: another entity has the new keys; both rows stay.
 * `taken`: another entity has its values in a unique index.
 * `gone`: another program has moved or deleted the row.
 */
export type MoveOutcome = "moved" | "conflict" | "occupied" | "taken" | "gone";

/** Moves a row under its new keys, by the protocol of the README beside this file. */
export function moveRow(move: Move, row: StoredTableRow): Promise<MoveOutcome> {
  return new RowMove(move, row).run();
}

/** State of the copy: `newer` also if it equals the old row. */
type CopyState = "inserted" | "replaced" | "newer" | "outdated" | "conflict" | "occupied";

/** Determines the state of the row under the new keys. `copy` is an unchanged copy of an earlier version of the old row. */
export function stateOfStored(
  { from, isOther }: Pick<Move, "from" | "isOther">,
  old: StoredTableRow,
  copy: TableRow,
  stored: StoredTableRow,
): "newer" | "copy" | "conflict" | "occupied" {
  const mark = readMark(stored);
  // A row with the marker of another row belongs to that other row.
  if (mark !== undefined && !(mark.table === from.name && hasSameKeys(mark, old))) return "occupied";
  const [content, wanted] = [hashOf(stored), hashOf(copy)];
  // The copy is equal, or was changed since it was made from the old row's current content.
  if (content === wanted || mark?.hash === wanted) return "newer";
  if (content === mark?.hash) return "copy";
  return mark === undefined && isOther(old, stored) ? "occupied" : "conflict";
}

class RowMove {
  readonly #move: Move;
  #old: StoredTableRow;
  /** The copy as this move last wrote it, if no other program has written it since it was inserted here. */
  #own: Written | undefined;
  /** Locations of index rows that may have to be deleted. */
  readonly #places: EntryPlace[] = [];

  constructor(move: Move, row: StoredTableRow) {
    this.#move = move;
    this.#old = row;
  }

  async run(): Promise<MoveOutcome> {
    const { from, entries, signal, changeOf } = this.#move;
    for (;;) {
      const change = changeOf(this.#old);
      if (change.kind !== "move") return this.#end("conflict");
      this.#places.push(...(entries?.placesOf(change.row) ?? []));
      const written = entries === undefined ? [] : await entries.write(change.row, [change.row, this.#old]);
      if (written === undefined) return this.#end("taken");
      const copied = await this.#copy(withMark(change.row, from.name, this.#old));
      if (copied === "inserted" || copied === "replaced") await entries?.hold(written);
      const isKept = copied === "conflict" || copied === "occupied";
      if (isKept && (await this.#isCurrent())) return this.#end(copied);
      if (!isKept && copied !== "outdated") {
        const existed = await deleteUnlessChanged(from, this.#old, signal);
        if (existed !== undefined) return existed ? this.#finish(change.row) : this.#giveUp(change.row);
      }
      const now = await from.get(this.#old, { signal });
      if (now === undefined) return this.#giveUp(change.row);
      this.#old = now;
    }
  }

  async #copy(copy: TableRow): Promise<CopyState> {
    const { to, signal } = this.#move;
    const inserted = await insertUnlessThere(to, copy, signal);
    if (inserted !== undefined) {
      this.#own = inserted;
      return "inserted";
    }
    const found = await to.get(copy, { signal });
    if (found === undefined) return "outdated";
    const state = stateOfStored(this.#move, this.#old, copy, found);
    if (state === "newer") {
      // From now on, the move that inserted it treats it as another move's copy.
      const isOfAnother = hashOf(found) === readMark(found)?.hash && found.$etag !== this.#own?.$etag;
      return !isOfAnother || (await this.#replace(copy, found)) ? "newer" : "outdated";
    }
    if (state !== "copy") return state;
    if (!(await this.#isCurrent()) || !(await this.#replace(copy, found))) return "outdated";
    this.#places.push(...(this.#move.entries?.placesOf(found) ?? []));
    return "replaced";
  }

  async #replace(copy: TableRow, found: StoredTableRow): Promise<boolean> {
    const { to, signal } = this.#move;
    const written = await replaceUnlessChanged(to, copy, found, signal);
    this.#own = found.$etag === this.#own?.$etag ? written : undefined;
    return written !== undefined;
  }

  /** Returns whether the old row is still the one that the copy was made from. */
  async #isCurrent(): Promise<boolean> {
    const { from, signal } = this.#move;
    return (await from.get(this.#old, { signal }))?.$etag === this.#old.$etag;
  }

  /** Ends the move once the old row is deleted. */
  async #finish(row: TableRow): Promise<MoveOutcome> {
    const { to, signal } = this.#move;
    const outcome = await this.#end("moved");
    if (this.#own === undefined || !(await replaceUnlessChanged(to, row, this.#own, signal)))
      await this.#removeMark(row);
    return outcome;
  }

  /** Handles a missing old row. If only this move knows the copy, a program of the old definition has deleted the entity. */
  async #giveUp(row: TableRow): Promise<MoveOutcome> {
    const { to, signal } = this.#move;
    if (this.#own === undefined || (await deleteUnlessChanged(to, { ...row, ...this.#own }, signal)) === undefined)
      await this.#removeMark(row);
    return this.#end("gone");
  }

  async #end(outcome: MoveOutcome): Promise<MoveOutcome> {
    await this.#move.entries?.deleteUnused(this.#places);
    return outcome;
  }

  /** Removes the marker from a copy that another program may have changed since. */
  async #removeMark(row: TableRow): Promise<void> {
    const { to, signal } = this.#move;
    for (;;) {
      const found = await to.get(row, { signal });
      if (found === undefined || readMark(found) === undefined) return;
      if (await replaceUnlessChanged(to, withoutMark(found), found, signal)) return;
    }
  }
}
