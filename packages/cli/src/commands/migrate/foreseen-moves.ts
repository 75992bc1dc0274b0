import { createHash } from "node:crypto";
import type { EntityId, StoredTableRow, TableRow } from "@tablewright/runtime";
import { readRow } from "../../rows/read-row.js";
import { findStoredState, type Move } from "./move/move-row.js";

/** Predicts the moves of a dry run. Because a dry run writes nothing, this class records the keys that rows would get. */
export class ForeseenMoves {
  /** Hashes of those keys, 16 bytes each. */
  readonly #keys = new Set<string>();

  /**
   * @param row the old row
   * @param moved the row after the move
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
