import { batch, createMemo, createRoot, createSignal } from "solid-js";
import type { Delete, Edit, Insert, Outcome, Update } from "../../src/contract/changes.js";
import type { Row } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { isSameStaged } from "./compare-staged.js";
import { editInsert, type KeyEdit } from "./edit-insert.js";
import { mergeEdits } from "./merge-edits.js";
import { isNewRow, type NewRow, newRowOf } from "./new-row.js";
import { notify } from "./notices.js";
import { rowKeyText } from "./row-source.js";
import { settleChanges } from "./settle-changes.js";
import type { Prepared, StagedChange } from "./staged-change.js";
import { studio } from "./studio.js";

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

const { byRow, inserts, problems } = createRoot(() => ({
  byRow: createMemo(
    () =>
      new Map(
        changes().flatMap((each) =>
          each.before === undefined ? [] : [[placeText(each.change.table, each.before), each]],
        ),
      ),
  ),
  inserts: createMemo(
    () => new Map(changes().flatMap((each) => (each.change.kind === "insert" ? [[each.id, each]] : []))),
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
  of(table: string, row: Row): StagedChange | undefined {
    if (isNewRow(row)) return inserts().get(row.stagedId);
    const all = byRow();
    return all.size === 0 ? undefined : all.get(placeText(table, row));
  },

  /** Returns the rows that are staged to be inserted into a table, or those of one of its entities, in the order of their staging. */
  newRows(table: string, entity: string | undefined): readonly NewRow[] {
    return [...inserts().values()].flatMap((each) => {
      const isShown = each.change.table === table && (entity === undefined || each.change.entity === entity);
      return isShown ? (newRowOf(each) ?? []) : [];
    });
  },

  insert(change: Insert): void {
    add([{ change, before: undefined }]);
  },

  /** Stages other values of a new row. */
  editNew({ stagedId }: NewRow, edits: readonly (Edit | KeyEdit)[]): void {
    const each = inserts().get(stagedId);
    if (each !== undefined && withEdits(each, edits) === each) {
      notify("Not staged: the value that this property is a part of has a problem, or is being checked.", "error");
      return;
    }
    set((all) => editInserts(all, new Map([[stagedId, edits]])));
  },

  /** Replaces a staged insert, for example after its values were corrected. */
  replaceInsert(id: number, change: Insert): void {
    set((all) => all.map((each) => (each.id === id ? { id, change, before: undefined } : each)));
  },

  /**
   * Stages new values for rows, over those staged before. They stay changes of the version that was staged first, even if the row was read
   * again since. A value that is the row's own again, in both versions, is no change; a row without one is no longer staged.
   * @returns the number of rows that the edits change
   */
  update(rows: readonly EditedRow[], place: Place): number {
    const ofNew = new Map(rows.flatMap(({ row, edits }) => (isNewRow(row) ? [[row.stagedId, edits]] : [])));
    const replacements = rows.flatMap(({ row: read, edits }): Replacement[] => {
      if (isNewRow(read)) return [];
      const { change: former, before } = staged.of(place.table, read) ?? {};
      const row = (former?.kind === "update" && before) || read;
      const formerEdits = former?.kind === "update" ? former.edits : [];
      const real = mergeEdits(formerEdits, edits, [row, read], studio.entity(place.entity));
      const { partitionKey, rowKey, etag } = row;
      const change: Update = { kind: "update", ...place, partitionKey, rowKey, etag, edits: real };
      return [{ row, table: place.table, change: real.length === 0 ? undefined : change }];
    });
    set((all) => replace(editInserts(all, ofNew), replacements));
    return ofNew.size + replacements.filter(({ change }) => change !== undefined).length;
  },

  /** Stages the deletion of stored rows, and discards new ones. */
  delete(rows: readonly Row[], placeOf: (row: Row) => Place): void {
    const ofNew = new Set(rows.flatMap((row) => (isNewRow(row) ? [row.stagedId] : [])));
    const replacements = rows.flatMap((row): Replacement[] => {
      if (isNewRow(row)) return [];
      const { partitionKey, rowKey, etag } = row;
      const change: Delete = { kind: "delete", ...placeOf(row), partitionKey, rowKey, etag };
      return [{ row, change, table: change.table }];
    });
    set((all) =>
      replace(
        all.filter(({ id }) => !ofNew.has(id)),
        replacements,
      ),
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
    planCheck();
    return true;
  },

  /** Removes the changes that were written, and adds the outcome to each change that was sent but not written. */
  settle(sent: readonly StagedChange[], outcomes: readonly Outcome[]): void {
    history = [];
    setChanges((all) => settleChanges(all, sent, outcomes, studio.entity));
    planCheck();
  },

  /** Adds changes without merging them with staged ones, such as those that undo the last changes. */
  stage(all: readonly Prepared[]): void {
    add(all);
  },

  /** Restores the staged changes of a former visit of the page. They were not staged by the last action, so nothing takes them back. */
  restore(all: readonly Prepared[], undo: readonly Prepared[]): void {
    batch(() => {
      add(all);
      setLastSet(undo);
    });
    history = [];
  },
};

function placeText(table: string, row: Pick<Row, "partitionKey" | "rowKey">): string {
  return `${table} ${rowKeyText(row)}`;
}

function add(all: readonly Prepared[]): void {
  set((former) => [...former, ...all.map(numbered)]);
}

function numbered({ change, before, after, isUndo }: Prepared): StagedChange {
  lastId += 1;
  return { id: lastId, change, before, ...(after !== undefined && { after }), ...(isUndo && { isUndo }) };
}

/** Stored row with the change to stage for it in place of a former one; undefined for none. */
interface Replacement {
  readonly row: Row;
  readonly table: string;
  readonly change: Update | Delete | undefined;
}

/** Returns changes with others of the same rows in their place, and those of further rows at the end. */
function replace(all: readonly StagedChange[], replacements: readonly Replacement[]): readonly StagedChange[] {
  const later = new Map(replacements.map((each) => [placeText(each.table, each.row), each]));
  const kept = all.flatMap((each): StagedChange[] => {
    const key = each.before === undefined ? "" : placeText(each.change.table, each.before);
    const next = later.get(key);
    if (next === undefined) return [each];
    later.delete(key);
    return next.change === undefined ? [] : [{ id: each.id, change: next.change, before: next.row }];
  });
  const fresh = [...later.values()].flatMap(({ row, change }) =>
    change === undefined ? [] : [numbered({ change, before: row })],
  );
  return [...kept, ...fresh];
}

/** Returns changes with other values of new rows. */
function editInserts(
  all: readonly StagedChange[],
  edits: ReadonlyMap<number, readonly (Edit | KeyEdit)[]>,
): readonly StagedChange[] {
  return edits.size === 0 ? all : all.map((each) => withEdits(each, edits.get(each.id) ?? []));
}

/**
 * Returns the change of a new row with other values, or the same one if it cannot have them. A row with stored properties keeps those seen
 * last until the server has checked them.
 */
function withEdits(each: StagedChange, edits: readonly (Edit | KeyEdit)[]): StagedChange {
  if (edits.length === 0 || each.change.kind !== "insert") return each;
  const checked = each.problems?.length === 0 ? each.row?.properties : undefined;
  const change = editInsert(each.change, edits, studio.entity(each.change.entity), checked);
  if (change === each.change) return each;
  const row = change.properties === undefined ? undefined : (each.row ?? each.after);
  return { id: each.id, change, before: undefined, row };
}

function set(next: (all: readonly StagedChange[]) => readonly StagedChange[]): void {
  const former = changes();
  const all = next(former);
  if (isSameStaged(all, former)) return;
  // The parts of one action, which run without a pause, are taken back together.
  if (!isCheckPlanned) history = [...history.slice(1 - maxHistory), former];
  setChanges(all);
  planCheck();
}

function planCheck(): void {
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
        const { problems: own, id, row = each.row } = result;
        return { ...each, problems: own, ...(each.change.kind === "insert" && id !== undefined && { newId: id, row }) };
      }),
    );
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error), "error");
  }
}
