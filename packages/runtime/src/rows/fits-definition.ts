import { storedNameIn } from "../codec/column.js";
import { decodeEntity } from "../codec/decode-entity.js";
import { withDefaults } from "../codec/edm/edm-type.js";
import { findJsonType } from "../codec/edm/edm-value.js";
import { findProblems } from "../codec/encode-entity.js";
import { readKeysOfRow } from "../codec/parse-key.js";
import { own } from "../codec/payload.js";
import { isTableError } from "../errors/table-error.js";
import type { EntityClass, EntityPayload, EntitySchema, EntityTypes } from "../schema/entity-schema.js";
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
    return findProblems(schema, entity, withDefaults, limits.cosmos).size === 0;
  } catch (error) {
    if (isTableError(error)) return false;
    throw error;
  }
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
  return (annotation ?? findJsonType(stored)) === type.edm && valueJson(stored, annotation) === type.toJson(value);
}

function typeOf(row: EntityPayload, name: string): unknown {
  return own(row, `${name}@odata.type`) ?? findJsonType(row[name]);
}
