import type { Edit } from "../../src/contract/changes.js";
import type { EntityInfo } from "../../src/contract/model.js";
import type { Row } from "../../src/contract/rows.js";
import { fieldCell, fieldText } from "../grid/columns.js";
import { isSameText } from "../values/line-breaks.js";

/** Returns whether an edit gives a property the value that the row has already, so that there is nothing to write. */
export function isSameAsRow(row: Row, entity: EntityInfo | undefined, edit: Edit): boolean {
  if ("stored" in edit) {
    const [, type, text] = row.properties.find(([name]) => name === edit.stored) ?? [];
    if (!isSameText(edit.text, text) || (text !== undefined && edit.type !== type)) return false;
    return edit.exact === undefined || edit.exact === row.exact?.find(([name]) => name === edit.stored)?.[1];
  }
  const property = entity?.properties.find(({ name }) => name === edit.field);
  if (property === undefined) return false;
  return edit.text === undefined
    ? fieldCell(row, property) === undefined
    : isSameText(fieldText(row, property), edit.text);
}
