import { formatValue } from "../../errors/format-value.js";
import { isTableError, TableError } from "../../errors/table-error.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../../schema/entity-types.js";
import { schemaOfInstance } from "../encode/check-names.js";
import { isObject } from "../entity-errors.js";
import { rowText } from "../system-properties.js";
import { propertyOfKey } from "./property-of-key.js";
import { hasOtherKeys, storedKeysOf } from "./stored-keys.js";

type AnySchema = EntitySchema<EntityTypes>;

/** Both keys, or the one that is asked for. */
type Keys = Partial<EntityId>;

/**
 * The keys of the row that a write takes an entity or a key for: of what was read those of its row.
 * @throws TableError `key.changed` where the properties of what was read make other keys by now; what `make` throws
 */
export function keysToWrite<K extends Keys>(schema: AnySchema, values: unknown, make: () => K): K {
  return keysOf(schema, values, make, false);
}

/** The same for an insert. It goes back to no row: what was read with other key properties is a new row. */
export function keysToInsert<K extends Keys>(schema: AnySchema, values: unknown, make: () => K): K {
  return keysOf(schema, values, make, true);
}

/**
 * The same for a read, and for what turns values into keys. A copy with other key properties goes by these; an instance was changed in
 * place, which is a mistake.
 */
export function keysToRead<K extends Keys>(schema: AnySchema, values: unknown, make: () => K): K {
  return keysOf(schema, values, make, isObject(values) && schemaOfInstance(values) === undefined);
}

function keysOf<K extends Keys>(schema: AnySchema, values: unknown, make: () => K, mayDiffer: boolean): K {
  const stored = isObject(values) ? storedKeysOf(schema, values) : undefined;
  if (stored === undefined) return make();
  const { id } = stored;
  const made = hasOtherKeys(stored) ? orNone(make) : make();
  if (areEqual(made, id) || areEqual(made, stored.made)) return id as K;
  if (!mayDiffer) throw keyChanged(schema, values as object, id, made);
  return made ?? make();
}

/** Undefined for properties that make no key. */
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
  const property = propertyOfKey(schema, values, id);
  const what =
    property === undefined
      ? "its properties"
      : `${property} is now ${formatValue((values as Readonly<Record<string, unknown>>)[property])}, and its properties`;
  const makes = made === undefined ? "no key" : `the key ${rowText({ ...id, ...made })}`;
  const problem = `This ${entity} was read from the row ${rowText(id)}, but ${what} make ${makes}`;
  const help = `The key of a row never changes. To move the row, delete it and insert the new one; to write another row, pass a plain key or new ${entity}(…).`;
  return new TableError("key.changed", `${problem}. ${help}`, { entity, property });
}
