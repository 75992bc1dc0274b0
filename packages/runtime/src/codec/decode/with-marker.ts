/** Property descriptor that all rows share, because creating one for each row would take longer than the rest of adding `$marker`. */
const descriptor = { value: "" };

/**
 * Adds the stored marker of a row, a record of its last writes, to the entity that was read from it, as `$marker`. Does nothing if the row
 * has none. The property is not enumerable, so that copies, JSON and comparisons of entities lack it.
 */
export function withMarker<Entity extends object>(entity: Entity, facts: unknown): Entity {
  if (typeof facts !== "string") return entity;
  descriptor.value = facts;
  return Object.defineProperty(entity, "$marker", descriptor);
}
