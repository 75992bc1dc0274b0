import { TableError, withNames } from "../../errors/table-error.js";
import { keyPartText } from "../../keys/key-encoding.js";
import type { KeyPart, PropertyPart } from "../../keys/key-part.js";
import { checkKey } from "../../schema/check-key.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityId, EntityTypes, Partition } from "../../schema/entity-types.js";
import type { Limits } from "../../schema/limits.js";
import { checkKeyNames, checkPartitionNames } from "../encode/check-names.js";
import { isObject, notAnObject } from "../entity-errors.js";
import { storedKeysOf } from "./stored-keys.js";

type Values = Readonly<Record<string, unknown>>;

type AnySchema = EntitySchema<EntityTypes>;

/*
 * What the statics of generated classes call. They are not generic, since each call of a generic function would cost every user's
 * compiler again; generated code knows its own types and states them.
 */

/** The scope of a transaction or a query over several kinds; `values` holds the key's properties and nothing else. */
export function partitionOf(schema: AnySchema, partition: object): Partition<string> {
  const partitionKey = partitionKeyOf(schema, partition);
  checkPartitionNames(schema, partition);
  const values: Record<string, unknown> = {};
  for (const part of schema.partitionParts) {
    if (typeof part === "string") continue;
    values[part[0]] = (partition as Values)[part[0]] ?? schema.properties[part[0]]?.default;
  }
  return { scope: schema.scope, table: schema.table, partitionKey, values };
}

/** Both keys as text: of an entity that was read, those that it was read under. @throws TableError naming entity and property */
export function keyOf(schema: AnySchema, key: object): EntityId {
  const stored = isObject(key) ? storedKeysOf(schema, key) : undefined;
  if (stored !== undefined) return stored;
  try {
    const id = { partitionKey: schema.partitionKey(key), rowKey: schema.rowKey(key) };
    checkKeyNames(schema, key);
    return id;
  } catch (error) {
    throw explainParts(schema, [...schema.partitionParts, ...schema.rowParts], key as Values) ?? error;
  }
}

function partitionKeyOf(schema: AnySchema, partition: object): string {
  const stored = isObject(partition) ? storedKeysOf(schema, partition) : undefined;
  if (stored !== undefined) return stored.partitionKey;
  try {
    const partitionKey = schema.partitionKey(partition);
    checkKeyNames(schema, partition);
    return partitionKey;
  } catch (error) {
    throw explainParts(schema, schema.partitionParts, partition as Values) ?? error;
  }
}

export function rowKeyOf(schema: AnySchema, key: object): string {
  const stored = isObject(key) ? storedKeysOf(schema, key) : undefined;
  if (stored !== undefined) return stored.rowKey;
  try {
    const rowKey = schema.rowKey(key);
    checkKeyNames(schema, key);
    return rowKey;
  } catch (error) {
    throw explainParts(schema, schema.rowParts, key as Values) ?? error;
  }
}

/** A misspelt name tells more than the value that is missing for it. @throws TableError `value.unknown-property` */
function explainParts(schema: AnySchema, parts: readonly KeyPart[], values: Values): TableError | undefined {
  const nothing = notAnObject(schema.name, `A key of ${schema.name}`, values);
  if (nothing !== undefined) return nothing;
  checkKeyNames(schema, values);
  for (const part of parts) {
    const problem = typeof part === "string" ? undefined : explainPart(schema, part, values);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Why a part refuses its value, by the names of entity and property. */
export function explainPart<T extends EntityTypes>(
  schema: EntitySchema<T>,
  part: PropertyPart,
  values: Values,
): TableError | undefined {
  const [property] = part;
  try {
    keyPartText(part, values[property] ?? schema.properties[property]?.default, schema.separator);
    return undefined;
  } catch (error) {
    const named = withNames(error, schema.name, property);
    if (named instanceof TableError) return named;
    throw error;
  }
}

/** Both keys as text, checked against the limits of the service. @throws TableError naming entity and property */
export function encodeKey<T extends EntityTypes>(schema: EntitySchema<T>, key: T["key"], limits: Limits): EntityId {
  const id = keyOf(schema, key);
  checkKey(schema.name, "PartitionKey", id.partitionKey, limits);
  checkKey(schema.name, "RowKey", id.rowKey, limits);
  return id;
}
