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

/**
 * Returns the outcome of a change that failed. If another client has changed the row, or has inserted one with the same keys, reads it to
 * show its current version.
 */
export async function describeFailure(
  service: TableServiceView,
  project: StudioProject,
  ready: ReadyChange,
  error: unknown,
): Promise<Outcome> {
  if (!isTableError(error)) throw error;
  const isUnknown = "outcome" in error && error.outcome === "unknown";
  const conflict = await findConflict(service, project, ready, [error]);
  return conflict ?? { isWritten: false, problem: describeProblem(error), ...(isUnknown && { isUnknown }) };
}

/**
 * Returns the outcome of a change that was not written because another one of its transaction failed. After a conflict, reads its row too,
 * because another client may have changed several rows, and the service reports the first one only.
 * @param failures errors of the transaction, by change
 */
export async function describeUnwritten(
  service: TableServiceView,
  project: StudioProject,
  ready: ReadyChange,
  failures: readonly unknown[],
): Promise<Outcome> {
  return (await findConflict(service, project, ready, failures)) ?? { isWritten: false };
}

/**
 * Reads the row of a change that was not written, unless the errors rule out a conflict. Returns the outcome if the row is another one than
 * the change expects: for an insert, if there is any. If it cannot be read, what was written with the same call still has its outcome.
 */
async function findConflict(
  service: TableServiceView,
  project: StudioProject,
  { change, id }: ReadyChange,
  errors: readonly unknown[],
): Promise<Outcome | undefined> {
  const expected = change.kind === "insert" ? undefined : change.etag;
  if (!errors.some(change.kind === "insert" ? isInTheWay : isConflict)) return undefined;
  try {
    const current = await service.table(change.table).get(id);
    return current?.$etag === expected ? undefined : describeConflict(project, change, current);
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

/** Returns whether an insert was rejected because there is a row with its keys, or with those of one of its index rows. */
function isInTheWay(error: unknown): boolean {
  return isTableError(error, "entity.already-exists");
}

/** Returns whether a write was rejected because another client has changed or deleted the row since it was read. */
function isConflict(error: unknown): boolean {
  return isTableError(error, "entity.condition-not-met") || isTableError(error, "entity.not-found");
}

function describeConflict(project: StudioProject, { table }: Change, row: StoredTableRow | undefined): Outcome {
  const current = row && viewRow(project, table, row);
  return { isWritten: false, isConflict: true, ...(current !== undefined && { current }) };
}
