import type { LockedEntity } from "./lock.js";

/** Returns whether the lock has an entity exactly as the definitions have it. Only the order of its properties and indexes may differ. */
export function isSameEntity(before: LockedEntity, after: LockedEntity): boolean {
  return (
    keysText(before) === keysText(after) &&
    isSameMap(before.properties, after.properties) &&
    isSameMap(before.indexes, after.indexes) &&
    isSameMap(before.formerIndexes, after.formerIndexes) &&
    isSameMap(before.formerProperties, after.formerProperties)
  );
}

/** Returns the members of an entity that are not maps, as text to compare. */
function keysText(entity: LockedEntity): string {
  const { table, kind, kindProperty, separator, partitionKey, rowKey, formerKeys } = entity;
  return JSON.stringify([table, kind, kindProperty, separator, partitionKey, rowKey, formerKeys]);
}

function isSameMap(before: ReadonlyMap<string, object>, after: ReadonlyMap<string, object>): boolean {
  if (before.size !== after.size) return false;
  for (const [name, now] of after) {
    const was = before.get(name);
    if (was === undefined || JSON.stringify(was) !== JSON.stringify(now)) return false;
  }
  return true;
}
