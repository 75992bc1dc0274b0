import { isTableError, type StoredTableRow, type TableServiceView } from "@tablewright/runtime";
import type { Change, Outcome } from "../contract/changes.js";
import type { StudioProject } from "../project/studio-project.js";
import { viewRow } from "../rows/view-row.js";
import { describeProblem } from "./plan-change.js";
import type { ReadyChange } from "./prepare-write.js";

/**
 * Returns the outcome of a change that succeeded, with the row as it is now stored; without a row after a deletion.
 * @param etag the ETag that the write returned
 */
export async function describeSuccess(
  service: TableServiceView,
  project: StudioProject,
  ready: ReadyChange,
  etag: string | undefined,
): Promise<Outcome> {
  const { kind, table } = ready.change;
  if (kind === "delete") return { isWritten: true };
  try {
    const row = await service.table(table).get(ready.id);
    if (row === undefined) return { isWritten: true };
    const isOwn = etag === undefined || etag === row.$etag;
    return {
      isWritten: true,
      row: viewRow(project, table, row),
      ...(!isOwn && { wrote: { etag, names: Object.keys(ready.stored) } }),
    };
  } catch (error) {
    if (isTableError(error)) return { isWritten: true, isUnread: true };
    throw error;
  }
}

/** Returns the outcome of a change that failed. If another client has changed the row, reads the row again to show its current version. */
export async function describeFailure(
  service: TableServiceView,
  project: StudioProject,
  { change, id }: ReadyChange,
  error: unknown,
): Promise<Outcome> {
  if (!isTableError(error)) throw error;
  const isUnknown = "outcome" in error && error.outcome === "unknown";
  const failure = { isWritten: false, problem: describeProblem(error), ...(isUnknown && { isUnknown }) };
  if (change.kind === "insert" || !isConflict(error)) return failure;
  const current = await service.table(change.table).get(id);
  return current?.$etag === change.etag ? failure : describeConflict(project, change, current);
}

/**
 * Returns the outcome of a change that was not written because another one of its transaction failed. After a conflict, reads its row too,
 * because another client may have changed several rows, and the service reports the first one only.
 * @param failures errors of the transaction, by change
 */
export async function describeUnwritten(
  service: TableServiceView,
  project: StudioProject,
  { change, id }: ReadyChange,
  failures: readonly unknown[],
): Promise<Outcome> {
  if (change.kind === "insert" || !failures.some(isConflict)) return { isWritten: false };
  const current = await service.table(change.table).get(id);
  return current?.$etag === change.etag ? { isWritten: false } : describeConflict(project, change, current);
}

/** Returns whether a write was rejected because another client has changed or deleted the row since it was read. */
function isConflict(error: unknown): boolean {
  return isTableError(error, "entity.condition-not-met") || isTableError(error, "entity.not-found");
}

function describeConflict(project: StudioProject, { table }: Change, row: StoredTableRow | undefined): Outcome {
  const current = row && viewRow(project, table, row);
  return { isWritten: false, isConflict: true, ...(current !== undefined && { current }) };
}
