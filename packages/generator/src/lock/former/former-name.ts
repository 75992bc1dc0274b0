import type { Lock, LockedKeys } from "../lock.js";

/**
 * Finds the name that an entity has in the lock. Rows do not store class names, so a class may have been renamed: it is then found by its
 * table, kind and keys. Undefined if the lock does not have the entity.
 * @param names of all current classes
 */
export function findFormerName(
  name: string,
  keys: LockedKeys,
  names: readonly string[],
  before: Lock,
): string | undefined {
  if (before.entities.has(name)) return name;
  const facts = formatFacts(keys);
  const found = [...before.entities].find(([other, entity]) => !names.includes(other) && formatFacts(entity) === facts);
  return found?.[0];
}

function formatFacts({ table, kind, kindProperty, separator, partitionKey, rowKey }: LockedKeys): string {
  return JSON.stringify([table.toLowerCase(), kind, kindProperty, separator, partitionKey, rowKey]);
}
