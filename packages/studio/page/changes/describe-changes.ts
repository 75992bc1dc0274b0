import type { Change } from "../../src/contract/changes.js";
import { missingChanges, type NewRowEdit, rebasedChanges } from "../state/compare-staged.js";
import type { Prepared, StagedChange } from "../state/staged-change.js";
import { studio } from "../state/studio.js";
import { rowsText } from "../state/work.js";

/** Number of properties that are named; of more, their number is given. */
const maxNames = 3;

/** Returns what changes do, in words: `status of 3 rows and 2 new rows`. */
function describeChanges(changes: readonly (Change | NewRowEdit)[]): string {
  const ofKind = (kind: (Change | NewRowEdit)["kind"]) => changes.filter((change) => change.kind === kind).length;
  const [updates, newEdits, inserts, deletions] = [
    ofKind("update"),
    ofKind("edit-new"),
    ofKind("insert"),
    ofKind("delete"),
  ];
  const updated = changes.flatMap((change) => (change.kind === "update" ? namesOf(change) : []));
  const edited = changes.flatMap((change) => (change.kind === "edit-new" ? namesOf(change) : []));
  return [
    ...(updates === 0 ? [] : [`${namesText(updated)} of ${rowsText(updates)}`]),
    ...(newEdits === 0 ? [] : [`${namesText(edited)} of ${newRowsText(newEdits)}`]),
    ...(inserts === 0 ? [] : [newRowsText(inserts)]),
    ...(deletions === 0 ? [] : [`deletion of ${rowsText(deletions)}`]),
  ].join(" and ");
}

function namesText(all: readonly string[]): string {
  const names = [...new Set(all)];
  return names.length > maxNames ? `${names.length} properties` : names.join(", ");
}

function newRowsText(count: number): string {
  return `${count.toLocaleString("en-US")} new ${count === 1 ? "row" : "rows"}`;
}

/** Returns what changes undo, in words. @param undo the opposite changes */
export function describeUndone(undo: readonly Pick<Prepared, "change">[]): string {
  return describeChanges(
    undo.map(({ change }): Change => {
      const { table, partitionKey = "", rowKey = "" } = change;
      if (change.kind === "insert") return { kind: "delete", table, partitionKey, rowKey, etag: "" };
      return change.kind === "delete" ? { kind: "insert", table } : change;
    }),
  );
}

/** Returns what was taken back from the staged changes, in words. @param before the staged changes until then */
export function describeTakenBack(before: readonly StagedChange[], after: readonly StagedChange[]): string {
  const gone = missingChanges(before, after);
  if (gone.length > 0) return `Taken back: ${describeChanges(gone)}`;
  const again = missingChanges(after, before);
  if (again.length > 0) return `Staged again: ${describeChanges(again)}`;
  const rebased = rebasedChanges(before, after);
  return rebased.length > 0 ? `No longer applied to their version: ${describeChanges(rebased)}` : "Taken back";
}

/** Returns the names of the properties that edits change: those of the definition, where it has the stored ones. */
function namesOf({ entity, edits }: Pick<NewRowEdit, "entity" | "edits">): readonly string[] {
  const properties = studio.entity(entity)?.properties ?? [];
  return edits.map((edit) => {
    if ("field" in edit) return edit.field;
    return properties.find(({ storedNames }) => storedNames.includes(edit.stored))?.name ?? edit.stored;
  });
}
