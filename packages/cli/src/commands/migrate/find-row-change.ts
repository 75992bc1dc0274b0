import { type EntityId, isTableError, type StoredTableRow, type TableRow } from "@tablewright/runtime";
import { withFormerNames } from "@tablewright/runtime/codegen/v1";
import { findMismatches, parseTableRow } from "@tablewright/runtime/edm";
import type { EntitySchemas } from "../../definitions/entity-schemas.js";
import { findSchema, hasKind, isWrittenBy, rowPayload, storedNames } from "../../definitions/find-schema.js";
import type { AnySchema } from "../../definitions/load-schema.js";
import { buildFinding } from "../../rows/finding.js";
import { hasSameContent } from "../../rows/row-content.js";
import { hasSameKeys } from "../../rows/row-keys.js";

/** Change that a migration must make to a stored row, so that it matches the current definition. */
export type RowChange =
  /** The row belongs to another entity, or no definition matches it. */
  | { readonly kind: "other" }
  | { readonly kind: "none" }
  /** The row keeps its keys but gets other content. */
  | { readonly kind: "rewrite"; readonly row: TableRow }
  /** The row gets other keys, or goes to another table. */
  | { readonly kind: "move"; readonly row: TableRow }
  /** The row cannot be changed. @property reason a text without the row's values, the same for all rows with this problem */
  | { readonly kind: "cannot"; readonly reason: string };

/**
 * Determines how a stored row must change to match the current definition.
 * @param table name of the table that the row was read from
 */
export function findRowChange(schemas: EntitySchemas, table: string, row: StoredTableRow): RowChange {
  const { current, former, others } = schemas;
  const inTable = (schema: AnySchema) => schema.table.toLowerCase() === table.toLowerCase();
  if (!hasKind(current, row) && findSchema(others.filter(inTable), row) !== undefined) return { kind: "other" };
  const candidates = [current, ...former].filter(inTable);
  const writers = candidates.filter((schema) => isWrittenBy(schema, row));
  const [first] = writers;
  if (first === undefined) {
    if (!candidates.some((schema) => hasKind(schema, row))) return { kind: "other" };
    return {
      kind: "cannot",
      reason: `The keys match neither the current key templates of ${current.name} nor former ones in the lock file`,
    };
  }
  const made = writers.flatMap((schema) => buildRow(current, schema, row) ?? []);
  const [target] = made;
  if (target === undefined) return { kind: "cannot", reason: findReason(first, row) };
  if (made.some((other) => !hasSameKeys(other, target))) {
    const reason = `The keys match several current or former key templates of ${current.name}, and no property shows which one applies`;
    return { kind: "cannot", reason };
  }
  if (!inTable(current) || !hasSameKeys(target, row)) return { kind: "move", row: target };
  return hasSameContent(target, row) ? { kind: "none" } : { kind: "rewrite", row: target };
}

/**
 * Returns whether the row that is stored under the new keys of an entity belongs to another entity. To find out, builds former keys from
 * the values of the stored row. If these equal the former keys of the entity, the stored row belongs to the same entity. If no former keys
 * can be built, it counts as a row of the same entity too.
 * @param table name of the table in which the entity was stored
 * @param id keys under which the entity was stored there
 * @param stored row under the new keys
 */
export function isOtherEntity(
  { current, former }: EntitySchemas,
  table: string,
  id: EntityId,
  stored: StoredTableRow,
): boolean {
  const all = [current, ...former];
  const inTable = (schema: AnySchema, name: string) => schema.table.toLowerCase() === name.toLowerCase();
  const readers = all.filter((schema) => inTable(schema, current.table) && isWrittenBy(schema, stored));
  const writers = all.filter((schema) => inTable(schema, table));
  const keys = readers.flatMap((reader) => writers.map((writer) => keysBy(writer, reader, stored)));
  return !keys.some((each) => each === undefined || hasSameKeys(each, id));
}

/**
 * Reads a row with one schema and returns the keys that another schema builds from the row's values; undefined if the row cannot be read
 * or lacks values.
 * @param writer schema that builds the keys
 * @param reader schema that reads the row
 */
function keysBy(writer: AnySchema, reader: AnySchema, row: StoredTableRow): EntityId | undefined {
  try {
    const values = reader.decode(rowPayload(row), true) as object;
    return { partitionKey: writer.partitionKey(values), rowKey: writer.rowKey(values) };
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

/**
 * Returns the row as the current definition stores it; undefined if the old row cannot be read, or if its values do not yield current keys.
 * @param writer schema that wrote the old row
 */
function buildRow(current: AnySchema, writer: AnySchema, row: StoredTableRow): TableRow | undefined {
  try {
    const entity = writer.decode(rowPayload(row), true) as object as Readonly<Record<string, unknown>>;
    const id = { partitionKey: current.partitionKey(entity), rowKey: current.rowKey(entity) };
    return { ...id, properties: { ...keptProperties(current, writer, row), ...currentProperties(current, entity) } };
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

/** Write mode in which the runtime's encoder writes the whole row instead of merging it. */
const wholeRow = 0;

/** Turns off the encoder's size limits. The service checks its own limits when it stores the row. */
const unlimited = { stringUnits: Number.POSITIVE_INFINITY, binaryBytes: Number.POSITIVE_INFINITY };

/** Encodes the properties without the checks of `encode`: a stored value may exceed a limit that was added to the definition later. */
function currentProperties(current: AnySchema, entity: Readonly<Record<string, unknown>>): TableRow["properties"] {
  const { kind, kindProperty, properties, table } = current;
  let members = kindProperty === undefined ? "" : `,${JSON.stringify(kindProperty)}:${JSON.stringify(kind)}`;
  for (const property of Object.values(properties)) {
    const value = entity[property.field];
    if (property.keyOnly || value === undefined || value === null) continue;
    members +=
      property.parts === undefined
        ? withFormerNames(property, property.jsonPrefix + property.type.toJson(value), wholeRow)
        : property.write(property, value, wholeRow, unlimited);
  }
  return parseTableRow(table, `{"PartitionKey":"","RowKey":""${members}}`).properties;
}

/** Returns the stored properties that the current definition does not declare. A migration does not change them. */
function keptProperties(current: AnySchema, writer: AnySchema, row: StoredTableRow): StoredTableRow["properties"] {
  const read = new Set(storedNames(current));
  if (writer.kindProperty !== undefined) read.add(writer.kindProperty);
  return Object.fromEntries(Object.entries(row.properties).filter(([name]) => !read.has(name)));
}

function findReason(writer: AnySchema, row: StoredTableRow): string {
  const [mismatch] = findMismatches({ $schema: writer }, row);
  if (mismatch === undefined) return `The properties of ${writer.name} do not form a current key`;
  const { message, text } = buildFinding(writer, mismatch);
  return text === undefined ? message : `${message} (it has ${text})`;
}
