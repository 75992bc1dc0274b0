import type { FormerIndexRows, LockedEntity } from "../lock.js";
import { parseLock } from "../lock-text.js";

/**
 * Finds the indexes that no current definition writes but whose rows may still be stored, by class name of the entity.
 * @param text the text of a lock file
 */
export function formerIndexes(text: string): ReadonlyMap<string, readonly FormerIndexRows[]> {
  const { entities } = parseLock(text);
  return new Map([...entities].map(([name, { formerIndexes: rows }]) => [name, [...rows.values()]]));
}

/**
 * Returns the tables in which rows may still be stored under former keys of entities, each once.
 * @param text the text of a lock file
 */
export function formerTables(text: string): readonly string[] {
  const keys = [...parseLock(text).entities.values()].flatMap(({ formerKeys }) => formerKeys);
  return [...new Map(keys.map(({ table }) => [table.toLowerCase(), table])).values()];
}

/**
 * Returns one text for each kind of rows that the current entities and their indexes write. The text contains table, kind property and
 * kind.
 */
export function writtenRows(
  present: Iterable<Pick<LockedEntity, "table" | "kind" | "kindProperty" | "indexes">>,
): ReadonlySet<string> {
  return new Set([...present].flatMap((entity) => [entity, ...entity.indexes.values()]).map(describeRows));
}

/**
 * Finds the former indexes of an entity whose rows no current definition writes any more. Returns them by the kind and the table of these
 * rows. If the rows of an index store no kind, it is left out, because nothing tells them from other rows.
 * @param before entity in the former lock
 * @param written result of `writtenRows` for the current definitions
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
