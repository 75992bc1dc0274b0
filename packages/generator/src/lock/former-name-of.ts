import type { Lock, LockedKeys } from "./lock.js";

/**
 * Finds the name in the lock of an entity whose class was renamed; rows do not store it. Undefined for an entity that the lock lacks.
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
