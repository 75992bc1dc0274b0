import { formatValue } from "../../errors/format-value.js";
import { isTableError, TableError } from "../../errors/table-error.js";
import { keyPartText, parseKeyPart } from "../../keys/key-encoding.js";
import { isReversible, type KeyPart, malformedPart, type PropertyPart } from "../../keys/key-part.js";
import { parseOneOf } from "../../keys/text.js";
import type { EntityPayload, EntitySchema } from "../../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../../schema/entity-types.js";
import { storedNames } from "../../schema/stored-names.js";
import { isObject, notAnObject } from "../entity-errors.js";
import { idOf, own } from "../system-properties.js";

type AnySchema = EntitySchema<EntityTypes>;
type Values = Record<string, unknown>;

/**
 * Returns the values that stored keys were made of.
 * @throws TableError `key.malformed` naming the entity and its key; `key.not-reversible` naming a property that only derived parts hold
 */
export function parseKeyOf(schema: AnySchema, id: EntityId): object {
  const values = readKeyOf(schema, id);
  const property = untold(schema.partitionParts, values) ?? untold(schema.rowParts, values);
  if (property === undefined) return values;
  const problem = `${schema.name}.parseKey cannot tell ${property}: the keys hold only what was derived from it. Read the row, which stores it.`;
  throw new TableError("key.not-reversible", problem, { entity: schema.name, property });
}

/** Finds the first property whose value the keys do not determine. */
function untold(parts: readonly KeyPart[], values: object): string | undefined {
  for (const part of parts) if (typeof part !== "string" && !Object.hasOwn(values, part[0])) return part[0];
  return undefined;
}

/** Returns the values that stored keys determine. @throws TableError `key.malformed` naming the entity and its key */
export function readKeyOf(schema: AnySchema, id: EntityId): object {
  checkId(schema.name, id);
  try {
    return parseKey(schema, id);
  } catch (error) {
    if (!isTableError(error)) throw error;
    const key = `(${JSON.stringify(id.partitionKey)}, ${JSON.stringify(id.rowKey)})`;
    const problem = `${key} is not a key of ${schema.name}, whose shape is ${shapeOf(schema)}: ${error.message}`;
    throw new TableError("key.malformed", problem, { entity: schema.name, cause: error });
  }
}

function checkId(entity: string, id: EntityId): void {
  if (!isObject(id)) throw notAnObject(entity, `The argument of ${entity}.parseKey`, id);
  for (const key of [id.partitionKey, id.rowKey]) {
    if (typeof key === "string") continue;
    const problem = `${entity}.parseKey takes the stored { partitionKey, rowKey }; one of them is ${formatValue(key)}.`;
    throw new TableError("value.wrong-type", problem, { entity });
  }
}

/** Returns whether a RowKey alone has the shape of the entity's. Only for a schema whose RowKey determines all of its values. */
export function isRowKeyOf(schema: AnySchema, rowKey: string): boolean {
  try {
    const texts = partsOf(schema, schema.rowParts, rowKey);
    if (texts === undefined) return false;
    const values: Values = {};
    readParts(schema, schema.rowParts, texts, values);
    return schema.makesRowKey(values, rowKey);
  } catch (error) {
    if (isTableError(error)) return false;
    throw error;
  }
}

function parseKey(schema: AnySchema, id: EntityId): Values {
  const partition = partsOf(schema, schema.partitionParts, id.partitionKey);
  const row = partsOf(schema, schema.rowParts, id.rowKey);
  if (partition === undefined || row === undefined) return malformedKey(id);
  const values: Values = {};
  readParts(schema, schema.partitionParts, partition, values);
  readParts(schema, schema.rowParts, row, values);
  checkDerived(schema, schema.partitionParts, partition, values);
  checkDerived(schema, schema.rowParts, row, values);
  return values;
}

/** Returns the texts of the parts; undefined if the literals differ. */
function partsOf({ separator }: AnySchema, parts: readonly KeyPart[], key: string): string[] | undefined {
  const texts = splitKey(key, separator, parts.length);
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    if (typeof part === "string" && part !== texts[index]) return undefined;
  }
  return texts;
}

function readParts(schema: AnySchema, parts: readonly KeyPart[], texts: readonly string[], values: Values): void {
  const { separator, properties } = schema;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as KeyPart;
    if (!isReversible(part)) continue;
    const [name, encoding, width = 0] = part;
    if (Object.hasOwn(values, name)) {
      checkPart(part, texts[index], separator, values[name]);
      continue;
    }
    const property = properties[name] as (typeof properties)[string];
    const value = parseKeyPart(texts[index], { encoding, type: property.type, separator, width });
    values[name] = property.oneOf === undefined ? value : parseOneOf(value as string, property);
  }
}

/** Checks that derived parts match the values of other parts. */
function checkDerived(
  { separator }: AnySchema,
  parts: readonly KeyPart[],
  texts: readonly string[],
  values: Values,
): void {
  for (const [index, part] of parts.entries()) {
    if (typeof part === "string" || isReversible(part) || !Object.hasOwn(values, part[0])) continue;
    checkPart(part, texts[index], separator, values[part[0]]);
  }
}

/** Checks the second part of a property that is in both keys against its value. */
function checkPart(part: PropertyPart, text: string | undefined, separator: string, value: unknown): void {
  if (keyPartText(part, value, separator) === text) return;
  throw malformedPart(text, `the text of ${part[0]}, which is ${formatValue(value)} in the other part`);
}

/**
 * Returns the row with the key properties that it lacks, read from PartitionKey and RowKey.
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

/** Formats the shape of the keys: `("cust!{customerId}", "order!{placedAt}!{orderNo}")`. */
function shapeOf(schema: AnySchema): string {
  const shape = (parts: readonly KeyPart[]) =>
    JSON.stringify(parts.map((part) => (typeof part === "string" ? part : `{${part[0]}}`)).join(schema.separator));
  return `(${shape(schema.partitionParts)}, ${shape(schema.rowParts)})`;
}

/** Splits a stored key into its parts. No part contains the separator: text escapes it, raw refuses it. */
function splitKey(key: string, separator: string, count: number): string[] {
  const parts = key.split(separator);
  if (parts.length !== count) {
    throw new TableError("key.malformed", `The key ${formatValue(key)} has ${parts.length} parts, not ${count}.`);
  }
  return parts;
}

/** Throws for a stored key whose literals differ from the definition's. */
function malformedKey(id: { readonly partitionKey: string; readonly rowKey: string }): never {
  const keys = `PartitionKey ${formatValue(id.partitionKey)} and RowKey ${formatValue(id.rowKey)}`;
  throw new TableError("key.malformed", `${keys} do not contain the literals of the definition.`);
}
