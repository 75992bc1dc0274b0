import { makeDefaults } from "../../codec/encode/make-defaults.js";
import type { Connection } from "../../connection/connection.js";
import type { EntityPayload, EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import { type Effects, PlannedWrite } from "../../write/planned-write.js";
import type { RowEncoder } from "../../write/row-encoder.js";
import type { Writer } from "../../write/writer.js";
import { type IndexRowChange, planIndexRowChanges } from "./index-row-changes.js";
import { planLocalWrites } from "./index-row-writes.js";
import { indexedValues, rowAfter } from "./indexed-values.js";

/** Changes in the indexes of an entity, caused by a write of the entity. */
export class IndexEffects implements Effects {
  readonly rows: RowEncoder;
  /** Changes of index rows; undefined until the row is read, if the changes depend on its contents. */
  readonly changes: readonly IndexRowChange[] | undefined;

  constructor(rows: RowEncoder, changes?: readonly IndexRowChange[]) {
    this.rows = rows;
    this.changes = changes;
  }

  get needsRow(): boolean {
    return this.changes === undefined;
  }
}

/** Returns the changes of all writes, in their order. */
export function listChanges(effects: readonly Effects[]): IndexRowChange[] {
  return effects.flatMap((each) => (each instanceof IndexEffects ? (each.changes ?? []) : []));
}

/**
 * Plans the insert of an entity, without reading what is stored.
 * @throws TableError naming entity and property
 */
export function planIndexedInsert(
  writer: Writer,
  rows: RowEncoder,
  schema: EntitySchema<EntityTypes>,
  entity: object,
): PlannedWrite {
  // Defaults are computed once, so that the index rows have the same values. The write itself sets its times.
  const hasTimes = schema.onWrite.length > 0;
  const whole = hasTimes ? entity : makeDefaults(schema, entity);
  const planned = writer.plan(rows, { insert: whole });
  const values = hasTimes ? valuesAfter(writer.connection, schema, planned) : whole;
  return withChanges(rows, planned, planIndexRowChanges(writer.connection, schema, planned.write, undefined, values));
}

/** Returns the indexed properties of the row that an insert creates. */
function valuesAfter({ onMismatch }: Connection, schema: EntitySchema<EntityTypes>, planned: PlannedWrite): object {
  return indexedValues(schema, rowAfter(undefined, planned) as EntityPayload, onMismatch);
}

/**
 * Plans a write of a row as it was read, or of one that does not exist.
 * @param planned the write, under the condition that the row has not changed
 * @param row undefined if there is none
 * @throws TableError `decode.*`, `value.*`, `key.*`
 */
export function planIndexed(
  writer: Writer,
  rows: RowEncoder,
  schema: EntitySchema<EntityTypes>,
  planned: PlannedWrite,
  row: EntityPayload | undefined,
): PlannedWrite {
  const { connection } = writer;
  const valuesOf = (found: EntityPayload | undefined) => found && indexedValues(schema, found, connection.onMismatch);
  const after = valuesOf(rowAfter(row, planned));
  return withChanges(rows, planned, planIndexRowChanges(connection, schema, planned.write, valuesOf(row), after));
}

function withChanges(
  rows: RowEncoder,
  { write, body }: PlannedWrite,
  changes: readonly IndexRowChange[],
): PlannedWrite {
  return new PlannedWrite(write, body, planLocalWrites(changes), new IndexEffects(rows, changes));
}
