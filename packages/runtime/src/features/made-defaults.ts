import { isObject } from "../codec/check-entity.js";
import { isAbsent } from "../codec/edm/edm-type.js";
import { copyStoredKeys } from "../codec/stored-keys.js";
import { TableError } from "../errors/table-error.js";
import { currentTime } from "../platform/time.js";
import type { SchemaHooks } from "../schema/entity-schema.js";
import type { Hooks, WholeWrite } from "../schema/hooks.js";
import type { Property } from "../schema/property.js";

/** Feature that fills in computed defaults, such as a random id, and the properties with the time of a write. */
export const madeDefaults: Hooks<SchemaHooks> = {
  fillIn(schema, entity, write) {
    if (!isObject(entity)) return entity;
    const given = entity as Readonly<Record<string, unknown>>;
    if (write !== undefined) refuseGivenTimes(schema, given);
    const lacking = schema.madeDefaults.filter(
      (property) =>
        (property.stamp === "write" && write !== undefined) ||
        (isMadeBy(property, write) && (given[property.field] ?? undefined) === undefined),
    );
    if (lacking.length === 0) return entity;
    const whole = { ...given, ...made(lacking) };
    copyStoredKeys(schema, entity, whole);
    madeFields.set(whole, [...lacking.map(({ field }) => field), ...(madeFields.get(entity) ?? [])]);
    return whole;
  },

  fillInChanges(schema, changes, always) {
    const { onWrite, properties } = schema;
    if (onWrite.length === 0) return changes;
    refuseGivenTimes(schema, changes as Readonly<Record<string, unknown>>);
    const { $extra, ...values } = changes as Readonly<Record<string, unknown>>;
    const isEmpty = Object.entries(properties).every(([name, property]) => isAbsent(values[name], property));
    if (!always && isEmpty && $extra === undefined) return changes;
    return { ...changes, ...made(onWrite) };
  },
};

/** Names of the properties that `fillIn` has filled in, by the object that it returned. */
const madeFields = new WeakMap<object, readonly string[]>();

/**
 * Checks that a plain object does not set the time of the write, because it would be ignored. An entity, or a copy of one, may have the
 * time of an earlier write.
 * @throws TableError `value.read-only`
 */
function refuseGivenTimes({ name, onWrite }: SchemaHooks["schema"], given: Readonly<Record<string, unknown>>): void {
  if ("$kind" in given || "$timestamp" in given) return;
  for (const { field } of onWrite) {
    if ((given[field] ?? undefined) === undefined || madeFields.get(given)?.includes(field)) continue;
    const problem = `${name}.${field} is set by every write. Leave it out.`;
    throw new TableError("value.read-only", problem, { entity: name, property: field });
  }
}

function made(properties: readonly Property[]): object {
  const time = currentTime();
  return Object.fromEntries(properties.map(({ field, makeDefault }) => [field, makeDefault?.(time)]));
}

/**
 * Returns whether this kind of write fills in the property if the entity lacks it. The time of the insert is not filled in by a
 * replacement.
 */
function isMadeBy({ stamp }: Property, write: WholeWrite | undefined): boolean {
  if (write === "change") return false;
  return stamp !== "insert" || write !== "replace";
}
