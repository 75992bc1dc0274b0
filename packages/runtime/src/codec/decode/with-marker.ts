/** Property descriptor that all rows share, because creating one for each row would take longer than the rest. */
const descriptor = { value: "" };

/**
 * Adds the stored facts of a row to the entity that was read from it, as `$marker`. The property is not enumerable, so that copies, JSON and
 * comparisons of entities lack it.
 */
export function withMarker<Entity extends object>(entity: Entity, facts: unknown): Entity {
  if (typeof facts !== "string") return entity;
  descriptor.value = facts;
  return Object.defineProperty(entity, "$marker", descriptor);
}
