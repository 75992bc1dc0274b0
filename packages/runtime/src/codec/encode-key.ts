import { checkKey } from "../keys/check-key.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../schema/entity-types.js";
import type { Limits } from "../schema/limits.js";
import { keyOf } from "./entity-keys.js";

/** Both keys as text, checked against the limits of the service. @throws TableError naming entity and property */
export function encodeKey<T extends EntityTypes>(schema: EntitySchema<T>, key: T["key"], limits: Limits): EntityId {
  const id = keyOf(schema, key);
  checkKey(schema.name, "PartitionKey", id.partitionKey, limits);
  checkKey(schema.name, "RowKey", id.rowKey, limits);
  return id;
}
