import { checkKey } from "../schema/check-key.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../schema/entity-types.js";
import type { WholeWrite } from "../schema/hooks.js";
import type { Limits } from "../schema/limits.js";
import { checkNames } from "./check-names.js";
import { type changesOnly, type WriteMode, withDefaults } from "./edm/writable-property.js";
import { type EncodedEntity, entityBody } from "./entity-body.js";
import { explainEncode } from "./explain-encode.js";
import { checkKeyOnly } from "./key-only.js";
import { keysToInsert, keysToWrite } from "./row-of-entity.js";

/**
 * Encodes a whole entity, after all checks that need no server. If the entity was read, its stored keys are kept.
 * @param keysFor returns the keys to write to: `keysToInsert` for an insert, otherwise `keysToWrite`. They differ if an entity was read and
 * its properties now give other keys: `keysToInsert` returns the new keys, and `keysToWrite` throws
 * @throws TableError naming entity, property, limit and value; `entity.invalid` if several properties are invalid
 */
export function encodeEntity<T extends EntityTypes>(
  schema: EntitySchema<T>,
  entity: T["init"],
  mode: Exclude<WriteMode, typeof changesOnly>,
  limits: Limits,
  keysFor: typeof keysToWrite = keysToWrite,
): EncodedEntity {
  const whole: T["init"] = schema.hooks.fillIn?.(schema, entity, wholeWrite(mode, keysFor)) ?? entity;
  const large = schema.hooks.createBody?.();
  let id: EntityId;
  let members: string;
  try {
    id = keysFor(schema, entity, () => ({ partitionKey: schema.partitionKey(whole), rowKey: schema.rowKey(whole) }));
    checkKeyOnly(schema, whole);
    members = schema.encode(whole, mode, large === undefined ? limits : { ...limits, large });
    checkNames(schema, whole);
  } catch (error) {
    throw explainEncode(schema, whole, mode, limits) ?? error;
  }
  checkKey(schema.name, "PartitionKey", id.partitionKey, limits);
  checkKey(schema.name, "RowKey", id.rowKey, limits);
  const encoded =
    large === undefined
      ? entityBody(schema.name, id, members, limits)
      : large.complete(entityBody, schema.name, id, members, limits);
  const { checkBody } = schema.hooks;
  if (checkBody !== undefined && "$extra" in entity) checkBody(schema, encoded.body, limits);
  const { partitionKey, rowKey, body, toBytes } = encoded;
  return { partitionKey, rowKey, body, toBytes, values: whole };
}

function wholeWrite(mode: WriteMode, keysFor: typeof keysToWrite): WholeWrite {
  if (mode !== withDefaults) return "change";
  return keysFor === keysToInsert ? "insert" : "replace";
}
