import type { FormerIndexRows, LockedEntity } from "../lock.js";
import { parseLock } from "../lock-text.js";

/** Finds the indexes of former definitions whose rows may still be stored, by class name. @param text of a lock file */
export function formerIndexes(text: string): ReadonlyMap<string, readonly FormerIndexRows[]> {
  const { entities } = parseLock(text);
  return new Map([...entities].map(([name, { formerIndexes: rows }]) => [name, [...rows.values()]]));
}

/** Finds the tables of former definitions of entities, each once. @param text of a lock file */
export function formerTables(text: string): readonly string[] {
  const keys = [...parseLock(text).entities.values()].flatMap(({ formerKeys }) => formerKeys);
  return [...new Map(keys.map(({ table }) => [table.toLowerCase(), table])).values()];
}

/** Returns a name for each kind of rows that the current entities and their indexes write. */
export function writtenRows(
  present: Iterable<Pick<LockedEntity, "table" | "kind" | "kindProperty" | "indexes">>,
): ReadonlySet<string> {
  return new Set([...present].flatMap((entity) => [entity, ...entity.indexes.values()]).map(describeRows));
}

/**
 * Finds former indexes that no current definition writes any more. Omits an index that stores no kind, because its rows cannot be
 * distinguished from others.
 * @param written what the current definitions write
 */
export function formerIndexesAfter(
  before: LockedEntity,
  written: ReadonlySet<string>,
): ReadonlyMap<string, FormerIndexRows> {
  const earlier = [...before.indexes].flatMap(([index, { table, kind, kindProperty }]) =>
    kind === undefined || kindProperty === undefined ? [] : [{ index, table, kind, kindProperty }],
  );
  const rows = [...before.formerIndexes.values(), ...earlier].filter((former) => !written.has(describeRows(former)));
  return new Map(rows.map((former) => [`${former.kind} in ${former.table}`, former]));
}

function describeRows({
  table,
  kind,
  kindProperty,
}: Partial<FormerIndexRows> & Pick<FormerIndexRows, "table">): string {
  return JSON.stringify([table.toLowerCase(), kindProperty, kind]);
}
