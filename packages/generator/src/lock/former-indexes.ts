import type { FormerIndexRows, LockedEntity } from "./lock.js";
import { parseLock } from "./lock-text.js";

/** The indexes of earlier definitions whose rows may still be stored, by the name of the class. @param text of a lock file */
export function formerIndexes(text: string): ReadonlyMap<string, readonly FormerIndexRows[]> {
  const { entities } = parseLock(text);
  return new Map([...entities].map(([name, { formerIndexes: rows }]) => [name, [...rows.values()]]));
}

/**
 * What the definitions before had of indexes, without what one of them still writes. An index that stores no kind is left out: nothing tells
 * its rows from others.
 * @param present the entities as they are now, for what their rows are
 */
export function formerIndexesAfter(
  before: LockedEntity,
  present: Iterable<Pick<LockedEntity, "table" | "kind" | "kindProperty" | "indexes">>,
): ReadonlyMap<string, FormerIndexRows> {
  const written = new Set([...present].flatMap((entity) => [entity, ...entity.indexes.values()]).map(rowsOf));
  const earlier = [...before.indexes].flatMap(([index, { table, kind, kindProperty }]) =>
    kind === undefined || kindProperty === undefined ? [] : [{ index, table, kind, kindProperty }],
  );
  const rows = [...before.formerIndexes.values(), ...earlier].filter((former) => !written.has(rowsOf(former)));
  return new Map(rows.map((former) => [`${former.kind} in ${former.table}`, former]));
}

function rowsOf({ table, kind, kindProperty }: Partial<FormerIndexRows> & Pick<FormerIndexRows, "table">): string {
  return JSON.stringify([table.toLowerCase(), kindProperty, kind]);
}
