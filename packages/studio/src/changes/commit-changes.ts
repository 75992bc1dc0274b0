import { isTableError, type StoredTableRow, type TableServiceView } from "@tablewright/runtime";
import { keyOf } from "@tablewright/runtime/codegen/v1";
import type { Change, Outcome, Outcomes } from "../contract/changes.js";
import type { RowId } from "../contract/rows.js";
import type { StudioProject } from "../project/studio-project.js";
import { viewRow } from "../rows/view-row.js";
import { type PlannedChange, planChange } from "./plan-change.js";
import { type ReadyChange, writeRow } from "./write-row.js";
import { findSharedPartition, writeTogether } from "./write-together.js";

/** Maximum number of requests in flight. */
const concurrency = 8;

/**
 * Writes changes on condition that each row still has the ETag that was read: as one transaction if all rows are entities in one partition,
 * otherwise each row separately. If a change is invalid, or a row of the transaction has changed since it was read, writes nothing.
 */
export async function commitChanges(
  service: TableServiceView,
  project: StudioProject,
  changes: readonly Change[],
): Promise<Outcomes> {
  const plans = changes.map((change) => planChange(service, project.schemas, change));
  const planned = plans.flatMap((plan) => plan.planned ?? []);
  if (planned.length < changes.length) {
    const outcomes = plans.map(({ problems: [problem] }) => ({ isWritten: false, ...(problem && { problem }) }));
    return { mode: "rows", outcomes };
  }
  const read = await mapInOrder(planned, concurrency, (plan) => readBefore(service, plan));
  const ready = planned.map((plan, index): ReadyChange => ({ ...plan, before: read[index] }));
  const partition = findSharedPartition(project, ready);
  if (partition === undefined) {
    const outcomes = await mapInOrder(ready, concurrency, (each) => written(service, project, each));
    return { mode: "rows", outcomes };
  }
  const stale = ready.map(isStale);
  if (stale.includes(true)) {
    const outcomes = ready.map((each, index) => (stale[index] ? conflict(project, each) : { isWritten: false }));
    return { mode: "transaction", outcomes };
  }
  const failures = await writeTogether(service, partition, ready);
  const outcomes = await mapInOrder(ready, concurrency, (each, index) =>
    failures === undefined ? stored(service, project, each) : explain(service, project, each, failures[index]),
  );
  return { mode: "transaction", outcomes };
}

async function readBefore(service: TableServiceView, { change }: PlannedChange): Promise<StoredTableRow | undefined> {
  if (change.kind === "insert") return undefined;
  const { table, partitionKey, rowKey } = change;
  return await service.table(table).get({ partitionKey, rowKey });
}

function isStale({ change, before }: ReadyChange): boolean {
  return change.kind !== "insert" && before?.$etag !== change.etag;
}

async function written(service: TableServiceView, project: StudioProject, ready: ReadyChange): Promise<Outcome> {
  try {
    await writeRow(service, ready);
    return await stored(service, project, ready);
  } catch (error) {
    return await explain(service, project, ready, error);
  }
}

/** Returns the outcome of a change that succeeded, with the row as it is now stored; without a row after a deletion. */
async function stored(service: TableServiceView, project: StudioProject, ready: ReadyChange): Promise<Outcome> {
  const { kind, table } = ready.change;
  if (kind === "delete") return { isWritten: true };
  const row = await service.table(table).get(idOf(ready));
  return { isWritten: true, ...(row !== undefined && { row: viewRow(project, table, row) }) };
}

/** Returns the outcome of a change that failed. If another client has changed the row, reads the row again to show its current version. */
async function explain(
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
  return { ...conflict(project, { ...ready, before }), problem };
}

function conflict(project: StudioProject, { change, before }: ReadyChange): Outcome {
  const current = before && viewRow(project, change.table, before);
  return { isWritten: false, isConflict: true, ...(current !== undefined && { current }) };
}

/** Returns the keys of the row that a change writes. The keys of a new entity are computed from its values. */
function idOf({ change, ...ready }: ReadyChange): RowId {
  if (change.kind !== "insert") return change;
  if (ready.schema !== undefined) return keyOf(ready.schema, ready.values);
  return { partitionKey: change.partitionKey ?? "", rowKey: change.rowKey ?? "" };
}

/** Runs work for all items, at most `concurrency` at a time, and returns the results in the order of the items. */
async function mapInOrder<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
}
