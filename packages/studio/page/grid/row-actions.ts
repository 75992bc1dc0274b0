import type { Row } from "../../src/contract/rows.js";
import type { Column } from "./columns.js";

/** Actions that the user can take on rows in the grid. Rows are given by their position, from 0. */
export interface RowActions {
  readonly isReadOnly: boolean;
  open(position: number): void;
  /** Stages a new value for a cell; undefined removes the property. */
  edit(row: Row, column: Column, text: string | undefined): void;
  /** Stages the deletion of the selected rows. Reads those that are not in memory first. */
  remove(): Promise<void>;
  copy(position: number, column: Column | undefined): void;
}

/** Returns true if the user can edit a cell in the grid. */
export function isEditable({ isReadOnly }: RowActions, row: Row | undefined, column: Column | undefined): boolean {
  return !isReadOnly && row !== undefined && column?.isEditable === true;
}
