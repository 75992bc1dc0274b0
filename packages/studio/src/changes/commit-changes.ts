import { isTableError, type StoredTableRow, type TableServiceView } from "@tablewright/runtime";
import { type EdmValue, ExactDate } from "@tablewright/runtime/edm";
import type { Outcome, Outcomes, SentChange } from "../contract/changes.js";
import type { StudioProject } from "../project/studio-project.js";
import { parseStored } from "../values/value-text.js";
import { describeFailure, describeSuccess, describeUnwritten } from "./change-outcome.js";
import { planChange } from "./plan-change.js";
import { prepareWrite, type ReadyChange, type Write } from "./prepare-write.js";
import { etagOf } from "./write-entity.js";
import { writeRow } from "./write-row.js";
import { canWriteTogether, writeTogether } from "./write-together.js";

/** Maximum number of requests in flight. */
const concurrency = 8;

/**
 * Writes changes on condition that each row still has the ETag that was read: as one transaction if all rows are in one partition, otherwise
 * each row separately. If a change is invalid, or a row of the transaction has changed since it was read, writes nothing.
 */
export async function commitChanges(
  service: TableServiceView,
  project: StudioProject,
  changes: readonly SentChange[],
): Promise<Outcomes> {
  const plans = changes.map((change) => planChange(service, project.schemas, change));
  const ready = plans.flatMap(({ planned }, index): ReadyChange[] =>
    planned === undefined ? [] : [{ ...planned, before: rowSeen(changes[index] as SentChange) }],
  );
  if (ready.length < changes.length) {
    const outcomes = plans.map(({ problems: [problem] }) => ({ isWritten: false, ...(problem && { problem }) }));
    return { mode: "rows", outcomes };
  }
  const writes = prepareTogether(service, project, ready);
  if (writes === undefined) {
    return { mode: "rows", outcomes: await mapInOrder(ready, (each) => writeOne(service, project, each)) };
  }
  const { failures, etags = [] } = await writeTogether(service, writes);
  const outcomes = await mapInOrder(ready, (each, index) => {
    if (failures === undefined) return describeSuccess(service, project, each, etags[index]);
    const failure = failures[index];
    return failure === undefined
      ? describeUnwritten(service, project, each, failures)
      : describeFailure(service, project, each, failure);
  });
  return { mode: "transaction", outcomes };
}

/**
 * Returns the row of a change as the user saw it, as the client would read it; undefined for an insert.
 * @throws TableError `value.out-of-range` for a text that no row has
 */
function rowSeen(change: SentChange): StoredTableRow | undefined {
  if (change.kind === "insert") return undefined;
  const { table, partitionKey, rowKey, seen } = change;
  const properties: Record<string, EdmValue> = Object.create(null) as never;
  const exact = new Map(seen.exact);
  for (const [name, type, text] of seen.properties)
    properties[name] = parseStored(table, name, type, text, exact.get(name));
  return { partitionKey, rowKey, properties, $etag: etagOf(change), $timestamp: ExactDate.fromIso(seen.timestamp) };
}

/** Returns the writes of a transaction; undefined if the changes cannot be written as one. */
function prepareTogether(
  service: TableServiceView,
  project: StudioProject,
  ready: readonly ReadyChange[],
): readonly Write[] | undefined {
  const [first] = ready;
  const isShared = ready.every(
    ({ id, change }) => id.partitionKey === first?.id.partitionKey && change.table === first.change.table,
  );
  if (!isShared || ready.length < 2) return undefined;
  try {
    const writes = ready.map((each) => prepareWrite(service, each));
    return canWriteTogether(service, project, writes) ? writes : undefined;
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

async function writeOne(service: TableServiceView, project: StudioProject, ready: ReadyChange): Promise<Outcome> {
  try {
    const etag = await writeRow(service, prepareWrite(service, ready));
    return await describeSuccess(service, project, ready, etag);
  } catch (error) {
    return await describeFailure(service, project, ready, error);
  }
}

/** Runs work for all items, a few at a time, and returns the results in the order of the items. */
async function mapInOrder<Item, Result>(
  items: readonly Item[],
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
