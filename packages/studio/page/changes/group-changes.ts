import type { StagedChange } from "../state/staged-change.js";

/** Staged changes that do the same to several rows, such as giving them one status. A change of its own is a group of one. */
export type ChangeGroup = readonly [StagedChange, ...StagedChange[]];

/** Groups the changes that do the same. A change with a problem, or one that was not written, stays by itself. */
export function groupChanges(all: readonly StagedChange[]): ChangeGroup[] {
  const groups = new Map<string, [StagedChange, ...StagedChange[]]>();
  for (const each of all) {
    const key = groupKey(each);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}

function groupKey({ id, change, after, outcome, problems = [] }: StagedChange): string {
  if (outcome !== undefined || problems.length > 0 || after !== undefined || change.kind === "insert") return `${id}`;
  const { kind, table, entity } = change;
  return JSON.stringify([kind, table, entity, change.kind === "update" ? change.edits : []]);
}
