import { isTableError, type StoredTableRow, type TableRow } from "@tablewright/runtime";
import { readKeyOf } from "@tablewright/runtime/codegen/v1";
import { findMismatches, tableRowJson } from "@tablewright/runtime/edm";
import { type EntityPayload, fitsDefinition } from "@tablewright/runtime/lines";
import type { AnySchema } from "./load-schema.js";

/** Keys and properties of a row, which determine its definition. */
type Row = Pick<StoredTableRow, "partitionKey" | "rowKey" | "properties">;

/** Returns the schema whose kind or keys a row has; undefined if no schema matches. @param schemas schemas of the row's table */
export function findSchema(schemas: readonly AnySchema[], row: Row): AnySchema | undefined {
  const byKeys = (one: AnySchema) => one.kindProperty === undefined && hasKeysByWhich(one, row);
  return schemas.find((one) => hasKind(one, row)) ?? schemas.find(byKeys);
}

/** Returns whether a row has the keys by which a definition that stores no kind is told from the others of its table. */
function hasKeysByWhich(schema: AnySchema, row: Omit<Row, "properties">): boolean {
  return hasPrefixes(schema, row) && (!schema.isToldByShape || hasKeysOfDefinition(schema, row));
}

/** Returns the schema of a row that is in the service's JSON format; undefined if none matches. @see {@link findSchema} */
export function findPayloadSchema(schemas: readonly AnySchema[], row: EntityPayload): AnySchema | undefined {
  const id = { partitionKey: row.PartitionKey, rowKey: row.RowKey };
  let byKeys: AnySchema | undefined;
  for (const schema of schemas) {
    if (schema.kindProperty === undefined) {
      if (byKeys === undefined && hasKeysByWhich(schema, id)) byKeys = schema;
    } else if (storesKind(schema, row)) {
      return schema;
    }
  }
  return byKeys;
}

/** Returns whether a row in the service's JSON format stores the kind of a definition. @see {@link hasKind} */
export function storesKind({ kindProperty, kind }: AnySchema, row: EntityPayload): boolean {
  if (kindProperty === undefined || row[kindProperty] !== kind) return false;
  return (row[`${kindProperty}@odata.type`] ?? "Edm.String") === "Edm.String";
}

/** Returns whether a row stores the kind of a definition. False if the definition stores no kind. */
export function hasKind({ kindProperty, kind }: AnySchema, { properties }: Pick<Row, "properties">): boolean {
  const stored = kindProperty === undefined ? undefined : properties[kindProperty];
  return stored?.type === "Edm.String" && stored.value === kind;
}

/** Returns whether the keys of a row match the key templates of a definition. */
export function hasKeysOfDefinition(schema: AnySchema, row: Omit<Row, "properties">): boolean {
  try {
    readKeyOf(schema, row);
    return true;
  } catch (error) {
    if (isTableError(error)) return false;
    throw error;
  }
}

/** Codes of mismatches which show that a row's kind or keys do not belong to the definition. */
export const otherEntityCodes: ReadonlySet<string> = new Set([
  "entity.wrong-kind",
  "key.malformed",
  "decode.key-mismatch",
]);

/** Returns whether a definition could have written a row: the row has its kind, and the keys that it builds from the row's properties. */
export function isWrittenBy(schema: AnySchema, row: StoredTableRow): boolean {
  if (!hasPrefixes(schema, row)) return false;
  if (fitsDefinition({ $schema: schema }, rowPayload(row))) return true;
  return !findMismatches({ $schema: schema }, row).some(({ error }) => otherEntityCodes.has(error.code));
}

const payloads = new WeakMap<object, EntityPayload>();

/**
 * Returns a row in the service's JSON format. Keeps it for the next call, because a migration needs it several times for each row.
 * @throws TableError `value.*`
 */
export function rowPayload(row: TableRow): EntityPayload {
  let payload = payloads.get(row);
  if (payload === undefined) {
    payload = JSON.parse(tableRowJson("", row)) as EntityPayload;
    payloads.set(row, payload);
  }
  return payload;
}

/**
 * Returns whether keys begin with the prefixes that distinguish a definition from others of its table. True for one without prefixes. A
 * constant PartitionKey is compared as a whole, because that of another definition may begin with it.
 */
export function hasPrefixes(
  { partitionKeyPrefix, rowKeyPrefix = "", partitionParts }: AnySchema,
  { partitionKey, rowKey }: Pick<Row, "partitionKey" | "rowKey">,
): boolean {
  if (!rowKey.startsWith(rowKeyPrefix)) return false;
  if (partitionKeyPrefix === undefined) return true;
  const isConstant = partitionParts.every((part) => typeof part === "string");
  return isConstant ? partitionKey === partitionKeyPrefix : partitionKey.startsWith(partitionKeyPrefix);
}

/** Returns the names of a row's properties that its definition does not declare; none if the definition keeps unknown properties. */
export function undeclaredIn(schema: AnySchema, { properties }: Pick<Row, "properties">): string[] {
  if (schema.keepsUnknown) return [];
  const names = storedNames(schema);
  return Object.keys(properties).filter((name) => !names.has(name));
}

/** Returns whether a row in the service's JSON format has a property that its definition does not declare. @see {@link undeclaredIn} */
export function hasUndeclared(schema: AnySchema, row: EntityPayload): boolean {
  if (schema.keepsUnknown) return false;
  const names = storedNames(schema);
  for (const name in row) {
    if (
      !names.has(name) &&
      !system.has(name) &&
      !name.includes("@") &&
      !name.startsWith("odata.") &&
      row[name] !== null
    )
      return true;
  }
  return false;
}

const system: ReadonlySet<string> = new Set(["PartitionKey", "RowKey", "Timestamp"]);

const namesBySchema = new WeakMap<AnySchema, ReadonlySet<string>>();

/** Returns the stored names of all properties that a definition declares, including former names and the name of the kind property. */
export function storedNames(schema: AnySchema): ReadonlySet<string> {
  const known = namesBySchema.get(schema);
  if (known !== undefined) return known;
  const { kindProperty, properties } = schema;
  const declared = Object.entries(properties).filter(([, { keyOnly }]) => !keyOnly);
  const names = new Set(
    declared.flatMap(([field, { name = field, formerly = [], parts }]) => [name, ...formerly, ...(parts?.names ?? [])]),
  );
  if (kindProperty !== undefined) names.add(kindProperty);
  namesBySchema.set(schema, names);
  return names;
}
