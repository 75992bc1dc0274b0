import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";

const cache = new WeakMap<object, ReadonlySet<string>>();

/** The names under which a definition stores properties, its kind among them. */
export function storedNames<T extends EntityTypes>(schema: EntitySchema<T>): ReadonlySet<string> {
  let names = cache.get(schema);
  if (names === undefined) {
    names = collect(schema);
    cache.set(schema, names);
  }
  return names;
}

function collect<T extends EntityTypes>(schema: EntitySchema<T>): ReadonlySet<string> {
  const names = new Set<string>();
  if (schema.kindProperty !== undefined) names.add(schema.kindProperty);
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!property.keyOnly) names.add(property.name ?? name);
  }
  return names;
}
