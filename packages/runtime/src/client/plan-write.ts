import { encodeEntity } from "../codec/encode-entity.js";
import { encodeKey } from "../codec/encode-key.js";
import { encodeMerge } from "../codec/encode-merge.js";
import type { EntitySchema, WriteMode } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { Connection } from "./connection.js";
import type { PlannedWrite, WriteName } from "./planned-write.js";

type Target = Pick<Connection, "kind" | "limits">;

/** Which of an entity's values a write takes and fills in. */
const modes = { insert: 0, insertOrReplace: 0, replace: 0, insertOrMerge: 1 } as const satisfies Partial<
  Record<WriteName, WriteMode>
>;

/** Checks and encodes the write of a whole entity. @throws TableError naming entity and property */
export function planWrite<T extends EntityTypes>(
  { kind, limits }: Target,
  schema: EntitySchema<T>,
  name: keyof typeof modes,
  entity: T["init"],
  ifMatch: string = "*",
): PlannedWrite {
  const { partitionKey, rowKey, body } = encodeEntity(schema, entity, modes[name], limits);
  return { name, entity: schema.name, write: { table: schema.table, partitionKey, rowKey, body, kind, ifMatch } };
}

/** Checks and encodes a merge. @throws TableError naming entity and property */
export function planMerge<T extends EntityTypes>(
  { kind, limits }: Target,
  schema: EntitySchema<T>,
  key: T["key"],
  changes: T["merge"],
  ifMatch: string,
): PlannedWrite {
  const { partitionKey, rowKey, body } = encodeMerge(schema, key, changes, limits);
  return {
    name: "merge",
    entity: schema.name,
    write: { table: schema.table, partitionKey, rowKey, body, kind, ifMatch },
  };
}

/** @throws TableError naming entity and property */
export function planDelete<T extends EntityTypes>(
  { kind, limits }: Target,
  schema: EntitySchema<T>,
  key: T["key"],
  ifMatch: string,
): PlannedWrite {
  const { partitionKey, rowKey } = encodeKey(schema, key, limits);
  return {
    name: "delete",
    entity: schema.name,
    write: { table: schema.table, partitionKey, rowKey, body: "", kind, ifMatch },
  };
}
