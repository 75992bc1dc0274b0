import type { Lock, LockedKeys } from "./lock.js";

/**
 * The name under which the lock has an entity whose class got another one: rows do not store it. Undefined for an entity that the lock
 * does not have.
 * @param names of all classes that there are now
 */
export function formerNameOf(
  name: string,
  keys: LockedKeys,
  names: readonly string[],
  before: Lock,
): string | undefined {
  if (before.entities.has(name)) return name;
  const facts = factsOf(keys);
  const found = [...before.entities].find(([other, entity]) => !names.includes(other) && factsOf(entity) === facts);
  return found?.[0];
}

function factsOf({ table, kind, kindProperty, separator, partitionKey, rowKey }: LockedKeys): string {
  return JSON.stringify([table.toLowerCase(), kind, kindProperty, separator, partitionKey, rowKey]);
}
