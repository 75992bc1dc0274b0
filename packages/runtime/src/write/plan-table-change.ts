import type { EdmValue } from "../codec/edm/edm-value.js";
import { idOf } from "../codec/system-properties.js";
import { Write } from "../rest/write.js";
import { decodeTableRow, type StoredTableRow } from "../rows/table-row.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { Limits } from "../schema/limits.js";
import { checkPropertyName } from "../schema/property-name.js";
import { type ChangeMethod, checkChange } from "./check-change.js";
import { holdsValue, type TableRows, type TableRowTypes } from "./row-encoder.js";
import { checkIfMatch } from "./write-options.js";

/** Changes that `modify` or `updateWhere` writes to a row of a table without an entity definition. */
export interface TableChange {
  /** New values of properties. The other properties of the row keep theirs. */
  readonly set?: TableRowTypes["merge"];
  /** Stored names of properties to remove. */
  readonly unset?: readonly string[];
}

/** Function that returns the changes to a row; undefined leaves the row as it is. */
export type MakeTableChange = (current: StoredTableRow) => TableChange | undefined | Promise<TableChange | undefined>;

/**
 * Calls the callback with the row and plans the write of the changes that it returns, under the ETag that was read. Returns undefined if
 * there are none.
 */
export async function planTableChange(
  rows: TableRows,
  limits: Limits,
  method: ChangeMethod,
  row: EntityPayload,
  change: MakeTableChange,
): Promise<Write | undefined> {
  const changes = await change(decodeTableRow(rows.name, row));
  if (!changes) return undefined;
  checkChange(method, rows.name, changes);
  const { set = {}, unset = [] } = changes;
  for (const name of unset) checkPropertyName(rows.name, name, limits);
  if (unset.length === 0 && !holdsValue(set)) return undefined;
  const id = idOf(row);
  const ifMatch = checkIfMatch(rows.name, row["odata.etag"]);
  if (unset.length === 0) return new Write("merge", rows, rows.encodeChanges(id, set, limits), ifMatch);
  const properties = changed(decodeTableRow(rows.name, row), set, unset);
  return new Write("replace", rows, rows.encodeRow("replace", { ...id, properties }, limits), ifMatch);
}

function changed(
  { properties }: StoredTableRow,
  set: TableRowTypes["merge"],
  unset: readonly string[],
): Record<string, EdmValue> {
  const removed = new Set(unset);
  const values = Object.create(null) as Record<string, EdmValue>;
  for (const [name, value] of Object.entries(properties)) if (!removed.has(name)) values[name] = value;
  for (const [name, value] of Object.entries(set)) if (value !== undefined && value !== null) values[name] = value;
  return values;
}
