import type { Change, Edit } from "../../src/contract/changes.js";
import type { EdmName } from "../../src/contract/rows.js";
import type { Column } from "./columns.js";

/** New value that a staged change gives a cell; `text` is undefined if the change removes the property. */
export interface StagedText {
  readonly text: string | undefined;
  /** Edm type of a stored value, which the change may change too. */
  readonly type?: EdmName;
}

/** Returns the value that a staged change gives the cell in a column; undefined if the change does not affect the column. */
export function stagedText(change: Change | undefined, { id, property, title }: Column): StagedText | undefined {
  if (change?.kind !== "update") return undefined;
  const isOfCell = (edit: Edit) =>
    property === undefined ? "stored" in edit && id === `p:${edit.stored}` : "field" in edit && edit.field === title;
  const edit = change.edits.findLast(isOfCell);
  return edit && { text: edit.text, ...("stored" in edit && { type: edit.type }) };
}
