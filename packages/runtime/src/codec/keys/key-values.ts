import { dateOf, remainderOf } from "../../edm/exact-date.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";

/** A copy of an entity's key properties, which stays as it is where a `Date` of the entity is changed in place. */
export function keyValues<T extends EntityTypes>(schema: EntitySchema<T>, entity: object): T["key"] {
  const values: Record<string, unknown> = {};
  for (const part of [...schema.partitionParts, ...schema.rowParts]) {
    if (typeof part === "string") continue;
    const value = (entity as Readonly<Record<string, unknown>>)[part[0]];
    values[part[0]] = value instanceof Date ? dateOf(value.getTime(), remainderOf(value)) : value;
  }
  return values;
}
