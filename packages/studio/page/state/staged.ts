import { batch, createMemo, createRoot, createSignal } from "solid-js";
import type { Change, ChangeProblem, Delete, Edit, Insert, Outcome, Update } from "../../src/contract/changes.js";
import type { Row, RowId } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { notify } from "./notices.js";
import { rowKeyText } from "./row-source.js";
import { isSameAsRow } from "./same-as-row.js";

/** Change that waits for the user's review, with the row as it was read; `before` is undefined for a new row. */
export interface StagedChange {
  readonly id: number;
  readonly change: Change;
  readonly before: Row | undefined;
  /** Row as it will be, for a change that restores a former version. */
  readonly after?: Row | undefined;
  /** Problems that the server finds in the change; absent until it has checked the change. */
  readonly problems?: readonly ChangeProblem[];
  /** Keys of a new row, once the server has checked the change. */
  readonly newId?: RowId;
  /** Result of the last attempt to write the change; absent before the first attempt. */
  readonly outcome?: Outcome;
}

/** Change to stage, with the row as it is before the change. */
export type Prepared = Pick<StagedChange, "change" | "before" | "after">;

/** Row with the edits to stage for it. */
export interface EditedRow {
  readonly row: Row;
  readonly edits: readonly Edit[];
}

/** Table, and entity if there is a definition, of the rows that a change is about. */
export type Place = Pick<Update, "table" | "entity">;

const [changes, setChanges] = createSignal<readonly StagedChange[]>([]);
const [lastSet, setLastSet] = createSignal<readonly Prepared[]>([]);
let lastId = 0;
/** Former states of the staged changes, the latest last, to take back the last one. */
let history: (readonly StagedChange[])[] = [];
const maxHistory = 100;
let isCheckPlanned = false;

const { byRow, problems } = createRoot(() => ({
  byRow: createMemo(
    () =>
      new Map(
        changes().flatMap((each) =>
          each.before === undefined ? [] : [[placeText(each.change.table, each.before), each]],
        ),
      ),
  ),
  problems: createMemo(() => changes().filter((each) => (each.problems ?? []).length > 0)),
}));

export const staged = {
  changes,
  /** Changes in which the server found problems. They have to be corrected or discarded before anything is sent. */
  problems,
  /** Changes that undo those written last; empty if there is nothing to undo. */
  undo: lastSet,
  setUndo: setLastSet,

  /** Returns the staged change of a row; undefined if there is none. */
  of(table: string, row: Pick<Row, "partitionKey" | "rowKey">): StagedChange | undefined {
    const all = byRow();
    return all.size === 0 ? undefined : all.get(placeText(table, row));
  },

  insert(change: Insert): void {
    add([{ change, before: undefined }]);
  },

  /** Replaces a staged insert, for example after its values were corrected. */
  replaceInsert(id: number, change: Insert): void {
    set((all) => all.map((each) => (each.id === id ? { id, change, before: undefined } : each)));
  },

  /**
   * Stages new values for rows, over those staged before. A value that is the row's own again is no change; a row without one is no longer
   * staged.
   * @returns the number of rows that the edits change
   */
  update(rows: readonly EditedRow[], place: Place): number {
    return replace(
      rows.map(({ row, edits }) => {
        const former = staged.of(place.table, row)?.change;
        const merged = mergeEdits(former?.kind === "update" ? former.edits : [], edits);
        const real = merged.filter((edit) => !isSameAsRow(row, place.entity, edit));
        const { partitionKey, rowKey, etag } = row;
        const change: Update = { kind: "update", ...place, partitionKey, rowKey, etag, edits: real };
        return { row, table: place.table, change: real.length === 0 ? undefined : change };
      }),
    );
  },

  delete(rows: readonly Row[], placeOf: (row: Row) => Place): void {
    replace(
      rows.map((row) => {
        const { partitionKey, rowKey, etag } = row;
        const change: Delete = { kind: "delete", ...placeOf(row), partitionKey, rowKey, etag };
        return { row, change, table: change.table };
      }),
    );
  },

  /** Bases a change on the current version of the row after a conflict, so that it can be sent again. */
  rebase(id: number, current: Row): void {
    set((all) =>
      all.map((each) => {
        if (each.id !== id || each.change.kind === "insert") return each;
        return { id, change: { ...each.change, etag: current.etag }, before: current };
      }),
    );
  },

  discard(ids: readonly number[]): void {
    const gone = new Set(ids);
    set((all) => all.filter(({ id }) => !gone.has(id)));
  },

  clear(): void {
    set(() => []);
  },

  /** Takes the last staging back. Returns false if there is none. */
  takeBack(): boolean {
    const former = history.at(-1);
    if (former === undefined) return false;
    history = history.slice(0, -1);
    setChanges(former);
    return true;
  },

  /** Removes the changes that were written, and adds the outcome to each change that was sent but not written. */
  settle(sent: readonly StagedChange[], outcomes: readonly Outcome[]): void {
    const outcomeOf = new Map(sent.map(({ id }, index) => [id, outcomes[index]]));
    history = [];
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
    add(all);
  },

  /** Restores the staged changes of a former visit of the page. */
  restore(all: readonly StagedChange[], undo: readonly Prepared[]): void {
    batch(() => {
      add(all);
      setLastSet(undo);
    });
  },
};

function placeText(table: string, row: Pick<Row, "partitionKey" | "rowKey">): string {
  return `${table} ${rowKeyText(row)}`;
}

function add(all: readonly Prepared[]): void {
  set((former) => [
    ...former,
    ...all.map(({ change, before, after }) => {
      lastId += 1;
      return { id: lastId, change, before, ...(after !== undefined && { after }) };
    }),
  ]);
}

/** Replaces the staged changes of rows, each by another one or by none. Returns the number of changes. */
function replace(
  rows: readonly { readonly row: Row; readonly table: string; readonly change: Change | undefined }[],
): number {
  const later = new Map(rows.map((each) => [placeText(each.table, each.row), each]));
  const kept = changes().flatMap((each): StagedChange[] => {
    const key = each.before === undefined ? "" : placeText(each.change.table, each.before);
    const next = later.get(key);
    if (next === undefined) return [each];
    later.delete(key);
    return next.change === undefined ? [] : [{ id: each.id, change: next.change, before: next.row }];
  });
  const fresh = [...later.values()].flatMap(({ row, change }) =>
    change === undefined ? [] : [{ change, before: row }],
  );
  batch(() => {
    set(() => kept);
    if (fresh.length > 0) add(fresh);
  });
  return rows.filter(({ change }) => change !== undefined).length;
}

function set(next: (all: readonly StagedChange[]) => readonly StagedChange[]): void {
  const former = changes();
  // The parts of one action, which run in one batch, are taken back together.
  if (history.at(-1) !== former) history = [...history.slice(1 - maxHistory), former];
  setChanges(next);
  if (isCheckPlanned) return;
  isCheckPlanned = true;
  queueMicrotask(() => void check());
}

/** Lets the server check all changes that it has not checked yet. */
async function check(): Promise<void> {
  isCheckPlanned = false;
  const unchecked = changes().filter((each) => each.problems === undefined);
  if (unchecked.length === 0) return;
  try {
    const { checked } = await callStudio("check", { changes: unchecked.map(({ change }) => change) });
    const found = new Map(unchecked.map(({ change }, index) => [change, checked[index]]));
    setChanges((all) =>
      all.map((each) => {
        const result = found.get(each.change);
        if (result === undefined) return each;
        const { problems: own, id } = result;
        return { ...each, problems: own, ...(each.change.kind === "insert" && id !== undefined && { newId: id }) };
      }),
    );
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error), "error");
  }
}

/** Adds edits to former ones of the same row. A later edit of a property replaces the former one. */
function mergeEdits(former: readonly Edit[], later: readonly Edit[]): readonly Edit[] {
  const nameOf = (edit: Edit) => ("field" in edit ? `f:${edit.field}` : `s:${edit.stored}`);
  const replaced = new Set(later.map(nameOf));
  return [...former.filter((edit) => !replaced.has(nameOf(edit))), ...later];
}
