import { createSignal } from "solid-js";
import type { Outcome, SentChange } from "../../src/contract/changes.js";
import type { Row } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { staged } from "../state/staged.js";
import type { StagedChange } from "../state/staged-change.js";
import { undoChanges } from "./undo-changes.js";
import { noteChangedAll, noteWritten } from "./written.js";

/** Maximum number of changes in one call, which is that of one transaction. */
const maxTogether = 100;

const [sending, setSending] = createSignal<string | undefined>();
let isStopped = false;

/** Progress of the changes that are being sent, in words; undefined if none are. */
export { sending };

/** Stops after the changes that are under way. */
export function stopSending(): void {
  isStopped = true;
}

export interface SendResult {
  readonly written: number;
  /** True if all changes were one transaction. */
  readonly isTransaction: boolean;
}

/**
 * Sends all staged changes: as one transaction if they are of one partition and at most 100, otherwise those of each partition together, by
 * the hundred. What was not written stays staged, with its outcome. Ends at the first failure.
 */
export async function sendChanges(): Promise<SendResult> {
  const all = staged.changes();
  const outcomeOf = new Map<number, Outcome>();
  isStopped = false;
  let isTransaction = false;
  try {
    const sets = inSets(all);
    for (const set of sets) {
      setSending(`Sent ${outcomeOf.size.toLocaleString("en-US")} of ${all.length.toLocaleString("en-US")}…`);
      const { mode, outcomes } = await callStudio("commit", { changes: set.map(toSend) });
      isTransaction = sets.length === 1 && mode === "transaction";
      for (const [index, each] of set.entries()) outcomeOf.set(each.id, outcomes[index] ?? { isWritten: false });
      if (isStopped || outcomes.some(({ isWritten }) => !isWritten)) break;
    }
  } finally {
    setSending(undefined);
    settle(
      all.filter(({ id }) => outcomeOf.has(id)),
      outcomeOf,
    );
  }
  return { written: [...outcomeOf.values()].filter(({ isWritten }) => isWritten).length, isTransaction };
}

/** Returns a change to send, with the row as the user saw it. */
function toSend({ change, before }: StagedChange): SentChange {
  if (change.kind === "insert") return change;
  const { timestamp, properties, exact } = before as Row;
  return { ...change, seen: { timestamp, properties, ...(exact !== undefined && { exact }) } };
}

function settle(sent: readonly StagedChange[], outcomeOf: ReadonlyMap<number, Outcome>): void {
  const outcomes = sent.map(({ id }) => outcomeOf.get(id) ?? { isWritten: false });
  staged.settle(sent, outcomes);
  if (outcomes.some(({ isWritten }) => isWritten)) staged.setUndo(undoChanges(sent, outcomes));
  noteWritten(sent, outcomes);
  if (outcomes.some(({ isUnread }) => isUnread)) noteChangedAll();
}

/** Divides changes into sets that are sent one after the other: all of them if they are few, otherwise by partition. */
function inSets(all: readonly StagedChange[]): StagedChange[][] {
  if (all.length <= maxTogether) return all.length === 0 ? [] : [[...all]];
  const ofPartition = new Map<string, StagedChange[]>();
  for (const each of all) {
    const { table, partitionKey = each.newId?.partitionKey } = each.change;
    const key = JSON.stringify([table, partitionKey]);
    const own = ofPartition.get(key);
    if (own === undefined) ofPartition.set(key, [each]);
    else own.push(each);
  }
  const sets: StagedChange[][] = [];
  for (const own of ofPartition.values())
    for (let at = 0; at < own.length; at += maxTogether) sets.push(own.slice(at, at + maxTogether));
  return joinSmall(sets);
}

/** Joins sets of different partitions up to the limit, so that many partitions of few rows do not take a call each. */
function joinSmall(sets: readonly StagedChange[][]): StagedChange[][] {
  const joined: StagedChange[][] = [];
  for (const set of sets.toSorted((one, other) => other.length - one.length)) {
    const last = joined.at(-1);
    if (last === undefined || set.length > maxTogether / 4 || last.length + set.length > maxTogether)
      joined.push([...set]);
    else last.push(...set);
  }
  return joined;
}
