import { encodeEntity } from "../codec/encode/encode-entity.js";
import { encodeMerge } from "../codec/encode/encode-merge.js";
import { encodeKeyToWrite } from "../codec/keys/entity-keys.js";
import { keysToInsert, keysToWrite } from "../codec/keys/row-of-entity.js";
import type { Connection } from "../connection/connection.js";
import { withDefaults, withoutDefaults } from "../edm/writable-property.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { type InsertName, PlannedDelete, PlannedInsert, PlannedUpdate } from "./planned-write.js";
import { checkIfMatch } from "./write-options.js";

type Target = Pick<Connection, "kind" | "limits">;

/** Which properties each insert or upsert requires, and whether it fills in defaults. */
const modes = {
  insert: withDefaults,
  insertOrReplace: withDefaults,
  insertOrMerge: withoutDefaults,
} as const satisfies Record<InsertName, number>;

/** Checks and encodes an insert or upsert. @throws TableError naming entity and property */
export function planInsert<T extends EntityTypes>(
  { kind, limits }: Target,
  schema: EntitySchema<T>,
  name: InsertName,
  entity: T["init"],
): PlannedInsert {
  const keysFor = name === "insert" ? keysToInsert : keysToWrite;
  return new PlannedInsert(name, schema, encodeEntity(schema, entity, modes[name], limits, keysFor), kind);
}

/** Checks and encodes the replacement of a row. @throws TableError naming entity and property; `write.no-condition` */
export function planReplace<T extends EntityTypes>(
  { kind, limits }: Target,
  schema: EntitySchema<T>,
  entity: T["init"],
  condition: string | undefined,
): PlannedUpdate {
  const ifMatch = checkIfMatch(schema.name, condition);
  return new PlannedUpdate("replace", schema, encodeEntity(schema, entity, withDefaults, limits), kind, ifMatch);
}

/** Checks and encodes changes to a row. @throws TableError naming entity and property; `write.no-condition` */
export function planMerge<T extends EntityTypes>(
  { kind, limits }: Target,
  schema: EntitySchema<T>,
  key: T["key"],
  changes: T["merge"],
  condition: string | undefined,
): PlannedUpdate {
  const ifMatch = checkIfMatch(schema.name, condition);
  return new PlannedUpdate("merge", schema, encodeMerge(schema, key, changes, limits), kind, ifMatch);
}

/** @throws TableError naming entity and property; `write.no-condition` */
export function planDelete<T extends EntityTypes>(
  { limits }: Target,
  schema: EntitySchema<T>,
  key: T["key"],
  condition: string | undefined,
): PlannedDelete {
  const ifMatch = checkIfMatch(schema.name, condition);
  return new PlannedDelete(schema, encodeKeyToWrite(schema, key, limits), ifMatch);
}
