import { buildColumn, type Column, readColumn } from "../../codec/decode/column.js";
import { explainColumn, type OnMismatch } from "../../codec/decode/mismatch.js";
import { checkKind } from "../../codec/decode/row-identity.js";
import type { EntityPayload, EntitySchema, IndexSchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Property } from "../../schema/property.js";
import { storedNames } from "../../schema/stored-names.js";
import type { EncodedWrite } from "../../write/planned-write.js";

/** Properties of an entity by name. */
export type Values = Readonly<Record<string, unknown>>;

type AnySchema = EntitySchema<EntityTypes>;

/** Names of the indexed properties, by the list of indexes. The schemas of all views share that list. */
const columnsOfIndexes = new WeakMap<readonly IndexSchema[], readonly Column[]>();

/** Returns the properties that the rows of any index contain. */
function columnsOf(schema: AnySchema): readonly Column[] {
  const { indexes = [], properties } = schema;
  let columns = columnsOfIndexes.get(indexes);
  if (columns === undefined) {
    const names = new Set(indexes.flatMap(({ entry }) => Object.keys(entry.properties)));
    columns = [...names].map((name) => buildColumn(schema, name, properties[name] as Property));
    columnsOfIndexes.set(indexes, columns);
  }
  return columns;
}

/** Returns the stored names of the properties that the rows of any index contain. */
export function indexedNames(schema: AnySchema): readonly string[] {
  const stored = columnsOf(schema).filter(({ property }) => !property.keyOnly);
  return stored.flatMap(({ name, property }) => storedNames(name, property));
}

/**
 * Decodes the indexed properties of a stored row.
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

/** Returns whether a change of these properties changes an index row. Key properties never change. */
export function touchesIndexes(schema: AnySchema, changes: object): boolean {
  const values = changes as Values;
  return columnsOf(schema).some(
    ({ name, inKey, property }) => !inKey && (property.stamp === "write" || (values[name] ?? undefined) !== undefined),
  );
}

/** Returns the row as it is after a write, without its new ETag and Timestamp; undefined if the write deletes it. */
export function rowAfter(row: EntityPayload | undefined, { write, body }: EncodedWrite): EntityPayload | undefined {
  if (write.name === "delete") return undefined;
  const sent = JSON.parse(body) as EntityPayload;
  if (row === undefined || (write.name !== "merge" && write.name !== "insertOrMerge")) return sent;
  const merged: Record<string, unknown> = { ...row };
  // Removes the stored type, because the new value may have another one.
  for (const name of Object.keys(sent)) delete merged[`${name}@odata.type`];
  return { ...merged, ...sent } as EntityPayload;
}
