import type { Row } from "../../src/contract/rows.js";
import type { Column } from "./columns.js";

/** Actions of the grid on rows. */
export interface RowActions {
  readonly isReadOnly: boolean;
  open(position: number): void;
  /** Stages a new value; undefined removes the property. */
  edit(row: Row, column: Column, text: string | undefined): void;
  remove(positions: readonly number[]): void;
  copy(position: number, column: Column | undefined): void;
}

/** Returns whether a cell can be edited in the grid. */
export function isEditable({ isReadOnly }: RowActions, row: Row | undefined, column: Column | undefined): boolean {
  return !isReadOnly && row !== undefined && column?.isEditable === true;
}
