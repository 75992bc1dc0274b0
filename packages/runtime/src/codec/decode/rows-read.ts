import type { EntityPayload } from "../../schema/entity-schema.js";

/**
 * The rows that entities with indexes were read from: a write that is given such an entity finds in it what the indexes hold, whatever
 * was assigned to its properties since.
 */
const rows = new WeakMap<object, EntityPayload>();

export function rememberRow(entity: object, row: EntityPayload): void {
  rows.set(entity, row);
}

/** Undefined for a copy of an entity, which is a new value, and for one whose definition has no indexes. */
export function rowReadAs(entity: object): EntityPayload | undefined {
  return rows.get(entity);
}
