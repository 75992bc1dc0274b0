import { shared } from "../platform/copies.js";
import type { EntityPayload } from "../schema/entity-schema.js";

/**
 * Map from an entity to the row from which it was read, for entities with indexes. A write needs that row: it shows which index rows exist,
 * and the properties of the entity may have changed since. If an entity has read-only properties, whose stored values a write must keep,
 * the key of the map is its `$timestamp`, which a spread copies. All copies of this package share the map, because one may read an entity
 * and another write it.
 */
const rows = /* @__PURE__ */ shared("rows-read/v1", () => new WeakMap<object, EntityPayload>());

export function rememberRow(entity: object, row: EntityPayload): void {
  rows.set(entity, row);
}

/**
 * Returns the row from which an entity was read. Undefined for a copy, which is a new value, and if the definition has no indexes. For
 * read-only properties, pass the entity's `$timestamp`.
 */
export function rowReadAs(entity: object): EntityPayload | undefined {
  return rows.get(entity);
}
