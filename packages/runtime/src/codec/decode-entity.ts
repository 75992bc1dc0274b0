import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { bothKeys, checkKeys } from "./check-keys.js";
import { explainDecode } from "./explain-decode.js";
import type { OnMismatch } from "./mismatch.js";

/**
 * A stored row as an instance of the entity's class.
 * @param typed whether the payload carries type annotations (minimal or full metadata)
 * @param onMismatch gives the value of a property that does not fit, and accepts keys that the properties do not make; without
 * it the row is refused
 * @throws TableError `entity.wrong-kind`, `key.malformed` or `decode.*` naming entity, property, row and both types;
 * `decode.invalid` where several properties do not fit
 */
export function decodeEntity<T extends EntityTypes>(
  schema: EntitySchema<T>,
  row: EntityPayload,
  typed: boolean,
  onMismatch?: OnMismatch,
): T["entity"] {
  let entity: T["entity"];
  try {
    entity = schema.decode(row, typed);
  } catch (error) {
    entity = explainDecode(schema, row, typed, error, onMismatch);
  }
  checkKeys(schema, bothKeys, entity, row, onMismatch);
  return entity;
}
