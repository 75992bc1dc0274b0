import type { StoredTableRow, TableRow, TableServiceView } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import type { Change, CheckedChange, NewRowView } from "../contract/changes.js";
import type { StudioProject } from "../project/studio-project.js";
import { viewRow } from "../rows/view-row.js";
import { type PlannedChange, planChange } from "./plan-change.js";

/** Checks a change as far as this needs no request. For a row to insert, also returns the row that would be stored. */
export function checkChange(service: TableServiceView, project: StudioProject, change: Change): CheckedChange {
  const { problems, id, planned } = planChange(service, project.schemas, change);
  const row = planned?.change.kind === "insert" ? viewNewRow(project, planned) : undefined;
  return { problems, ...(id !== undefined && { id }), ...(row !== undefined && { row }) };
}

/**
 * Returns the row that an insert would store. The findings of an entity that is given by its values are left out: the client adds what it
 * lacks, such as times.
 */
function viewNewRow(
  project: StudioProject,
  { change: { table }, id, schema, values, stored }: PlannedChange,
): NewRowView {
  const properties = { ...(values !== undefined && kindOf(schema)), ...stored } as TableRow["properties"];
  const row = { ...id, properties, $etag: "", $timestamp: new Date(0) } as unknown as StoredTableRow;
  const { etag: _etag, timestamp: _timestamp, findings, ...view } = viewRow(project, table, row);
  return { ...view, ...(values === undefined && findings !== undefined && { findings }) };
}

/** Returns the stored kind of an entity as a property; none if its rows are told by their keys. */
function kindOf(schema: PlannedChange["schema"]): TableRow["properties"] {
  return schema?.kindProperty === undefined ? {} : { [schema.kindProperty]: edm.string(schema.kind) };
}
