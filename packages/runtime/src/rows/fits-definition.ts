import { storedNameIn } from "../codec/column.js";
import { decodeEntity } from "../codec/decode-entity.js";
import { withDefaults } from "../codec/edm/edm-type.js";
import { findJsonType, parseEdmType } from "../codec/edm/edm-value.js";
import { checkKeyValue } from "../codec/encode-entity.js";
import { propertyParts } from "../codec/keys/key-part.js";
import { readKeysOfRow } from "../codec/parse-key.js";
import { own } from "../codec/payload.js";
import { isTableError } from "../errors/table-error.js";
import type { AnySchema, EntityClass, EntityPayload, EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import { limits } from "../schema/limits.js";
import type { Property } from "../schema/property.js";
import { valueJson } from "./row-lines.js";

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns whether `findMismatches` would find nothing in a row. Tools that inspect whole tables call it for every row, because it takes a
 * small part of the time: the row needs no typed values, and nothing is explained.
 * @param row a row from `readPayloads`
 */
export function fitsDefinition<T extends EntityTypes>(
  { $schema }: Pick<EntityClass<T>, "$schema">,
  row: EntityPayload,
): boolean {
  const schema = $schema as unknown as EntitySchema<EntityTypes>;
  try {
    readKeysOfRow(schema, row);
    const entity = decodeEntity(schema, row, true);
    for (const name in schema.properties) if (!hasType(schema.properties[name] as Property, row)) return false;
    return obeysRules(schema, entity as object as Values);
  } catch (error) {
    if (isTableError(error)) return false;
    throw error;
  }
}

/** Returns whether `findProblems` would find nothing in an entity that was decoded. */
function obeysRules(schema: AnySchema, entity: Values): boolean {
  const { ruled, texts } = checkedOf(schema);
  for (const field of texts) if ((entity[field] as string | undefined)?.isWellFormed() === false) return false;
  for (const property of ruled) {
    const value = entity[property.field];
    if (property.keyOnly) checkKeyValue(property, value);
    else property.write(property, value, withDefaults, limits.cosmos);
  }
  for (const part of propertyParts(schema)) part.encode(entity[part.field] ?? part.default);
  return true;
}

/** Properties of a schema whose decoded values may still be invalid. */
interface Checked {
  /** Properties with rules, or of which the write does more than to write the value. */
  readonly ruled: readonly Property[];
  /** Names of the other properties that are strings, and may contain a lone surrogate. */
  readonly texts: readonly string[];
}

const checkedBySchema = new WeakMap<object, Checked>();

function checkedOf(schema: AnySchema): Checked {
  const known = checkedBySchema.get(schema);
  if (known !== undefined) return known;
  const properties = Object.values(schema.properties) as Property[];
  const ruled = properties.filter((property) => !isPlain(property));
  const texts = properties.filter((property) => isPlain(property) && property.type.edm === "Edm.String");
  const checked = { ruled, texts: texts.map(({ field }) => field) };
  checkedBySchema.set(schema, checked);
  return checked;
}

/** Returns whether each value of a property that was decoded can be written, unless it contains a lone surrogate. */
function isPlain(property: Property): boolean {
  const { type, keyOnly, min, max, maxLength, length, pattern, oneOf, formerly, reads, parts, compress } = property;
  const rules = [
    keyOnly,
    min,
    max,
    maxLength,
    length,
    pattern,
    oneOf,
    property.schema,
    formerly,
    reads,
    parts,
    compress,
  ];
  return parseEdmType(type.edm) === type && rules.every((rule) => rule === undefined);
}

/** Returns whether a row stores a property in an Edm type of the definition, or lacks it. */
function hasType(property: Property, row: EntityPayload): boolean {
  const { keyOnly, type, reads } = property;
  const name = keyOnly ? undefined : storedNameIn(row, property);
  if (name === undefined) return true;
  const stored = typeOf(row, name);
  return stored === type.edm || reads?.some((other) => other === stored) === true;
}

/**
 * Returns whether a row has the keys and the properties that its definition gives the entity in it, so that writing the entity back would
 * change nothing. Properties that the definition does not declare make no difference. False also where that is not certain from a look at
 * the stored values: if the definition has former names, other Edm types or several parts of a property.
 * @param row a row from `readPayloads`
 */
export function isAsEncoded<T extends EntityTypes>(
  { $schema }: Pick<EntityClass<T>, "$schema">,
  row: EntityPayload,
): boolean {
  const schema = $schema as unknown as EntitySchema<EntityTypes>;
  const { kindProperty, kind, properties } = schema;
  if (kindProperty !== undefined && (row[kindProperty] !== kind || typeOf(row, kindProperty) !== "Edm.String"))
    return false;
  try {
    const entity = decodeEntity(schema, row, true) as object as Values;
    if (!schema.makesPartitionKey(entity, row.PartitionKey) || !schema.makesRowKey(entity, row.RowKey)) return false;
    for (const field in properties) if (!isProperty(properties[field] as Property, entity[field], row)) return false;
    return true;
  } catch (error) {
    if (isTableError(error)) return false;
    throw error;
  }
}

/** Returns whether a row stores this value of a property as the definition does. */
function isProperty(property: Property, value: unknown, row: EntityPayload): boolean {
  if (property.keyOnly) return true;
  if (property.formerly !== undefined || property.reads !== undefined || property.parts !== undefined) return false;
  const { type } = property;
  const stored = own(row, property.name as string) ?? undefined;
  if (value === undefined || value === null || stored === undefined) return (value ?? undefined) === stored;
  const annotation = own(row, property.annotationName);
  const storedType = annotation ?? findJsonType(stored);
  // A value of the usual representation is written back as the same value, unless it contains a lone surrogate. Only its text may differ: a
  // time loses zeros at its end, and a GUID its upper case.
  if (parseEdmType(storedType) === type) return typeof stored !== "string" || stored.isWellFormed();
  return storedType === type.edm && valueJson(stored, annotation) === type.toJson(value);
}

function typeOf(row: EntityPayload, name: string): unknown {
  return own(row, `${name}@odata.type`) ?? findJsonType(row[name]);
}
