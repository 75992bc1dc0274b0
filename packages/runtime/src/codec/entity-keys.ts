import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import { isDate } from "../platform/built-ins.js";
import { checkKey } from "../schema/check-key.js";
import type { AnySchema, EntityId, EntitySchema, EntityTypes, Partition } from "../schema/entity-schema.js";
import type { Limits } from "../schema/limits.js";
import {
  checkKeyNames,
  checkPartitionNames,
  findInstanceSchema,
  findProblem,
  isObject,
  notAnObject,
} from "./check-entity.js";
import { dateOf, remainderOf } from "./edm/exact-date.js";
import { missingPart } from "./keys/key-codec.js";
import { type KeyPart, type PropertyPart, propertyParts, type Values } from "./keys/key-part.js";
import { rowText } from "./payload.js";
import { findDifferentKeyProperty, orNone } from "./row-identity.js";
import { findStoredKeys, hasOtherKeys } from "./stored-keys.js";

/*
 * Functions that static methods of generated classes call. They are not generic, since each call of a generic function would cost compile
 * time in every application. Generated code declares its own types.
 */

/**
 * Returns a partition, for a transaction or a query over several entity classes. Its `values` contain only the properties of the
 * PartitionKey.
 */
export function partitionOf(schema: AnySchema, partition: object): Partition<string> {
  const { partitionKey } = keysToRead(schema, partition, () => ({
    partitionKey: keyTextOf(schema, partition, schema.partitionParts, () => schema.partitionKey(partition)),
  }));
  checkPartitionNames(schema, partition);
  const values: Record<string, unknown> = {};
  for (const part of schema.partitionParts) {
    if (typeof part !== "string") values[part.field] = (partition as Values)[part.field];
  }
  return { scope: schema.scope, table: schema.table, partitionKey, values };
}

/**
 * Returns PartitionKey and RowKey as text. For an entity that was read, these are its stored keys. @throws TableError naming entity and
 * property
 */
export function keyOf(schema: AnySchema, key: object): EntityId {
  return keysToRead(schema, key, () => bothKeysOf(schema, key));
}

export function rowKeyOf(schema: AnySchema, key: object): string {
  const make = () => ({ rowKey: keyTextOf(schema, key, schema.rowParts, () => schema.rowKey(key)) });
  return keysToRead(schema, key, make).rowKey;
}

function bothKeysOf(schema: AnySchema, key: object): EntityId {
  const { partitionParts, rowParts } = schema;
  return {
    partitionKey: keyTextOf(schema, key, partitionParts, () => schema.partitionKey(key)),
    rowKey: keyTextOf(schema, key, rowParts, () => schema.rowKey(key)),
  };
}

function keyTextOf(schema: AnySchema, key: object, parts: readonly KeyPart[], make: () => string): string {
  try {
    checkGiven(parts, key);
    const text = make();
    checkKeyNames(schema, key);
    return text;
  } catch (error) {
    throw explainParts(schema, parts, key as Values) ?? error;
  }
}

/**
 * Checks that all properties of a key are present. Defaults are only for new entities. In a key, they would choose a row or a partition
 * that the caller did not name.
 */
function checkGiven(parts: readonly KeyPart[], values: object): void {
  for (const part of parts) {
    if (typeof part === "string" || part.default === undefined) continue;
    if (((values as Values)[part.field] ?? undefined) === undefined) throw missingPart();
  }
}

/**
 * Returns the error of the first invalid value in a key; undefined if there is none. Checks the names first, because a misspelt name
 * explains more than the missing value.
 * @throws TableError `value.unknown-property`
 */
function explainParts(schema: AnySchema, parts: readonly KeyPart[], values: Values): TableError | undefined {
  const nothing = notAnObject(schema.name, `A key of ${schema.name}`, values);
  if (nothing !== undefined) return nothing;
  checkKeyNames(schema, values);
  for (const part of parts) {
    const problem = typeof part === "string" ? undefined : explainPart(schema, part, values[part.field]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Returns the error of a property's value as part of a key, with the names of entity and property; undefined if it is valid. */
export function explainPart(schema: AnySchema, part: PropertyPart, value: unknown): TableError | undefined {
  return findProblem(() => part.encode(value), schema.name, part.field);
}

/** Returns both keys of a row to read, checked against the limits of the service. @throws TableError naming entity and property */
export function encodeKey(schema: AnySchema, key: object, limits: Limits): EntityId {
  return withinLimits(schema, keyOf(schema, key), limits);
}

/** Returns both keys of a row to write, checked against the limits of the service. @throws TableError as `encodeKey`, and `key.changed` */
export function encodeKeyToWrite(schema: AnySchema, key: object, limits: Limits): EntityId {
  const id = keysToWrite(schema, key, () => bothKeysOf(schema, key));
  return withinLimits(schema, id, limits);
}

function withinLimits(schema: Pick<AnySchema, "name">, id: EntityId, limits: Limits): EntityId {
  checkKey(schema.name, "PartitionKey", id.partitionKey, limits);
  checkKey(schema.name, "RowKey", id.rowKey, limits);
  return id;
}

/** Copies an entity's key properties, so that they stay the same even if the program changes a `Date` of the entity. */
export function keyValues<T extends EntityTypes>(schema: EntitySchema<T>, entity: object): T["key"] {
  const values: Record<string, unknown> = {};
  for (const part of propertyParts(schema)) {
    const value = (entity as Values)[part.field];
    values[part.field] = isDate(value) ? dateOf(value.getTime(), remainderOf(value)) : value;
  }
  return values;
}

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
function keysToRead<K extends Keys>(schema: AnySchema, values: unknown, make: () => K): K {
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
      : `${property} is now ${formatValue((values as Values)[property])}, and its properties`;
  const gives = made === undefined ? "no key" : `the key ${rowText({ ...id, ...made })}`;
  const problem = `This ${entity} was read from the row ${rowText(id)}, but ${what} give ${gives}`;
  const help = `To move the row, delete it and insert the new one; to write another row, pass a plain key or new ${entity}(…).`;
  return new TableError("key.changed", `${problem}. ${help}`, { entity, property });
}
