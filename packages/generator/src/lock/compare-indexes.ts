import type { LockedEntity, LockedIndex } from "./lock.js";
import type { LockChange } from "./lock-change.js";
import { sameKeys } from "./same-keys.js";

/**
 * Finds new, changed and removed indexes. In a new or changed index, rows of existing entities are missing or outdated. The rows of a
 * removed index remain.
 */
export function compareIndexes(name: string, before: LockedEntity, after: LockedEntity): LockChange[] {
  return [...currentChanges(name, before, after), ...removedIndexes(name, before, after)];
}

function currentChanges(name: string, before: LockedEntity, after: LockedEntity): LockChange[] {
  return [...after.indexes].flatMap(([index, now]): LockChange[] => {
    const was = before.indexes.get(index);
    if (was !== undefined && sameRows(was, now, before, after)) return [];
    const isNew = was === undefined;
    return [
      {
        code: isNew ? "change.index-added" : "change.index-changed",
        entity: name,
        part: { index },
        message: isNew
          ? `${name}.${index} is a new index: existing entities have no index row, so its queries do not find them.`
          : `The index ${name}.${index} changed: existing entities still have their former index rows, so its queries do not find them.`,
        help: formatHelp(name, index, isNew),
      },
    ];
  });
}

function removedIndexes(name: string, before: LockedEntity, after: LockedEntity): LockChange[] {
  const gone = [...before.indexes].filter(([index]) => !after.indexes.has(index));
  return gone.map(([index, { table, kind }]) => {
    const rows = kind === undefined ? "its rows" : `its rows, of kind ${JSON.stringify(kind)},`;
    const run = `run \`npx tablewright reindex ${name} ${index}\`, which deletes them`;
    return {
      code: "change.index-removed",
      entity: name,
      part: { index },
      message: `The index ${name}.${index} was removed: ${rows} remain in table ${table}.`,
      help:
        kind === undefined
          ? "They store no kind, so nothing distinguishes them from other rows: delete them by their keys."
          : `Once no program with the former definition runs, ${run}.`,
    };
  });
}

function formatHelp(entity: string, index: string, isNew: boolean): string {
  const stale = isNew ? "" : ", and deletes the former ones";
  return `Run \`npx tablewright generate --accept\`, deploy the writers, then run \`npx tablewright reindex ${entity} ${index}\`, which writes the index rows${stale}, before anything queries the index.`;
}

/** Returns whether the former and the current definition of an index give an entity the same index row, even if properties were renamed. */
function sameRows(was: LockedIndex, now: LockedIndex, before: LockedEntity, after: LockedEntity): boolean {
  const { properties } = after;
  const currentName = (stored: string) =>
    [...properties].find(([, { formerly }]) => formerly?.includes(stored))?.[0] ?? stored;
  return (
    was.unique === now.unique &&
    was.sparse === now.sparse &&
    sameKeys({ ...was, properties: before.properties }, { ...now, properties }) &&
    JSON.stringify(was.holds.map(currentName).sort()) === JSON.stringify(now.holds)
  );
}
