import { isTableError, type TableServiceView } from "@tablewright/runtime";
import type { Outcome } from "../contract/changes.js";
import type { StudioProject } from "../project/studio-project.js";
import { viewRow } from "../rows/view-row.js";
import { describeProblem } from "./plan-change.js";
import type { ReadyChange } from "./prepare-write.js";

/** Returns the outcome of a change that succeeded, with the row as it is now stored; without a row after a deletion. */
export async function describeSuccess(
  service: TableServiceView,
  project: StudioProject,
  ready: ReadyChange,
): Promise<Outcome> {
  const { kind, table } = ready.change;
  if (kind === "delete") return { isWritten: true };
  const row = await service.table(table).get(ready.id);
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
  const { code } = error;
  const isConflict = code === "entity.condition-not-met" || code === "entity.not-found";
  const problem = describeProblem(error);
  const isUnknown = "outcome" in error && error.outcome === "unknown";
  if (!isConflict) return { isWritten: false, problem, ...(isUnknown && { isUnknown }) };
  const before = await service.table(ready.change.table).get(ready.id);
  return { ...describeConflict(project, { ...ready, before }), problem };
}

/** Returns the outcome of a change whose row was changed since it was read. */
export function describeConflict(project: StudioProject, { change, before }: ReadyChange): Outcome {
  const current = before && viewRow(project, change.table, before);
  return { isWritten: false, isConflict: true, ...(current !== undefined && { current }) };
}
