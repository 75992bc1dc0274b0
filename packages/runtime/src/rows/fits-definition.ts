import { decodeEntity } from "../codec/decode-entity.js";
import { withDefaults } from "../codec/edm/writable-property.js";
import { findJsonType } from "../codec/edm-member.js";
import { findProblems } from "../codec/explain-encode.js";
import { readKeysOfRow } from "../codec/parse-key.js";
import { storedNameIn } from "../codec/read-evolved.js";
import { own } from "../codec/system-properties.js";
import { isTableError } from "../errors/table-error.js";
import type { EntityClass, EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { limits } from "../schema/limits.js";
import type { Property } from "../schema/property.js";

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
  const stored = own(row, `${name}@odata.type`) ?? findJsonType(row[name]);
  return stored === type.edm || reads?.some((other) => other === stored) === true;
}
