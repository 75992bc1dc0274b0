import type { EntityPayload } from "../../schema/entity-schema.js";

/**
 * Rows that entities with indexes were read from. When such an entity is written, its index rows are derived from this row, because the
 * entity's properties may have been changed since. For an entity with read-only properties the map's key is its `$timestamp`, which a
 * spread copies.
 */
const rows = new WeakMap<object, EntityPayload>();

export function rememberRow(entity: object, row: EntityPayload): void {
  rows.set(entity, row);
}

/** Returns the row of an entity; undefined for a copy of an entity, which is a new value, and for one whose definition has no indexes. */
export function rowReadAs(entity: object): EntityPayload | undefined {
  return rows.get(entity);
}
