import type { Edit } from "../../src/contract/changes.js";
import type { EdmName, Row } from "../../src/contract/rows.js";
import type { Column } from "../grid/columns.js";
import { stagedText } from "../grid/staged-text.js";
import type { KeyEdit } from "../state/edit-insert.js";
import type { LoadedRow } from "../state/rows.js";
import { staged } from "../state/staged.js";

/** Returns the edit that gives a cell a text. @param text undefined to remove the property */
export function editOf(table: string, row: Row, column: Column, text: string | undefined): Edit {
  if (column.property !== undefined) return { field: column.property.name, text };
  const type = stagedText(staged.of(table, row)?.change, column)?.type;
  return { stored: column.title, type: type ?? (`Edm.${column.cellOf(row)?.type ?? "String"}` as EdmName), text };
}

/** Returns the edit of a cell of a new row. A value gets the type that other rows have in its column. */
export function editOfNew(
  row: Row,
  { id, property, title }: Column,
  text: string | undefined,
  others: readonly LoadedRow[],
): Edit | KeyEdit {
  if (property !== undefined) return { field: property.name, text };
  if (id === "$PartitionKey") return { key: "partitionKey", text: text ?? "" };
  if (id === "$RowKey") return { key: "rowKey", text: text ?? "" };
  const typeIn = ({ properties }: Row) => properties.find(([name]) => name === title)?.[1];
  const [type = "Edm.String"] = [row, ...others.map((other) => other.row)].flatMap((each) => typeIn(each) ?? []);
  return { stored: title, type, text };
}
