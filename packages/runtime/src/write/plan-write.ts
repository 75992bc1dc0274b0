import { encodeEntity } from "../codec/encode-entity.js";
import { encodeKey } from "../codec/encode-key.js";
import { encodeMerge } from "../codec/encode-merge.js";
import type { Connection } from "../connection/connection.js";
import type { EntitySchema, WriteMode } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { checkIfMatch } from "./check-if-match.js";
import { PlannedWrite, type WriteName } from "./planned-write.js";

type Target = Pick<Connection, "kind" | "limits">;

/** Which of an entity's values an upsert or insert takes and fills in. */
const modes = { insert: 0, insertOrReplace: 0, insertOrMerge: 1 } as const satisfies Partial<
  Record<WriteName, WriteMode>
>;

/**
 * Checks and encodes the write of a whole entity that has no condition. @throws TableError naming entity and property
 */
export function planWrite<T extends EntityTypes>(
  { kind, limits }: Target,
  schema: EntitySchema<T>,
  name: keyof typeof modes,
  entity: T["init"],
): PlannedWrite {
  const { partitionKey, rowKey, body } = encodeEntity(schema, entity, modes[name], limits);
  const { name: entityName, table } = schema;
  return new PlannedWrite({ name, entity: entityName, table, partitionKey, rowKey, body, kind, ifMatch: "*" });
}

/** Checks and encodes the replacement of a row. @throws TableError naming entity and property; `write.no-condition` */
export function planReplace<T extends EntityTypes>(
  { kind, limits }: Target,
  schema: EntitySchema<T>,
  entity: T["init"],
  condition: string | undefined,
): PlannedWrite {
  const { name, table } = schema;
  const ifMatch = checkIfMatch(name, condition);
  const { partitionKey, rowKey, body } = encodeEntity(schema, entity, 0, limits);
  return new PlannedWrite({ name: "replace", entity: name, table, partitionKey, rowKey, body, kind, ifMatch });
}

/** Checks and encodes changes to a row. @throws TableError naming entity and property; `write.no-condition` */
export function planMerge<T extends EntityTypes>(
  { kind, limits }: Target,
  schema: EntitySchema<T>,
  key: T["key"],
  changes: T["merge"],
  condition: string | undefined,
): PlannedWrite {
  const { name, table } = schema;
  const ifMatch = checkIfMatch(name, condition);
  const { partitionKey, rowKey, body } = encodeMerge(schema, key, changes, limits);
  return new PlannedWrite({ name: "merge", entity: name, table, partitionKey, rowKey, body, kind, ifMatch });
}

/** @throws TableError naming entity and property; `write.no-condition` */
export function planDelete<T extends EntityTypes>(
  { kind, limits }: Target,
  schema: EntitySchema<T>,
  key: T["key"],
  condition: string | undefined,
): PlannedWrite {
  const { name, table } = schema;
  const ifMatch = checkIfMatch(name, condition);
  const { partitionKey, rowKey } = encodeKey(schema, key, limits);
  return new PlannedWrite({ name: "delete", entity: name, table, partitionKey, rowKey, body: "", kind, ifMatch });
}
