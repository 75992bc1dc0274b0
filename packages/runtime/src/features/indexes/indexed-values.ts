import { buildColumn, type Column, readColumn } from "../../codec/column.js";
import { isAbsent } from "../../codec/edm/edm-type.js";
import type { Values } from "../../codec/keys/key-part.js";
import { explainColumn, type OnMismatch } from "../../codec/mismatch.js";
import { checkKind } from "../../codec/row-identity.js";
import type { AnySchema, EntityPayload, IndexSchema } from "../../schema/entity-schema.js";
import { type Property, storedNames } from "../../schema/property.js";

/**
 * Cache of the properties that an entity's index rows contain. Its key is the entity's list of indexes, because all schemas of the entity
 * share that list, whatever their table names (`withTables`).
 */
const columnsOfIndexes = new WeakMap<readonly IndexSchema[], readonly Column[]>();

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

/**
 * Returns the stored names of the properties that an entity's index rows contain. Leaves out properties that are only in the entity's key.
 */
export function indexedNames(schema: AnySchema): readonly string[] {
  const stored = columnsOf(schema).filter(({ property }) => !property.keyOnly);
  return stored.flatMap(({ name, property }) => storedNames(name, property));
}

/**
 * Decodes the properties of a stored entity that its index rows contain.
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

/** Returns whether a merge with these changes may change an index row. Key properties of the entity never change. */
export function touchesIndexes(schema: AnySchema, changes: object): boolean {
  const values = changes as Values;
  return columnsOf(schema).some(
    ({ name, inKey, property }) => !inKey && (property.stamp === "write" || !isAbsent(values[name], property)),
  );
}
