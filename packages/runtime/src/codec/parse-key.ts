import { wrongValue } from "../errors/common-errors.js";
import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { KeyName } from "../schema/check-key.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../schema/entity-types.js";
import { storedNames } from "../schema/stored-names.js";
import { isObject, notAnObject } from "./entity-errors.js";
import { isSplit, splitKey } from "./key-pattern.js";
import { isReversible, keyPartText, parseKeyPart } from "./keys/key-encoding.js";
import { type KeyPart, malformedPart, type PropertyPart } from "./keys/key-part.js";
import { parseOneOf } from "./keys/text.js";
import { idOf, own } from "./system-properties.js";

type AnySchema = EntitySchema<EntityTypes>;
type Values = Record<string, unknown>;

/**
 * Returns the values of all key properties, from which stored keys were built.
 * @throws TableError `key.malformed` naming the entity and its key; `key.not-reversible` naming a property of which the keys contain only
 * derived values
 */
export function parseKeyOf(schema: AnySchema, id: EntityId): object {
  const values = readKeyOf(schema, id);
  const property = findUndetermined(schema.partitionParts, values) ?? findUndetermined(schema.rowParts, values);
  if (property === undefined) return values;
  const problem = `${schema.name}.parseKey cannot return ${property}: the keys contain only a derived value. Read the row, which stores it.`;
  throw new TableError("key.not-reversible", problem, { entity: schema.name, property });
}

/** Returns the first property whose value the keys do not determine; undefined if there is none. */
function findUndetermined(parts: readonly KeyPart[], values: object): string | undefined {
  for (const part of parts) if (typeof part !== "string" && !Object.hasOwn(values, part[0])) return part[0];
  return undefined;
}

/** Returns the property values that can be read from stored keys. @throws TableError `key.malformed` naming the entity and its key */
export function readKeyOf(schema: AnySchema, id: EntityId): object {
  checkId(schema.name, id);
  try {
    return parseKey(schema, id);
  } catch (error) {
    if (!isTableError(error)) throw error;
    throw new TableError("key.malformed", error.message, { entity: schema.name, cause: error });
  }
}

/** Returns the error of keys that do not have the shape of the entity class's keys. */
export function explainMalformedKey(schema: AnySchema, id: EntityId): TableError {
  try {
    readKeyOf(schema, id);
  } catch (error) {
    if (error instanceof TableError) return error;
    throw error;
  }
  throw new TypeError(`These are keys of ${schema.name}.`);
}

function checkId(entity: string, id: EntityId): void {
  if (!isObject(id)) throw notAnObject(entity, `The argument of ${entity}.parseKey`, id);
  for (const key of [id.partitionKey, id.rowKey]) {
    if (typeof key === "string") continue;
    const problem = `${entity}.parseKey takes the stored { partitionKey, rowKey }; one of them is ${formatValue(key)}.`;
    throw wrongValue(problem, { entity });
  }
}

/**
 * Returns whether a RowKey has the shape of the entity class's RowKeys. Call it only for a schema whose RowKey alone determines the values
 * of the properties in it.
 */
export function isRowKeyOf(schema: AnySchema, rowKey: string): boolean {
  try {
    const values: Values = {};
    readParts(schema, schema.rowParts, splitKey(schema.rowParts, schema.properties, rowKey), values);
    return schema.makesRowKey(values, rowKey);
  } catch (error) {
    if (isTableError(error)) return false;
    throw error;
  }
}

/** Returns whether both keys have the shape of the entity class's keys, whatever their values. */
export function hasShape(
  { partitionParts, rowParts, properties }: AnySchema,
  { partitionKey, rowKey }: EntityId,
): boolean {
  return isSplit(partitionParts, properties, partitionKey) && isSplit(rowParts, properties, rowKey);
}

function parseKey(schema: AnySchema, id: EntityId): Values {
  const { partitionParts, rowParts, properties } = schema;
  const values: Values = {};
  let reading: KeyName = "PartitionKey";
  try {
    const partition = splitKey(partitionParts, properties, id.partitionKey);
    readParts(schema, partitionParts, partition, values);
    reading = "RowKey";
    const row = splitKey(rowParts, properties, id.rowKey);
    readParts(schema, rowParts, row, values);
    reading = "PartitionKey";
    readParts(schema, partitionParts, partition, values, true);
    reading = "RowKey";
    readParts(schema, rowParts, row, values, true);
    return values;
  } catch (error) {
    if (!isTableError(error)) throw error;
    const [key, parts] = reading === "RowKey" ? [id.rowKey, rowParts] : [id.partitionKey, partitionParts];
    const what = `${reading} ${formatValue(key)} is not a key of ${schema.name}, whose shape is ${formatShape(parts)}`;
    // If a property is the whole key, its error repeats the text of the key, which the message shows already.
    const problem = error.message.replace(`has key text ${formatValue(key)}, which is not`, "is not");
    throw new TableError("key.malformed", `${what}: ${problem}`, { cause: error });
  }
}

/**
 * Reads into `values` the values of the parts that determine them, such as a date. With `areDerived`, checks instead that the derived
 * parts, such as the month of that date, match `values`.
 */
function readParts(
  { properties }: AnySchema,
  parts: readonly KeyPart[],
  texts: readonly string[],
  values: Values,
  areDerived = false,
): void {
  let index = 0;
  try {
    for (; index < parts.length; index++) {
      const part = parts[index] as KeyPart;
      if (typeof part === "string" || isReversible(part) === areDerived) continue;
      const [name, encoding, width = 0, , end = ""] = part;
      if (Object.hasOwn(values, name)) checkPart(part, texts[index], values[name]);
      if (areDerived || Object.hasOwn(values, name)) continue;
      const property = properties[name] as (typeof properties)[string];
      const value = parseKeyPart(texts[index], encoding, { type: property.type, end, width });
      values[name] = property.oneOf === undefined ? value : parseOneOf(value as string, property);
    }
  } catch (error) {
    if (!isTableError(error)) throw error;
    const at = texts.slice(0, index).join("").length;
    throw new TableError("key.malformed", `at index ${at} {${parts[index]?.[0]}} ${error.message}`, { cause: error });
  }
}

/** Checks that a key part has the text of `value`, which was read from another part with the same property. */
function checkPart(part: PropertyPart, text: string | undefined, value: unknown): void {
  if (keyPartText(part, value) === text) return;
  throw malformedPart(text, `the text of ${part[0]}, which is ${formatValue(value)} in the other part`);
}

/**
 * Returns a row with the key properties that it does not store, read from PartitionKey and RowKey.
 * @throws TableError `key.malformed`
 */
export function completeRow(row: EntityPayload, schema: AnySchema): EntityPayload {
  const members: [string, unknown][] = [];
  for (const [field, value] of Object.entries(readKeyOf(schema, idOf(row)))) {
    const property = schema.properties[field] as (typeof schema.properties)[string];
    const { name = field, type } = property;
    const isAbsent = storedNames(field, property).every((stored) => (own(row, stored) ?? undefined) === undefined);
    if (isAbsent) {
      members.push([name, JSON.parse(type.toJson(value))], [`${name}@odata.type`, type.edm]);
    }
  }
  return { ...row, ...Object.fromEntries(members) };
}

/** Formats the shape of a key: `"order!{placedAt}!{orderNo}"`. */
function formatShape(parts: readonly KeyPart[]): string {
  return JSON.stringify(parts.map((part) => (typeof part === "string" ? part : `{${part[0]}}`)).join(""));
}
