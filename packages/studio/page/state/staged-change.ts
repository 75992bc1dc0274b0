import type { Change, ChangeProblem, NewRowView, Outcome } from "../../src/contract/changes.js";
import type { Row, RowId } from "../../src/contract/rows.js";

/** Change that waits for the user's review, with the row as it was read; `before` is undefined for a new row. */
export interface StagedChange {
  readonly id: number;
  readonly change: Change;
  readonly before: Row | undefined;
  /** Row as it will be, for a change that restores a former version. */
  readonly after?: Row | undefined;
  /** True for a change that undoes one that was sent. */
  readonly isUndo?: boolean | undefined;
  /** Problems that the server finds in the change; absent until it has checked the change. */
  readonly problems?: readonly ChangeProblem[];
  /** Keys of a new row, once the server has checked the change. */
  readonly newId?: RowId;
  /** New row as it would be stored, as the server last saw it without problems. */
  readonly row?: NewRowView | undefined;
  /** Result of the last attempt to write the change; absent before the first attempt. */
  readonly outcome?: Outcome;
}

/** Change to stage, with the row as it is before the change. */
export type Prepared = Pick<StagedChange, "change" | "before" | "after" | "isUndo">;
