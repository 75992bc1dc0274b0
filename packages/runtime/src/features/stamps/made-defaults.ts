import { isAbsent } from "../../codec/edm/edm-type.js";
import { isObject } from "../../codec/entity-errors.js";
import { copyStoredKeys } from "../../codec/stored-keys.js";
import { currentTime } from "../../platform/time.js";
import type { SchemaHooks } from "../../schema/entity-schema.js";
import type { Hooks, WholeWrite } from "../../schema/hooks.js";
import type { Property } from "../../schema/property.js";

/**
 * Fills in defaults computed for each entity, such as a random id, and sets the properties that record the time of a
 * write.
 */
export const madeDefaults: Hooks<SchemaHooks> = {
  fillIn(schema, entity, write) {
    if (!isObject(entity)) return entity;
    const given = entity as Readonly<Record<string, unknown>>;
    const lacking = schema.madeDefaults.filter(
      (property) =>
        (property.stamp === "write" && write !== undefined) || (isMadeBy(property, write) && lacks(given, property)),
    );
    if (lacking.length === 0) return entity;
    const whole = { ...given, ...made(lacking) };
    copyStoredKeys(schema, entity, whole);
    return whole;
  },

  fillInChanges({ onWrite, properties }, changes, always) {
    if (onWrite.length === 0) return changes;
    const { $extra, ...values } = changes as Readonly<Record<string, unknown>>;
    const isEmpty = Object.entries(properties).every(([name, property]) => isAbsent(values[name], property));
    if (!always && isEmpty && $extra === undefined) return changes;
    return { ...changes, ...made(onWrite) };
  },
};

function made(properties: readonly Property[]): object {
  const time = currentTime();
  return Object.fromEntries(properties.map(({ field, makeDefault }) => [field, makeDefault?.(time)]));
}

/**
 * Returns whether this kind of write fills in the property if the entity lacks it. A replacement does not fill in the time of the insert.
 */
function isMadeBy({ stamp }: Property, write: WholeWrite | undefined): boolean {
  if (write === "change") return false;
  return stamp !== "insert" || write !== "replace";
}

function lacks(entity: Readonly<Record<string, unknown>>, { field }: Property): boolean {
  return (entity[field] ?? undefined) === undefined;
}
