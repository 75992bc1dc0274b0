import type { Row } from "../../src/contract/rows.js";
import { isNewRow } from "../state/new-row.js";
import type { Rows } from "../state/rows.js";
import { cellTexts } from "./cell-texts.js";
import type { Column } from "./columns.js";
import { isEditable, type RowActions } from "./row-actions.js";
import type { StagedText } from "./staged-text.js";

/** Cell whose editor is open, with what it showed when it was opened. */
export interface OpenCell {
  readonly row: Row;
  readonly column: Column;
  /** Position of the row at that time. */
  readonly position: number;
  readonly staged: StagedText | undefined;
  /** Text that the user began to type over the cell; undefined to edit its value. */
  readonly typed: string | undefined;
}

/**
 * Returns where the row of an open editor is now, because others may have been inserted above it or deleted since. Without a row, it is not
 * in memory.
 * @param isStaged returns whether a new row still waits; if not, it was written, and is a stored one now
 */
export function findOpen(
  { row: own, position }: OpenCell,
  rows: Rows,
  isStaged: (row: Row) => boolean,
): { readonly position: number; readonly row: Row | undefined } {
  const stagedId = isNewRow(own) && isStaged(own) ? own.stagedId : undefined;
  const isOwn = (row: Row | undefined): boolean => {
    if (row === undefined) return false;
    if (stagedId !== undefined) return isNewRow(row) && row.stagedId === stagedId;
    return !isNewRow(row) && row.partitionKey === own.partitionKey && row.rowKey === own.rowKey;
  };
  const there = rows.row(position);
  if (isOwn(there)) return { position, row: there };
  return rows.loaded().find(({ row }) => isOwn(row)) ?? { position, row: undefined };
}

/**
 * Returns the version of the row that an edit is of: the latest one, unless its cell has another text than the one that the user edited.
 * Undefined for a new row that was written meanwhile, if its cell cannot change anymore or it is not in memory.
 * @param latest the row as it is now; undefined if it is not in memory
 */
export function versionOf(
  { row: own, column, staged }: OpenCell,
  latest: Row | undefined,
  actions: RowActions,
): Row | undefined {
  if (isNewRow(own)) return isEditable(actions, latest, column) ? latest : undefined;
  const { before } = cellTexts(own, column, staged);
  return latest !== undefined && cellTexts(latest, column, undefined).own === before ? latest : own;
}
