import type { StoredTableRow } from "@tablewright/runtime";
import { findMismatches } from "@tablewright/runtime/edm";
import type { AnySchema } from "./load-schema.js";

/** What tells the definition of a row. */
type Row = Pick<StoredTableRow, "partitionKey" | "rowKey" | "properties">;

/** The definition whose kind a row has; undefined where none takes it. @param schemas of the row's table */
export function findSchema(schemas: readonly AnySchema[], row: Row): AnySchema | undefined {
  const byKeys = (one: AnySchema) => one.kindProperty === undefined && startsAlike(one, row);
  return schemas.find((one) => hasKind(one, row)) ?? schemas.find(byKeys);
}

/** Whether a row says that it is of the definition's kind. */
export function hasKind({ kindProperty, kind }: AnySchema, { properties }: Pick<Row, "properties">): boolean {
  const stored = kindProperty === undefined ? undefined : properties[kindProperty];
  return stored?.type === "Edm.String" && stored.value === kind;
}

/** What a row has whose kind or keys are not those of a definition. */
export const codesOfOthers: ReadonlySet<string> = new Set([
  "entity.wrong-kind",
  "key.malformed",
  "decode.key-mismatch",
]);

/** Whether a row has the kind and the keys of a definition, those that its properties make. */
export function isWrittenBy(schema: AnySchema, row: StoredTableRow): boolean {
  return !findMismatches({ $schema: schema }, row).some(({ error }) => codesOfOthers.has(error.code));
}

/** Whether keys begin as those of the definition do, and those of no other in its table. */
export function startsAlike(
  { partitionKeyPrefix = "", rowKeyPrefix = "" }: AnySchema,
  { partitionKey, rowKey }: Row,
): boolean {
  return partitionKey.startsWith(partitionKeyPrefix) && rowKey.startsWith(rowKeyPrefix);
}

/** The stored names of the properties of a row that its definition neither declares nor keeps. */
export function undeclaredIn(schema: AnySchema, { properties }: Pick<Row, "properties">): string[] {
  if (schema.keepsUnknown) return [];
  const names = storedNames(schema);
  return Object.keys(properties).filter((name) => !names.has(name));
}

const namesBySchema = new WeakMap<AnySchema, ReadonlySet<string>>();

function storedNames(schema: AnySchema): ReadonlySet<string> {
  const known = namesBySchema.get(schema);
  if (known !== undefined) return known;
  const { kindProperty, properties } = schema;
  const declared = Object.entries(properties).filter(([, { keyOnly }]) => !keyOnly);
  const names = new Set(declared.flatMap(([field, { name = field, formerly = [] }]) => [name, ...formerly]));
  if (kindProperty !== undefined) names.add(kindProperty);
  namesBySchema.set(schema, names);
  return names;
}
