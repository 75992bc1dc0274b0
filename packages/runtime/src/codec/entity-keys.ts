import type { TableError } from "../errors/table-error.js";
import { isDate } from "../platform/built-ins.js";
import { checkKey } from "../schema/check-key.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes, Partition } from "../schema/entity-types.js";
import type { Limits } from "../schema/limits.js";
import { checkKeyNames, checkPartitionNames } from "./check-names.js";
import { dateOf, remainderOf } from "./edm/exact-date.js";
import { findProblem, notAnObject } from "./entity-errors.js";
import { missingPart } from "./keys/key-codec.js";
import { type KeyPart, type PropertyPart, propertyParts } from "./keys/key-part.js";
import { keysToRead, keysToWrite } from "./row-of-entity.js";

type Values = Readonly<Record<string, unknown>>;

type AnySchema = EntitySchema<EntityTypes>;

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
export function explainPart<T extends EntityTypes>(
  schema: EntitySchema<T>,
  part: PropertyPart,
  value: unknown,
): TableError | undefined {
  return findProblem(() => part.encode(value), schema.name, part.field);
}

/** Returns both keys of a row to read, checked against the limits of the service. @throws TableError naming entity and property */
export function encodeKey<T extends EntityTypes>(schema: EntitySchema<T>, key: T["key"], limits: Limits): EntityId {
  return withinLimits(schema, keyOf(schema, key), limits);
}

/** Returns both keys of a row to write, checked against the limits of the service. @throws TableError as `encodeKey`, and `key.changed` */
export function encodeKeyToWrite<T extends EntityTypes>(
  schema: EntitySchema<T>,
  key: T["key"],
  limits: Limits,
): EntityId {
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
