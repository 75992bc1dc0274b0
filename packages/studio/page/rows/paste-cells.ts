import type { Edit } from "../../src/contract/changes.js";
import type { Row } from "../../src/contract/rows.js";
import { cellTexts, meantText } from "../grid/cell-texts.js";
import type { Column } from "../grid/columns.js";
import { isEditable, type RowActions } from "../grid/row-actions.js";
import { stagedText } from "../grid/staged-text.js";
import { isNewRow } from "../state/new-row.js";
import { notify } from "../state/notices.js";
import { type EditedRow, type Place, staged } from "../state/staged.js";
import { type CopiedCells, cellsToPaste } from "./copied-cells.js";
import { editOf, editOfNew } from "./edit-of-cell.js";
import type { RowContext } from "./row-context.js";

/**
 * Stages the cells of a text: the first one in the active cell, others to the right of it and in the rows below. If one of them cannot
 * change, stages none of them, and says why. The server checks each value as one that was typed.
 */
export function pasteCells(context: RowContext, actions: RowActions, placeOf: (row: Row) => Place, text: string): void {
  const { row, column } = context.selection.active();
  const cells = cellsToPaste(text, context.columns()[column]?.property?.isJson === true);
  const reason = findReason(context, actions, cells);
  if (reason !== undefined) {
    notify(`Nothing was pasted: ${reason}.`, "error");
    return;
  }
  const ofPlaces = new Map<string, [Place, ...EditedRow[]]>();
  for (const [down, line] of cells.entries()) {
    const pasted = context.source()?.row(row + down) as Row;
    if (isNewRow(pasted)) {
      const others = context.source()?.loaded() ?? [];
      const edits = line.flatMap((cell, right) =>
        cell === undefined
          ? []
          : [editOfNew(pasted, context.columns()[column + right] as Column, cell || undefined, others)],
      );
      staged.editNew(pasted, edits);
      continue;
    }
    const place = placeOf(pasted);
    const edits = line.flatMap((cell, right) =>
      cell === undefined ? [] : pastedEdit(place.table, pasted, context.columns()[column + right] as Column, cell),
    );
    const own = ofPlaces.get(JSON.stringify(place)) ?? [place];
    own.push({ row: pasted, edits });
    ofPlaces.set(JSON.stringify(place), own);
  }
  for (const [place, ...edited] of ofPlaces.values()) staged.update(edited, place);
  const count = cells.flat().filter((cell) => cell !== undefined).length;
  if (count > 1) notify(`${count.toLocaleString("en-US")} cells were pasted, for review`);
}

/** Returns why cells cannot be pasted at the active one; undefined if they can. */
function findReason(
  { source, columns, selection }: RowContext,
  actions: RowActions,
  cells: CopiedCells,
): string | undefined {
  const { row: top, column: left } = selection.active();
  for (const [down, line] of cells.entries()) {
    const row = source()?.row(top + down);
    if (row === undefined) return `there is no row ${(top + down + 1).toLocaleString("en-US")}, or it is not read yet`;
    const targets = columns().slice(left, left + line.length);
    if (targets.length < line.length) return `there are no ${line.length} columns from here on`;
    const fixed = targets.find((column, right) => line[right] !== undefined && !isEditable(actions, row, column));
    if (fixed !== undefined) return `${fixed.title} cannot change`;
  }
  return undefined;
}

/** Returns the edit that gives a cell a text, as if it was typed; none for an empty text where there is no value. */
function pastedEdit(table: string, row: Row, column: Column, text: string): readonly Edit[] {
  const texts = cellTexts(row, column, stagedText(staged.of(table, row)?.change, column));
  if (text === "" && texts.before === undefined) return [];
  return [editOf(table, row, column, meantText(column, texts, text))];
}
