import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../schema/entity-types.js";
import { findInstanceSchema } from "./check-names.js";
import { isObject } from "./entity-errors.js";
import { findDifferentKeyProperty } from "./find-different-part.js";
import { findStoredKeys, hasOtherKeys } from "./stored-keys.js";
import { rowText } from "./system-properties.js";

type AnySchema = EntitySchema<EntityTypes>;

/** PartitionKey and RowKey, or only the one that is needed. */
type Keys = Partial<EntityId>;

/**
 * Returns the keys of the row to write. If the entity was read, these are the stored keys of its row.
 * @param make builds the keys from the properties
 * @throws TableError `key.changed` if the entity was read, and its properties now give other keys; the errors of `make`
 */
export function keysToWrite<K extends Keys>(schema: AnySchema, values: unknown, make: () => K): K {
  return keysOf(schema, values, make, false);
}

/** Returns the keys of the row to insert. If an entity was read and its key properties have changed, it is a new row. */
export function keysToInsert<K extends Keys>(schema: AnySchema, values: unknown, make: () => K): K {
  return keysOf(schema, values, make, true);
}

/**
 * Returns the keys for a read, and for functions such as `keyOf`. If an entity was read and its key properties have changed, it depends: a
 * copy gets the keys of the new values, but an instance of the class, which was changed in place, is an error.
 */
export function keysToRead<K extends Keys>(schema: AnySchema, values: unknown, make: () => K): K {
  return keysOf(schema, values, make, isObject(values) && findInstanceSchema(values) === undefined);
}

function keysOf<K extends Keys>(schema: AnySchema, values: unknown, make: () => K, mayDiffer: boolean): K {
  const stored = isObject(values) ? findStoredKeys(schema, values) : undefined;
  if (stored === undefined) return make();
  const { id } = stored;
  const made = hasOtherKeys(stored) ? orNone(make) : make();
  if (areEqual(made, id) || areEqual(made, stored.made)) return id as K;
  if (!mayDiffer) throw keyChanged(schema, values as object, id, made);
  return made ?? make();
}

/** Returns the keys that `make` builds; undefined if none can be built from the properties. */
function orNone<K>(make: () => K): K | undefined {
  try {
    return make();
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

function areEqual(made: Keys | undefined, id: EntityId | undefined): boolean {
  if (made === undefined || id === undefined) return made === id;
  const { partitionKey = id.partitionKey, rowKey = id.rowKey } = made;
  return partitionKey === id.partitionKey && rowKey === id.rowKey;
}

function keyChanged(schema: AnySchema, values: object, id: EntityId, made: Keys | undefined): TableError {
  const { name: entity } = schema;
  const property = findDifferentKeyProperty(schema, values, id);
  const what =
    property === undefined
      ? "its properties"
      : `${property} is now ${formatValue((values as Readonly<Record<string, unknown>>)[property])}, and its properties`;
  const gives = made === undefined ? "no key" : `the key ${rowText({ ...id, ...made })}`;
  const problem = `This ${entity} was read from the row ${rowText(id)}, but ${what} give ${gives}`;
  const help = `To move the row, delete it and insert the new one; to write another row, pass a plain key or new ${entity}(…).`;
  return new TableError("key.changed", `${problem}. ${help}`, { entity, property });
}
