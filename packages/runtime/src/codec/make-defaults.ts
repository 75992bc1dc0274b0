import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { type Feature, featureOf } from "../schema/feature.js";

/**
 * Kind of a write of a whole entity: `replace` also for insertOrReplace, `change` for insertOrMerge, which keeps stored properties that the
 * entity lacks.
 */
export type WholeWrite = "insert" | "replace" | "change";

type Schema = EntitySchema<EntityTypes>;

/**
 * Feature of definitions with defaults computed for each entity, such as a random id, or with properties that record the time of a write.
 */
export interface MadeDefaultsFeature extends Feature {
  addDefaults(schema: Schema, entity: object, write: WholeWrite | undefined): object;
  addWriteTimes(schema: Schema, changes: object, always: boolean): object;
}

/**
 * Returns the entity with the defaults that are computed for each entity, such as the current time. They are computed once, before the
 * first request, so that keys, properties and retries have the same values.
 * @param write kind of the write. If it is given, properties that every write sets to the current time (`onWrite`) are set too, even if the
 * entity has them. Undefined to fill in only missing properties
 */
export function makeDefaults<T extends EntityTypes>(
  schema: EntitySchema<T>,
  entity: T["init"],
  write?: WholeWrite,
): T["init"] {
  if (schema.madeDefaults.length === 0) return entity;
  return featureOf<MadeDefaultsFeature>(schema, "addDefaults").addDefaults(schema, entity, write);
}

/**
 * Adds to the changes of a row the properties that every write sets to the current time (`onWrite`). @param always true to add them even to
 * empty changes
 */
export function withWriteTimes<T extends EntityTypes>(
  schema: EntitySchema<T>,
  changes: object,
  always = false,
): object {
  if (schema.onWrite.length === 0) return changes;
  return featureOf<MadeDefaultsFeature>(schema, "addWriteTimes").addWriteTimes(schema, changes, always);
}
