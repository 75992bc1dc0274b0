import { isSameText } from "../values/line-breaks.js";
import { parseCells } from "../values/parse-cells.js";

/** Texts of cells, by row. Undefined leaves the cell as it is into which it is pasted. */
export type CopiedCells = readonly (readonly (string | undefined)[])[];

let copied: { readonly text: string; readonly cells: CopiedCells } | undefined;

/** Remembers which cells a text is that is copied, because the text does not say it: a cell of its own may have tabs and line breaks. */
export function noteCopied(text: string, cells: CopiedCells): void {
  copied = { text, cells };
}

/**
 * Returns the cells of a text to paste: those that were copied here if it is their text, and otherwise those of a sheet. Some systems give a
 * copied text other line breaks.
 * @param isDocument true if a text from elsewhere is one cell, whatever its tabs and line breaks
 */
export function cellsToPaste(text: string, isDocument: boolean): CopiedCells {
  if (copied !== undefined && isSameText(copied.text, text)) return copied.cells;
  return isDocument ? [[text]] : parseCells(text);
}
