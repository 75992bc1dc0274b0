import { type Column, columnOf, readColumn } from "../../codec/decode/column.js";
import { explainColumn, type OnMismatch } from "../../codec/decode/mismatch.js";
import { checkKind } from "../../codec/decode/row-identity.js";
import type { EntityPayload, EntitySchema, IndexSchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Property } from "../../schema/property.js";
import type { EncodedWrite } from "../../write/planned-write.js";

/** Properties of an entity by name. */
export type Values = Readonly<Record<string, unknown>>;

type AnySchema = EntitySchema<EntityTypes>;

/** By the list of indexes, which the schemas of all views share. */
const columnsOfIndexes = new WeakMap<readonly IndexSchema[], readonly Column[]>();

/** The properties that the rows of any index hold. */
function columnsOf(schema: AnySchema): readonly Column[] {
  const { indexes = [], properties } = schema;
  let columns = columnsOfIndexes.get(indexes);
  if (columns === undefined) {
    const names = new Set(indexes.flatMap(({ entry }) => Object.keys(entry.properties)));
    columns = [...names].map((name) => columnOf(schema, name, properties[name] as Property));
    columnsOfIndexes.set(indexes, columns);
  }
  return columns;
}

/**
 * What a stored row holds of the properties of its indexes.
 * @throws TableError `entity.wrong-kind`, `decode.*`
 */
export function indexedValues(schema: AnySchema, row: EntityPayload, onMismatch: OnMismatch | undefined): Values {
  checkKind(schema, row);
  const values: Record<string, unknown> = {};
  for (const column of columnsOf(schema)) {
    try {
      values[column.name] = readColumn(schema, column, row, true);
    } catch (error) {
      values[column.name] = explainColumn(schema.name, column, row, error, onMismatch);
    }
  }
  return values;
}

/** Whether a change of these properties changes what an index holds. Those of the key never change. */
export function touchesIndexes(schema: AnySchema, changes: object): boolean {
  const values = changes as Values;
  return columnsOf(schema).some(({ name, inKey }) => !inKey && (values[name] ?? undefined) !== undefined);
}

/** The row that a write leaves, without its new ETag and Timestamp; undefined where it deletes it. */
export function rowAfter(row: EntityPayload | undefined, { write, body }: EncodedWrite): EntityPayload | undefined {
  if (write.name === "delete") return undefined;
  const sent = JSON.parse(body) as EntityPayload;
  if (row === undefined || (write.name !== "merge" && write.name !== "insertOrMerge")) return sent;
  const merged: Record<string, unknown> = { ...row };
  // The type that was stored may be another.
  for (const name of Object.keys(sent)) delete merged[`${name}@odata.type`];
  return { ...merged, ...sent } as EntityPayload;
}
