import { shared } from "../platform/copies.js";
import type { EntityPayload } from "../schema/entity-schema.js";

/**
 * Map from an entity with indexes to the row that it was read from. A write of the entity needs that row: the properties may have been
 * changed since, and the row shows which index rows exist. For an entity with read-only properties, whose stored values a write must keep,
 * the key of the map is its `$timestamp`, which a spread copies. The client that reads may belong to another copy of this package than the
 * class, whose features write.
 */
const rows = /* @__PURE__ */ shared("rows-read/v1", () => new WeakMap<object, EntityPayload>());

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
