import { createHash } from "node:crypto";
import type { EntityId, StoredTableRow, TableRow } from "@tablewright/runtime";
import { readRow } from "../../rows/read-row.js";
import { findStoredState, type Move } from "./move/move-row.js";

/** Predicts the outcomes of moves in a dry run. Records the keys that moved rows would get, because a dry run does not write the rows. */
export class ForeseenMoves {
  /** Hashes of the new keys of all moves predicted so far, 16 bytes each. */
  readonly #keys = new Set<string>();

  /**
   * Predicts the outcome of moving a row.
   * @param row the old row
   * @param moved the row after the move
   * @returns `occupied` if another row has the new keys, or gets them in this dry run; `conflict` if the row was changed under both keys
   */
  async outcomeOf(
    move: Pick<Move, "from" | "to" | "isOther" | "signal">,
    row: StoredTableRow,
    moved: TableRow,
  ): Promise<"moved" | "conflict" | "occupied"> {
    const keys = hashOfKeys(moved);
    if (this.#keys.has(keys)) return "occupied";
    this.#keys.add(keys);
    const stored = await readRow(move.to, moved, move.signal);
    const state = stored && findStoredState(move, row, moved, stored);
    return state === "conflict" || state === "occupied" ? state : "moved";
  }
}

function hashOfKeys({ partitionKey, rowKey }: EntityId): string {
  const keys = JSON.stringify([partitionKey, rowKey]);
  return createHash("sha256").update(keys).digest().toString("latin1", 0, 16);
}
