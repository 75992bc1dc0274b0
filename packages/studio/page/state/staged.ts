import { createMemo, createRoot, createSignal } from "solid-js";
import type { Change, Delete, Insert, Outcome, Update } from "../../src/contract/changes.js";
import type { Row } from "../../src/contract/rows.js";
import { rowKeyText } from "./row-source.js";

/** Change that waits for review, with the row as it was read. */
export interface StagedChange {
  readonly id: number;
  readonly change: Change;
  readonly before: Row | undefined;
  /** Outcome of the last attempt, if it was not written. */
  readonly outcome?: Outcome;
}

/** Change that can be staged, with the row as it is before the change. */
export type Prepared = Pick<StagedChange, "change" | "before">;

let lastId = 0;
const [changes, setChanges] = createSignal<readonly StagedChange[]>([]);
const [lastSet, setLastSet] = createSignal<readonly Prepared[]>([]);

const byRow = createRoot(() =>
  createMemo(
    () =>
      new Map(
        changes().flatMap((each) =>
          each.before === undefined ? [] : [[`${each.change.table} ${rowKeyText(each.before)}`, each]],
        ),
      ),
  ),
);

export const staged = {
  changes,
  /** Changes that undo the last set that was written. */
  undo: lastSet,
  setUndo: setLastSet,

  /** Returns the change of a row, if there is one. */
  of(table: string, row: Pick<Row, "partitionKey" | "rowKey">): StagedChange | undefined {
    const all = byRow();
    return all.size === 0 ? undefined : all.get(`${table} ${rowKeyText(row)}`);
  },

  insert(change: Insert): void {
    add(change, undefined);
  },

  /** Sets values of a row, besides those that are staged for it. */
  update(row: Row, change: Omit<Update, "kind" | "partitionKey" | "rowKey" | "etag">): void {
    const { partitionKey, rowKey, etag } = row;
    const former = staged.of(change.table, row)?.change;
    const merged = former?.kind === "update" ? mergeUpdates(former, change) : change;
    replace(row, { kind: "update", partitionKey, rowKey, etag, ...merged });
  },

  delete(row: Row, table: string, entity: string | undefined): void {
    const { partitionKey, rowKey, etag } = row;
    const change: Delete = {
      kind: "delete",
      table,
      partitionKey,
      rowKey,
      etag,
      ...(entity !== undefined && { entity }),
    };
    replace(row, change);
  },

  /** Stages the same change for the current version of the row. */
  rebase(id: number, current: Row): void {
    setChanges((all) =>
      all.map((each) => {
        if (each.id !== id || each.change.kind === "insert") return each;
        return { id, change: { ...each.change, etag: current.etag }, before: current };
      }),
    );
  },

  discard(id: number): void {
    setChanges((all) => all.filter((each) => each.id !== id));
  },

  clear(): void {
    setChanges([]);
  },

  /** Records the outcomes of an attempt, and keeps the changes that were not written. */
  settle(sent: readonly StagedChange[], outcomes: readonly Outcome[]): void {
    const outcomeOf = new Map(sent.map(({ id }, index) => [id, outcomes[index]]));
    setChanges((all) =>
      all.flatMap((each) => {
        const outcome = outcomeOf.get(each.id);
        if (outcome?.isWritten) return [];
        return [outcome === undefined ? each : { ...each, outcome }];
      }),
    );
  },

  /** Stages changes as they are, such as those that undo others. */
  stage(all: readonly Prepared[]): void {
    for (const { change, before } of all) add(change, before);
  },
};

function add(change: Change, before: Row | undefined): void {
  lastId += 1;
  setChanges((all) => [...all, { id: lastId, change, before }]);
}

function replace(row: Row, change: Change): void {
  const former = staged.of(change.table, row);
  if (former === undefined) add(change, row);
  else setChanges((all) => all.map((each) => (each.id === former.id ? { id: each.id, change, before: row } : each)));
}

type UpdateValues = Pick<Update, "table" | "entity" | "fields" | "properties" | "unset">;

/** Combines two changes of a row. For each property the later one counts. */
function mergeUpdates(former: UpdateValues, later: UpdateValues): UpdateValues {
  const isGiven = (name: string) =>
    later.unset.includes(name) ||
    [...(later.fields ?? []), ...(later.properties ?? [])].some(([other]) => other === name);
  const fields = [...(former.fields ?? []).filter(([name]) => !isGiven(name)), ...(later.fields ?? [])];
  const properties = [...(former.properties ?? []).filter(([name]) => !isGiven(name)), ...(later.properties ?? [])];
  return {
    ...later,
    ...(fields.length > 0 && { fields }),
    ...(properties.length > 0 && { properties }),
    unset: [...former.unset.filter((name) => !isGiven(name)), ...later.unset],
  };
}
