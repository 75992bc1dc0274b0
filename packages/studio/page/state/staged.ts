import { createMemo, createRoot, createSignal } from "solid-js";
import type { Change, Delete, Insert, Outcome, Update } from "../../src/contract/changes.js";
import type { Row } from "../../src/contract/rows.js";
import { rowKeyText } from "./row-source.js";

/** Change that waits for the user's review, with the row as it was read; `before` is undefined for a new row. */
export interface StagedChange {
  readonly id: number;
  readonly change: Change;
  readonly before: Row | undefined;
  /** Result of the last attempt to write the change; absent before the first attempt. */
  readonly outcome?: Outcome;
}

/** Change to stage, with the row as it is before the change. */
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
  /** Changes that undo those written last; empty if there is nothing to undo. */
  undo: lastSet,
  setUndo: setLastSet,

  /** Returns the staged change of a row; undefined if there is none. */
  of(table: string, row: Pick<Row, "partitionKey" | "rowKey">): StagedChange | undefined {
    const all = byRow();
    return all.size === 0 ? undefined : all.get(`${table} ${rowKeyText(row)}`);
  },

  insert(change: Insert): void {
    add(change, undefined);
  },

  /** Stages new values for a row. Values staged for the row before are kept, unless the new ones replace them. */
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

  /** Bases a change on the current version of the row after a conflict, so that it can be sent again. */
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

  /** Removes the changes that were written, and adds the outcome to each change that was sent but not written. */
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

  /** Adds changes without merging them with staged ones, such as those that undo the last changes. */
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

/** Merges two updates of a row. If both affect a property, the later one applies. */
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
