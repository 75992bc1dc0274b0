import type { Connection } from "../../rest/connection.js";
import type { Effects, Write } from "../../rest/write.js";
import type { EntityPayload, EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { RowEncoder } from "../../write/row-encoder.js";
import type { Writer } from "../../write/writer.js";
import { type IndexRowChange, planIndexRowChanges } from "./index-row-changes.js";
import { planLocalWrites } from "./index-row-writes.js";
import { indexedValues } from "./indexed-values.js";

/** Changes of index rows, caused by a write of their entity. */
export class IndexEffects implements Effects {
  readonly rows: RowEncoder;
  /** Changes of index rows. Undefined if they depend on the entity's row and it has not been read yet. */
  readonly changes: readonly IndexRowChange[] | undefined;

  constructor(rows: RowEncoder, changes?: readonly IndexRowChange[]) {
    this.rows = rows;
    this.changes = changes;
  }

  get needsRow(): boolean {
    return this.changes === undefined;
  }
}

/** Returns the changes of index rows by several writes, in the order of the writes. */
export function listChanges(effects: readonly Effects[]): IndexRowChange[] {
  return effects.flatMap((each) => (each instanceof IndexEffects ? (each.changes ?? []) : []));
}

/**
 * Plans the insert of an entity and its index rows, without reading what is stored.
 * @throws TableError naming entity and property
 */
export function planIndexedInsert(
  writer: Writer,
  rows: RowEncoder,
  schema: EntitySchema<EntityTypes>,
  entity: object,
): Write {
  // Defaults such as the current time are computed once, so that the entity and its index rows have the same values. If every write sets a
  // property to the current time, `plan` computes all of them, and the index rows take the values from the planned write.
  const hasTimes = schema.onWrite.length > 0;
  const whole = hasTimes ? entity : (schema.hooks.fillIn?.(schema, entity) ?? entity);
  const planned = writer.plan(rows, { insert: whole });
  const values = hasTimes ? valuesAfter(writer.connection, schema, planned) : whole;
  return withChanges(rows, planned, planIndexRowChanges(writer.connection, schema, planned, undefined, values));
}

/** Returns the indexed properties of the row that an insert creates. */
function valuesAfter({ onMismatch }: Connection, schema: EntitySchema<EntityTypes>, planned: Write): object {
  return indexedValues(schema, planned.rowAfter(undefined) as EntityPayload, onMismatch);
}

/**
 * Plans a write of an entity and its index rows, from the entity's row as it was read.
 * @param planned the write of the entity, under the condition that its row has not changed since the read
 * @param row the row that was read; undefined if there is none
 * @throws TableError `decode.*`, `value.*`, `key.*`
 */
export function planIndexed(
  writer: Writer,
  rows: RowEncoder,
  schema: EntitySchema<EntityTypes>,
  planned: Write,
  row: EntityPayload | undefined,
): Write {
  const { connection } = writer;
  const valuesOf = (found: EntityPayload | undefined) => found && indexedValues(schema, found, connection.onMismatch);
  const after = valuesOf(planned.rowAfter(row));
  return withChanges(rows, planned, planIndexRowChanges(connection, schema, planned, valuesOf(row), after));
}

function withChanges(rows: RowEncoder, planned: Write, changes: readonly IndexRowChange[]): Write {
  return planned.withEffects(new IndexEffects(rows, changes), planLocalWrites(changes));
}
