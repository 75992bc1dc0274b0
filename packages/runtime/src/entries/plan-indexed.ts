import { makeDefaults } from "../codec/encode/make-defaults.js";
import type { Connection } from "../connection/connection.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { planInsert } from "../write/plan-write.js";
import { PlannedDelete, PlannedInsert, PlannedUpdate, type PlannedWrite } from "../write/planned-write.js";
import { checkIfMatch } from "../write/write-options.js";
import { type EntryChange, entryChanges } from "./entry-changes.js";
import { indexedValues, rowAfter } from "./indexed-values.js";

/** A write of an entity, and what it changes in the entity's indexes. */
export interface IndexedWrite {
  readonly write: PlannedWrite;
  readonly changes: readonly EntryChange[];
}

/**
 * A write of a row as it was read, or of one that does not exist.
 * @param row undefined where there is none
 * @throws TableError `decode.*`, `value.*`, `key.*`
 */
export function planIndexed<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  write: PlannedWrite,
  row: EntityPayload | undefined,
): IndexedWrite {
  const valuesOf = (found: EntityPayload | undefined) => found && indexedValues(schema, found, connection.onMismatch);
  const changes = entryChanges(connection, schema, write, valuesOf(row), valuesOf(rowAfter(row, write)));
  return { write, changes };
}

/**
 * The write under the condition that its row is still as it was read: only then are the changes of the indexes those that were
 * planned. Undefined for a write of a row that does not exist and has to.
 */
export function conditionalWrite<T extends EntityTypes>(
  schema: EntitySchema<T>,
  write: PlannedWrite,
  row: EntityPayload | undefined,
): PlannedWrite | undefined {
  if (write.name === "insert") return write;
  const { table } = write;
  const target = { name: write.entity, table };
  if (row === undefined)
    return write instanceof PlannedInsert ? new PlannedInsert("insert", target, write, write.kind) : undefined;
  const ifMatch = checkIfMatch(schema.name, row["odata.etag"]);
  if (write instanceof PlannedDelete) return new PlannedDelete(target, write, ifMatch);
  const name = write.name === "insertOrMerge" || write.name === "merge" ? "merge" : "replace";
  return new PlannedUpdate(name, target, write, write.kind, ifMatch);
}

/**
 * The insert of an entity, without a look at what is stored.
 * @throws TableError naming entity and property
 */
export function planIndexedInsert<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  entity: T["init"],
): IndexedWrite {
  // Made once: the rows of the indexes have the same values.
  const whole = makeDefaults(schema, entity);
  const write = planInsert(connection, schema, "insert", whole);
  return { write, changes: entryChanges(connection, schema, write, undefined, whole) };
}
