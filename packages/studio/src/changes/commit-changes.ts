import type { StoredTableRow, TableServiceView } from "@tablewright/runtime";
import type { Change, Outcome, Outcomes } from "../contract/changes.js";
import type { StudioProject } from "../project/studio-project.js";
import { describeConflict, describeFailure, describeSuccess } from "./change-outcome.js";
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
    const outcomes = await mapInOrder(ready, concurrency, (each) => writeOne(service, project, each));
    return { mode: "rows", outcomes };
  }
  const stale = ready.map(isStale);
  if (stale.includes(true)) {
    const outcomes = ready.map((each, index) =>
      stale[index] ? describeConflict(project, each) : { isWritten: false },
    );
    return { mode: "transaction", outcomes };
  }
  const failures = await writeTogether(service, partition, ready);
  const outcomes = await mapInOrder(ready, concurrency, (each, index) =>
    failures === undefined
      ? describeSuccess(service, project, each)
      : describeFailure(service, project, each, failures[index]),
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

async function writeOne(service: TableServiceView, project: StudioProject, ready: ReadyChange): Promise<Outcome> {
  try {
    await writeRow(service, ready);
    return await describeSuccess(service, project, ready);
  } catch (error) {
    return await describeFailure(service, project, ready, error);
  }
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
