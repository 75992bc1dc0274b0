import type { EntityPayload } from "../../schema/entity-schema.js";

/**
 * Rows that entities with indexes or read-only properties were read from. A write of such an entity needs the row, because the entity's
 * properties may have been changed since: the row shows the current index rows, and the read-only values. With read-only properties the
 * map's key is the entity's `$timestamp`, which a spread copies.
 */
const rows = new WeakMap<object, EntityPayload>();

export function rememberRow(entity: object, row: EntityPayload): void {
  rows.set(entity, row);
}

/**
 * Returns the row that an entity was read from; undefined for a copy, which is a new value, or if the definition has no indexes. For
 * read-only properties, pass the entity's `$timestamp`.
 */
export function rowReadAs(entity: object): EntityPayload | undefined {
  return rows.get(entity);
}
