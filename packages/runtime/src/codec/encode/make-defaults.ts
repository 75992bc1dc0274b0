import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Property } from "../../schema/property.js";
import { isObject } from "../entity-errors.js";
import { copyStoredKeys } from "../keys/stored-keys.js";

/** Kind of a write of a whole row. `change` leaves the properties that it lacks as they are stored. */
export type WholeWrite = "insert" | "replace" | "change";

/**
 * Returns the entity with the defaults that are computed for each entity, such as the current time. They are computed once, before the
 * first request, so that keys, properties and retries have the same values.
 * @param write adds the times of this write; without it the entity is only completed
 */
export function makeDefaults<T extends EntityTypes>(
  schema: EntitySchema<T>,
  entity: T["init"],
  write?: WholeWrite,
): T["init"] {
  if (!isObject(entity)) return entity;
  const given = entity as Readonly<Record<string, unknown>>;
  const lacking = schema.madeDefaults.filter(
    (property) =>
      (property.stamp === "write" && write !== undefined) || (isMadeBy(property, write) && lacks(given, property)),
  );
  if (lacking.length === 0) return entity;
  const whole: T["init"] = { ...given, ...made(lacking) };
  copyStoredKeys(schema, entity, whole);
  return whole;
}

/** Returns the changes with the times that every write sets. @param always adds them to changes of nothing too */
export function withWriteTimes<T extends EntityTypes>(
  { onWrite }: EntitySchema<T>,
  changes: object,
  always = false,
): object {
  if (onWrite.length === 0) return changes;
  if (!always && Object.values(changes).every((value) => value === undefined || value === null)) return changes;
  return { ...changes, ...made(onWrite) };
}

function made(properties: readonly Property[]): object {
  const time = Date.now();
  return Object.fromEntries(properties.map(({ field, makeDefault }) => [field, makeDefault?.(time)]));
}

/** Returns whether a write makes the value of a property that the entity lacks. Only an insert makes the time of the insert. */
function isMadeBy({ stamp }: Property, write: WholeWrite | undefined): boolean {
  if (write === "change") return false;
  return stamp !== "insert" || write !== "replace";
}

function lacks(entity: Readonly<Record<string, unknown>>, { field }: Property): boolean {
  return (entity[field] ?? undefined) === undefined;
}
