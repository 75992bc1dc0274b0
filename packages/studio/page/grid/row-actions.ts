import type { Row } from "../../src/contract/rows.js";
import { isNewRow, type NewRow } from "../state/new-row.js";
import type { Column } from "./columns.js";

/** Actions that the user can take on rows in the grid. Rows are given by their position, from 0. */
export interface RowActions {
  readonly isReadOnly: boolean;
  open(position: number): void;
  /** Stages a new value for a cell; undefined removes the property. */
  edit(row: Row, column: Column, text: string | undefined): void;
  /** Stages the values of a text for the active cell, and for those beside and below it if the text has several cells. */
  paste(text: string): void;
  /** Stages a new row with the defaults of the definition, and goes to it. */
  insert(): void;
  /** Stages the deletion of the selected rows, and discards new ones. Reads those that are not in memory first. */
  remove(): Promise<void>;
  copy(position: number, column: Column | undefined): void;
}

/** Returns true if the user can edit a cell in the grid. */
export function isEditable({ isReadOnly }: RowActions, row: Row | undefined, column: Column | undefined): boolean {
  if (isReadOnly || row === undefined || column === undefined) return false;
  return isNewRow(row) ? isEditableInNew(row, column) : column.isEditable;
}

/** Returns whether a new row may get another value: also for its keys, and for what is written by the insert alone. */
function isEditableInNew({ isStored }: NewRow, { id, isKey, property }: Column): boolean {
  return property === undefined ? isStored && id !== "$timestamp" : !property.isStamp && !(isStored && isKey);
}
