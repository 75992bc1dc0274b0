import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError, wrongValue } from "../errors/table-error.js";
import type { KeyName } from "../schema/check-key.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../schema/entity-types.js";
import { storedNames } from "../schema/property.js";
import { isObject, notAnObject } from "./entity-errors.js";
import { isSplit, splitKey } from "./key-pattern.js";
import { malformedPart } from "./keys/key-codec.js";
import { isReversible, type KeyPart, type PropertyPart } from "./keys/key-part.js";
import { idOf, own } from "./system-properties.js";

type AnySchema = EntitySchema<EntityTypes>;
type Values = Record<string, unknown>;

/**
 * Reads the values of all key properties back from stored keys.
 * @throws TableError `key.malformed` naming the entity and its key; `key.not-reversible` naming a property if the keys contain only derived
 * values of it
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
  for (const part of parts) if (typeof part !== "string" && !Object.hasOwn(values, part.field)) return part.field;
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

/**
 * Returns the property values that can be read from the keys of a row. The result is that of {@link readKeyOf}, but most keys are cut
 * without a regular expression, because generated code calls this for every row. @throws TableError `key.malformed`
 */
export function readKeysOfRow(schema: AnySchema, row: EntityPayload): object {
  const values: Values = {};
  try {
    if (cutKey(schema.partitionParts, row.PartitionKey, values) && cutKey(schema.rowParts, row.RowKey, values))
      return values;
  } catch (error) {
    if (!isTableError(error, "key.malformed")) throw error;
  }
  return readKeyOf(schema, idOf(row));
}

/**
 * Reads the parts of a key into `values`. A part ends by its length, or before the next constant.
 * @returns false if a part does not end in this way, or does not determine its value
 */
function cutKey(parts: readonly KeyPart[], key: string, values: Values): boolean {
  let at = 0;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as KeyPart;
    if (typeof part === "string") {
      if (!key.startsWith(part, at)) return false;
      at += part.length;
      continue;
    }
    if (part.isDerived || values[part.field] !== undefined) return false;
    const next = parts[index + 1];
    const end =
      next === undefined ? key.length : part.length !== undefined ? at + part.length : endOf(part, next, key, at);
    if (end < 0) return false;
    values[part.field] = part.parse(key.slice(at, end));
    at = end;
  }
  return at === key.length;
}

/** Returns the position of the constant that ends a part; −1 if none does. */
function endOf(part: PropertyPart, next: KeyPart, key: string, at: number): number {
  return typeof next === "string" && part.endsBefore?.(next) ? key.indexOf(next, at) : -1;
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
 * Returns whether a RowKey has the shape of the entity class's RowKeys. Call it only for a schema whose RowKey alone gives the values of
 * the properties in it.
 */
export function isRowKeyOf(schema: AnySchema, rowKey: string): boolean {
  try {
    const { rowParts } = schema;
    const cut: Values = {};
    if (cutKey(rowParts, rowKey, cut)) return schema.makesRowKey(cut, rowKey);
    const values: Values = {};
    readParts(rowParts, splitKey(rowParts, rowKey), values);
    return schema.makesRowKey(values, rowKey);
  } catch (error) {
    if (isTableError(error)) return false;
    throw error;
  }
}

/** Returns whether both keys have the shape of the entity class's keys, whatever their values. */
export function hasShape({ partitionParts, rowParts }: AnySchema, { partitionKey, rowKey }: EntityId): boolean {
  return isSplit(partitionParts, partitionKey) && isSplit(rowParts, rowKey);
}

function parseKey(schema: AnySchema, id: EntityId): Values {
  const { partitionParts, rowParts } = schema;
  const values: Values = {};
  let reading: KeyName = "PartitionKey";
  try {
    const partition = splitKey(partitionParts, id.partitionKey);
    readParts(partitionParts, partition, values);
    reading = "RowKey";
    const row = splitKey(rowParts, id.rowKey);
    readParts(rowParts, row, values);
    reading = "PartitionKey";
    readParts(partitionParts, partition, values, true);
    reading = "RowKey";
    readParts(rowParts, row, values, true);
    return values;
  } catch (error) {
    if (!isTableError(error)) throw error;
    const [key, parts] = reading === "RowKey" ? [id.rowKey, rowParts] : [id.partitionKey, partitionParts];
    const what = `${reading} ${formatValue(key)} is not a key of ${schema.name}, whose shape is ${formatShape(parts)}`;
    // If a property is the whole key, its error repeats the text of the key, which the message already shows. So that is removed.
    const problem = error.message.replace(`has key text ${formatValue(key)}, which is not`, "is not");
    throw new TableError("key.malformed", `${what}: ${problem}`, { cause: error });
  }
}

/**
 * Reads into `values` the parts that determine a value, such as a date. With `areDerived` it does something else: it checks that the
 * derived parts, such as the month of that date, match `values`.
 */
function readParts(parts: readonly KeyPart[], texts: readonly string[], values: Values, areDerived = false): void {
  let index = 0;
  try {
    for (; index < parts.length; index++) {
      const part = parts[index] as KeyPart;
      if (typeof part === "string" || isReversible(part) === areDerived) continue;
      const { field } = part;
      if (Object.hasOwn(values, field)) checkPart(part, texts[index], values[field]);
      else if (!areDerived) values[field] = part.parse(texts[index]);
    }
  } catch (error) {
    if (!isTableError(error)) throw error;
    const at = texts.slice(0, index).join("").length;
    const { field } = parts[index] as PropertyPart;
    throw new TableError("key.malformed", `at index ${at} {${field}} ${error.message}`, { cause: error });
  }
}

/** Checks that a key part has the text of `value`, which was read from another part of the same property. */
function checkPart(part: PropertyPart, text: string | undefined, value: unknown): void {
  if (part.encode(value) === text) return;
  throw malformedPart(text, `the text of ${part.field}, which is ${formatValue(value)} in the other part`);
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
  return JSON.stringify(parts.map((part) => (typeof part === "string" ? part : `{${part.field}}`)).join(""));
}
