import { isTableError, type StoredTableRow } from "@tablewright/runtime";
import { readKeyOf } from "@tablewright/runtime/codegen/v1";
import { findMismatches } from "@tablewright/runtime/edm";
import type { EntityPayload } from "@tablewright/runtime/lines";
import type { AnySchema } from "./load-schema.js";

/** Part of a row that determines its definition. */
type Row = Pick<StoredTableRow, "partitionKey" | "rowKey" | "properties">;

/** Finds the definition of a row's kind; undefined if none matches. @param schemas of the row's table */
export function findSchema(schemas: readonly AnySchema[], row: Row): AnySchema | undefined {
  const byKeys = (one: AnySchema) =>
    one.kindProperty === undefined && hasPrefixes(one, row) && (!one.isToldByShape || hasKeysOfDefinition(one, row));
  return schemas.find((one) => hasKind(one, row)) ?? schemas.find(byKeys);
}

/** Finds the definition of a row in the service's JSON. @see {@link findSchema} */
export function findPayloadSchema(schemas: readonly AnySchema[], row: EntityPayload): AnySchema | undefined {
  const id = { partitionKey: row.PartitionKey, rowKey: row.RowKey };
  let byKeys: AnySchema | undefined;
  for (const schema of schemas) {
    const { kindProperty, kind } = schema;
    if (kindProperty === undefined) {
      if (byKeys === undefined && hasPrefixes(schema, id)) byKeys = schema;
    } else if (row[kindProperty] === kind && (row[`${kindProperty}@odata.type`] ?? "Edm.String") === "Edm.String") {
      return schema;
    }
  }
  return byKeys;
}

/** Returns whether a row has the definition's kind. */
export function hasKind({ kindProperty, kind }: AnySchema, { properties }: Pick<Row, "properties">): boolean {
  const stored = kindProperty === undefined ? undefined : properties[kindProperty];
  return stored?.type === "Edm.String" && stored.value === kind;
}

/** Returns whether the keys of a row can be read as those of a definition. */
export function hasKeysOfDefinition(schema: AnySchema, row: Omit<Row, "properties">): boolean {
  try {
    readKeyOf(schema, row);
    return true;
  } catch (error) {
    if (isTableError(error)) return false;
    throw error;
  }
}

/** Codes of mismatches in rows whose kind or keys are not those of a definition. */
export const otherEntityCodes: ReadonlySet<string> = new Set([
  "entity.wrong-kind",
  "key.malformed",
  "decode.key-mismatch",
]);

/** Returns whether a row has the kind of a definition, and the keys that follow from its properties. */
export function isWrittenBy(schema: AnySchema, row: StoredTableRow): boolean {
  return !findMismatches({ $schema: schema }, row).some(({ error }) => otherEntityCodes.has(error.code));
}

/** Returns whether keys begin with the prefixes that identify the definition among those of its table. True if it has none. */
export function hasPrefixes(
  { partitionKeyPrefix = "", rowKeyPrefix = "" }: AnySchema,
  { partitionKey, rowKey }: Pick<Row, "partitionKey" | "rowKey">,
): boolean {
  return partitionKey.startsWith(partitionKeyPrefix) && rowKey.startsWith(rowKeyPrefix);
}

/** Returns the stored names of a row's properties that its definition neither declares nor retains. */
export function undeclaredIn(schema: AnySchema, { properties }: Pick<Row, "properties">): string[] {
  if (schema.keepsUnknown) return [];
  const names = storedNames(schema);
  return Object.keys(properties).filter((name) => !names.has(name));
}

const namesBySchema = new WeakMap<AnySchema, ReadonlySet<string>>();

/** Returns the stored names of everything that a definition declares, former names too. */
export function storedNames(schema: AnySchema): ReadonlySet<string> {
  const known = namesBySchema.get(schema);
  if (known !== undefined) return known;
  const { kindProperty, marker, properties } = schema;
  const declared = Object.entries(properties).filter(([, { keyOnly }]) => !keyOnly);
  const names = new Set(
    declared.flatMap(([field, { name = field, formerly = [], parts }]) => [name, ...formerly, ...(parts?.names ?? [])]),
  );
  if (kindProperty !== undefined) names.add(kindProperty);
  if (marker !== undefined) names.add(marker.property);
  namesBySchema.set(schema, names);
  return names;
}
