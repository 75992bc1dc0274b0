import type { Lock, LockedKeys } from "../lock.js";

/** Finds the name that an entity has in the lock; undefined if the lock does not have the entity. */
export type FindFormerName = (name: string, keys: LockedKeys) => string | undefined;

/**
 * Creates a function that finds the former names of entities. Rows do not store class names, so a class may have been renamed: it is then
 * found by its table, kind and keys.
 * @param names of all current classes
 */
export function formerNameFinder(names: Iterable<string>, before: Lock): FindFormerName {
  const current = new Set(names);
  const gone = [...before.entities].filter(([name]) => !current.has(name));
  // In reverse, so that the first of two entities with the same keys is found.
  const byFacts = new Map(gone.reverse().map(([name, keys]) => [formatFacts(keys), name]));
  return (name, keys) => (before.entities.has(name) ? name : byFacts.get(formatFacts(keys)));
}

function formatFacts({ table, kind, kindProperty, separator, partitionKey, rowKey }: LockedKeys): string {
  return JSON.stringify([table.toLowerCase(), kind, kindProperty, separator, partitionKey, rowKey]);
}
