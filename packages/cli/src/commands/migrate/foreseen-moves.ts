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
   * @param check called before the row would be written; throws if the service would reject the row, so that the row's keys stay free
   */
  async outcomeOf(
    { to, isOther, keep, signal }: Pick<Move, "to" | "isOther" | "keep" | "signal">,
    row: StoredTableRow,
    moved: TableRow,
    { isTaken, unique }: NeededPlaces,
    check: () => void,
  ): Promise<MoveOutcome> {
    if (!this.#add(to.name, moved)) return "occupied";
    const stored = await readRow(to, moved, signal);
    if (stored !== undefined && isOther(row, stored)) return "occupied";
    if (stored !== undefined && keep !== "old") return keep === undefined ? { pair: stored } : "kept-new";
    if (await isTaken()) return "taken";
    try {
      check();
    } catch (error) {
      this.#keys.delete(hashOf(to.name, moved));
      throw error;
    }
    if (!unique.every((place) => this.#add(place.table, place))) return "taken";
    return stored === undefined ? "moved" : "kept-old";
  }

  /** Records the keys of a row. @returns false if they were recorded before */
  #add(table: string, id: EntityId): boolean {
    const hash = hashOf(table, id);
    if (this.#keys.has(hash)) return false;
    this.#keys.add(hash);
    return true;
  }
}

function hashOf(table: string, { partitionKey, rowKey }: EntityId): string {
  const text = JSON.stringify([table, partitionKey, rowKey]);
  return createHash("sha256").update(text).digest().toString("latin1", 0, 16);
}
