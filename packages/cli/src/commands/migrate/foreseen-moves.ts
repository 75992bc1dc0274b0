import { createHash } from "node:crypto";
import type { EntityId, StoredTableRow, TableRow } from "@tablewright/runtime";
import { readRow } from "../../rows/read-row.js";
import type { NeededPlaces } from "./move/index-row-writes.js";
import type { Move, MoveOutcome } from "./move/move-row.js";

/** Predicts the outcomes of moves in a dry run. Records the keys that moved rows would get, because a dry run does not write the rows. */
export class ForeseenMoves {
  /** Hashes of the keys of all rows that moves predicted so far would write, 16 bytes each. */
  readonly #keys = new Set<string>();

  /**
   * Predicts the outcome of moving a row.
   * @param row the old row, or its pending copy
   * @param moved the row after the move
   */
  async outcomeOf(
    { to, isOther, keep, signal }: Pick<Move, "to" | "isOther" | "keep" | "signal">,
    row: StoredTableRow,
    moved: TableRow,
    { isTaken, unique }: NeededPlaces,
  ): Promise<MoveOutcome> {
    if (!this.#add(to.name, moved)) return "occupied";
    const stored = await readRow(to, moved, signal);
    if (stored !== undefined && isOther(row, stored)) return "occupied";
    if (stored !== undefined && keep !== "old") return keep === undefined ? { pair: stored } : "kept-new";
    const isFree = unique.every((place) => this.#add(place.table, place));
    if (!isFree || (await isTaken())) return "taken";
    return stored === undefined ? "moved" : "kept-old";
  }

  /** Records the keys of a row. @returns false if they were recorded before */
  #add(table: string, { partitionKey, rowKey }: EntityId): boolean {
    const text = JSON.stringify([table, partitionKey, rowKey]);
    const key = createHash("sha256").update(text).digest().toString("latin1", 0, 16);
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    return true;
  }
}
