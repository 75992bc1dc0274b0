import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import { isObject } from "../entity-errors.js";
import { copyStoredKeys } from "../keys/stored-keys.js";

/**
 * Returns the entity with the defaults that are computed for each entity, such as the current time. They are computed once, before the
 * first request, so that keys, properties and retries have the same values.
 */
export function makeDefaults<T extends EntityTypes>(schema: EntitySchema<T>, entity: T["init"]): T["init"] {
  if (!isObject(entity)) return entity;
  const given = entity as Readonly<Record<string, unknown>>;
  const absent = schema.madeDefaults.filter(({ field }) => given[field] === undefined || given[field] === null);
  if (absent.length === 0) return entity;
  const made = absent.map(({ field, makeDefault }) => [field, makeDefault?.()]);
  const whole: T["init"] = { ...given, ...Object.fromEntries(made) };
  copyStoredKeys(schema, entity, whole);
  return whole;
}
