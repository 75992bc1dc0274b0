import type { Row } from "../../src/contract/rows.js";
import { textAfter } from "../values/text-after.js";
import { type Column, fieldText } from "./columns.js";
import type { StagedText } from "./staged-text.js";

/** Texts of a cell that can be edited; undefined for no value. */
interface CellTexts {
  /** Text that the row has. */
  readonly own: string | undefined;
  /** Text with what is staged, which an edit replaces. */
  readonly before: string | undefined;
}

/** Returns the texts of a cell. @param staged staged text of the cell; undefined if none is staged */
export function cellTexts(row: Row, column: Column, staged: StagedText | undefined): CellTexts {
  const own = column.property === undefined ? column.cellOf(row)?.text : fieldText(row, column.property);
  return { own, before: staged === undefined ? own : staged.text };
}

/** Returns the value that a text means which is typed or pasted into a cell; undefined for no value. */
export function meantText({ property }: Column, { own, before }: CellTexts, text: string): string | undefined {
  return property === undefined ? text : textAfter(property, own, before, text);
}
