import type { Change, Edit } from "../../src/contract/changes.js";
import type { Prepared, StagedChange } from "../state/staged.js";
import { studio } from "../state/studio.js";
import { rowsText } from "../state/work.js";

/** Number of properties that are named; of more, their number is given. */
const maxNames = 3;

/** Returns what changes do, in words: `status of 3 rows and 2 new rows`. */
export function describeChanges(changes: readonly Change[]): string {
  const ofKind = (kind: Change["kind"]) => changes.filter((change) => change.kind === kind).length;
  const [updates, inserts, deletions] = [ofKind("update"), ofKind("insert"), ofKind("delete")];
  const names = [...new Set(changes.flatMap((change) => (change.kind === "update" ? namesOf(change) : [])))];
  const properties = names.length > maxNames ? `${names.length} properties` : names.join(", ");
  return [
    ...(updates === 0 ? [] : [`${properties} of ${rowsText(updates)}`]),
    ...(inserts === 0 ? [] : [`${inserts.toLocaleString("en-US")} new ${inserts === 1 ? "row" : "rows"}`]),
    ...(deletions === 0 ? [] : [`deletion of ${rowsText(deletions)}`]),
  ].join(" and ");
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
  const gone = missing(before, after);
  return gone.length > 0
    ? `Taken back: ${describeChanges(gone)}`
    : `Staged again: ${describeChanges(missing(after, before))}`;
}

/** Returns the changes that others lack, and of a change that others have in another form only the edits that they lack. */
function missing(all: readonly StagedChange[], others: readonly StagedChange[]): Change[] {
  const byId = new Map(others.map(({ id, change }) => [id, change]));
  return all.flatMap(({ id, change }): Change[] => {
    const other = byId.get(id);
    if (other === change) return [];
    if (change.kind !== "update" || other?.kind !== "update") return [change];
    const known = new Set(other.edits.map((edit) => JSON.stringify(edit)));
    const edits = change.edits.filter((edit) => !known.has(JSON.stringify(edit)));
    return edits.length === 0 ? [] : [{ ...change, edits }];
  });
}

/** Returns the names of the properties that edits change: those of the definition, where it has the stored ones. */
function namesOf({ entity, edits }: { readonly entity?: string; readonly edits: readonly Edit[] }): readonly string[] {
  const properties = studio.entity(entity)?.properties ?? [];
  return edits.map((edit) => {
    if ("field" in edit) return edit.field;
    return properties.find(({ storedNames }) => storedNames.includes(edit.stored))?.name ?? edit.stored;
  });
}
