import type { Lock, LockedKeys } from "../lock.js";

/** Finds the name that a current entity has in the former lock; undefined if that lock does not have the entity. */
export type FindFormerName = (name: string, keys: LockedKeys) => string | undefined;

/**
 * Creates a function that finds the names of current entities in the former lock. Rows do not store the name of their class, so it may have
 * been renamed. The function then returns the name of a former entity with the same table, kind and keys.
 * @param names names of all current classes
 */
export function formerNameFinder(names: Iterable<string>, before: Lock): FindFormerName {
  const current = new Set(names);
  const gone = [...before.entities].filter(([name]) => !current.has(name));
  // If several former entities have the same table, kind and keys, the map shall have the first. The list is reversed, because a later
  // entry of a map replaces an earlier one.
  const byFacts = new Map(gone.reverse().map(([name, keys]) => [formatFacts(keys), name]));
  return (name, keys) => (before.entities.has(name) ? name : byFacts.get(formatFacts(keys)));
}

function formatFacts({ table, kind, kindProperty, separator, partitionKey, rowKey }: LockedKeys): string {
  return JSON.stringify([table.toLowerCase(), kind, kindProperty, separator, partitionKey, rowKey]);
}
