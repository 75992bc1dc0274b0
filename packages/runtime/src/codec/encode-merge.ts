import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import type { AnySchema } from "../schema/entity-schema.js";
import type { Limits } from "../schema/limits.js";
import { checkNames, notAnObject } from "./check-entity.js";
import { changesOnly } from "./edm/edm-type.js";
import { type EncodedEntity, entityBody, explainEncode } from "./encode-entity.js";
import { encodeKeyToWrite } from "./entity-keys.js";
import { propertyParts, type Values } from "./keys/key-part.js";
import { orNone } from "./row-identity.js";

/**
 * Encodes changes to a stored row. Omits undefined and null, and fills in no defaults.
 * @throws TableError naming entity, property, limit and value; `key.changed` if the changes contain another key, `write.nothing` if they
 * contain no value
 */
export function encodeMerge(schema: AnySchema, key: object, changes: object, limits: Limits): EncodedEntity {
  const id = encodeKeyToWrite(schema, key, limits);
  const set = withTimes(schema, changes);
  const members = encodeSet(schema, key, set, limits);
  if (members === "") throw nothingToWrite(schema.name);
  const { partitionKey, rowKey, body } = entityBody(schema.name, id, members, limits);
  return { partitionKey, rowKey, body, values: keyAndTimes(schema, key, set) };
}

/** Returns the key of a row that changes, and from `set` the times that every write sets. */
export function keyAndTimes(schema: AnySchema, key: object, set: object): object {
  if (schema.onWrite.length === 0) return key;
  return { ...key, ...Object.fromEntries(schema.onWrite.map(({ field }) => [field, (set as Values)[field]])) };
}

/**
 * Creates the error of an empty merge. Such a merge would change only the row's ETag, and so break the writes of other clients for no
 * reason.
 */
export function nothingToWrite(entity: string): TableError {
  const problem = `A merge of ${entity} has nothing to write: set at least one property. To remove one, return its name in unset from modify.`;
  return new TableError("write.nothing", problem, { entity });
}

/**
 * Encodes the changes of a merge as JSON members, without the keys. Adds the properties that every write sets to the current time
 * (`onWrite`).
 * @throws TableError `value.read-only`, and the errors of {@link encodeMerge}
 */
export function encodeChanges(schema: AnySchema, key: object, changes: object, limits: Limits): string {
  return encodeSet(schema, key, withTimes(schema, changes), limits);
}

/**
 * Checks the changes of a merge. If they are not empty, adds the properties that every write sets to the current time (`onWrite`).
 * @throws TableError `value.read-only`, `value.wrong-type`
 */
export function withTimes(schema: AnySchema, changes: object): object {
  const nothing = notAnObject(schema.name, `A merge of ${schema.name}`, changes);
  if (nothing !== undefined) throw nothing;
  schema.hooks.checkChanges?.(schema, changes, []);
  return schema.hooks.fillInChanges?.(schema, changes, false) ?? changes;
}

/**
 * Encodes the changes of a merge as JSON members. The caller has already added the properties that every write sets to the current time.
 */
export function encodeSet(schema: AnySchema, key: object, changes: object, limits: Limits): string {
  refuseOtherKey(schema, key as Values, changes as Values);
  try {
    const members = schema.encode(changes as object, changesOnly, limits);
    checkNames(schema, changes);
    return members;
  } catch (error) {
    throw explainEncode(schema, changes, changesOnly, limits) ?? error;
  }
}

/**
 * If the changes contain key properties, checks that they equal those of the key. The compiler rejects such properties, except if an entity
 * that was read is passed as the changes.
 */
function refuseOtherKey(schema: AnySchema, key: Values, changes: Values): void {
  for (const part of propertyParts(schema)) {
    const { field: property } = part;
    const changed = changes[property];
    if (changed === undefined || changed === null) continue;
    const stored = part.encode(key[property]);
    if (orNone(() => part.encode(changed)) === stored) continue;
    const problem = `${schema.name}.${property} is part of the key and cannot change to ${formatValue(changed)}`;
    throw new TableError("key.changed", `${problem}; delete the row and insert a new one`, {
      entity: schema.name,
      property,
    });
  }
}
