import type { Row } from "../../src/contract/rows.js";
import type { Column } from "../grid/columns.js";
import type { StagedText } from "../grid/staged-text.js";
import { notify } from "../state/notices.js";
import { rowsText } from "../state/work.js";
import { type CopiedCells, noteCopied } from "./copied-cells.js";
import { copyText, formatRows } from "./copy-text.js";

/** Copies the text of a cell as the grid shows it, unless its value is masked. @param staged staged text of the cell */
export async function copyCell(row: Row, column: Column | undefined, staged: StagedText | undefined): Promise<void> {
  const cell = column?.cellOf(row);
  if (staged === undefined && cell?.isMasked) {
    notify(`The value is hidden, so it was not copied. Show ${column?.title} in the row first.`, "error");
    return;
  }
  const text = (staged === undefined ? cell?.text : staged.text) ?? "";
  noteCopied(text, [[text]]);
  await copyText(text, "Cell");
}

/** Copies rows for a sheet, with a header, or as CSV or JSON, without the values that are masked. */
export async function copyRows(
  columns: readonly Column[],
  rows: readonly Row[],
  format: "csv" | "json" | "tsv",
): Promise<void> {
  const text = formatRows(columns, rows, format);
  // Elsewhere JSON is a document.
  if (format !== "json") noteCopied(text, cellsOf(columns, rows));
  const hasMasked = rows.some((row) => columns.some((column) => column.cellOf(row)?.isMasked));
  await copyText(text, hasMasked ? `${rowsText(rows.length)} without hidden values` : rowsText(rows.length));
}

/** Returns the cells of rows without their header, and without what cannot be pasted into any row. */
function cellsOf(columns: readonly Column[], rows: readonly Row[]): CopiedCells {
  return rows.map((row) =>
    columns.map((column) => {
      const cell = column.cellOf(row);
      const isFixed = column.id === "$timestamp" || column.property?.isStamp === true;
      return isFixed || cell?.isMasked ? undefined : (cell?.text ?? "");
    }),
  );
}
