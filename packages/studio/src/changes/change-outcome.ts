import { isTableError, type TableServiceView } from "@tablewright/runtime";
import { keyOf } from "@tablewright/runtime/codegen/v1";
import type { Outcome } from "../contract/changes.js";
import type { RowId } from "../contract/rows.js";
import type { StudioProject } from "../project/studio-project.js";
import { viewRow } from "../rows/view-row.js";
import type { ReadyChange } from "./write-row.js";

/** Returns the outcome of a change that succeeded, with the row as it is now stored; without a row after a deletion. */
export async function describeSuccess(
  service: TableServiceView,
  project: StudioProject,
  ready: ReadyChange,
): Promise<Outcome> {
  const { kind, table } = ready.change;
  if (kind === "delete") return { isWritten: true };
  const row = await service.table(table).get(idOf(ready));
  return { isWritten: true, ...(row !== undefined && { row: viewRow(project, table, row) }) };
}

/** Returns the outcome of a change that failed. If another client has changed the row, reads the row again to show its current version. */
export async function describeFailure(
  service: TableServiceView,
  project: StudioProject,
  ready: ReadyChange,
  error: unknown,
): Promise<Outcome> {
  if (error === undefined) return { isWritten: false };
  if (!isTableError(error)) throw error;
  const { code, message, property } = error;
  const isConflict = code === "entity.condition-not-met" || code === "entity.not-found";
  const problem = { code, message, ...(property !== undefined && { property }) };
  const isUnknown = "outcome" in error && error.outcome === "unknown";
  if (!isConflict) return { isWritten: false, problem, ...(isUnknown && { isUnknown }) };
  const before = await service.table(ready.change.table).get(idOf(ready));
  return { ...describeConflict(project, { ...ready, before }), problem };
}

/** Returns the outcome of a change whose row was changed since it was read. */
export function describeConflict(project: StudioProject, { change, before }: ReadyChange): Outcome {
  const current = before && viewRow(project, change.table, before);
  return { isWritten: false, isConflict: true, ...(current !== undefined && { current }) };
}

/** Returns the keys of the row that a change writes. The keys of a new entity are computed from its values. */
function idOf({ change, ...ready }: ReadyChange): RowId {
  if (change.kind !== "insert") return change;
  if (ready.schema !== undefined) return keyOf(ready.schema, ready.values);
  return { partitionKey: change.partitionKey ?? "", rowKey: change.rowKey ?? "" };
}
