import { createSignal } from "solid-js";
import type { Outcome } from "../../src/contract/changes.js";
import type { Row, RowId } from "../../src/contract/rows.js";
import type { StagedChange } from "../state/staged-change.js";

/** Row that was just written; `row` is undefined if it was deleted. */
export interface WrittenRow {
  readonly table: string;
  readonly id: RowId;
  readonly row: Row | undefined;
  readonly isNew: boolean;
}

const [written, setWritten] = createSignal<readonly WrittenRow[]>([]);

export { written };

const [changedAll, setChangedAll] = createSignal(0);

/** Number of writes that ended without the rows that they left, so that these have to be read again. */
export { changedAll };

export function noteChangedAll(): void {
  setChangedAll((count) => count + 1);
}

/** Records the rows that the last attempt has written, so that the grid can show them. */
export function noteWritten(sent: readonly StagedChange[], outcomes: readonly Outcome[]): void {
  setWritten(
    sent.flatMap(({ change }, index): WrittenRow[] => {
      const { isWritten, isUnread, row } = outcomes[index] ?? { isWritten: false };
      if (!isWritten || isUnread) return [];
      const { table } = change;
      if (change.kind === "insert") return row === undefined ? [] : [{ table, id: row, row, isNew: true }];
      return [{ table, id: { partitionKey: change.partitionKey, rowKey: change.rowKey }, row, isNew: false }];
    }),
  );
}
