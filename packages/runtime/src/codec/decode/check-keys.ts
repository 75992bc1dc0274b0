import { formatValue } from "../../errors/format-value.js";
import { isTableError, TableError } from "../../errors/table-error.js";
import { keyPartText } from "../../keys/key-encoding.js";
import type { KeyPart } from "../../keys/key-part.js";
import type { EntityPayload, EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import { rememberKeys } from "../keys/stored-keys.js";
import { idOf, own, rowText } from "../system-properties.js";
import type { OnMismatch } from "./mismatch.js";

type AnySchema = EntitySchema<EntityTypes>;
type Values = Readonly<Record<string, unknown>>;

/** The keys whose properties were all read. */
export interface KnownKeys {
  readonly partition: boolean;
  readonly row: boolean;
}

export const bothKeys: KnownKeys = { partition: true, row: true };

/**
 * Checks that what was read of a row makes the keys that it is stored under. Where the handler accepts that it does not, writes
 * that take these values address the stored keys.
 * @returns whether it does
 * @throws TableError `decode.key-mismatch` naming the entity, both keys and the property
 */
export function checkKeys(
  schema: AnySchema,
  known: KnownKeys,
  values: object,
  row: EntityPayload,
  onMismatch: OnMismatch | undefined,
): boolean {
  if (makesKeys(schema, known, values, row)) return true;
  reportMismatch(schema, known, values as Values, row, onMismatch);
  rememberKeys(schema.name, values, idOf(row));
  return false;
}

function makesKeys(schema: AnySchema, known: KnownKeys, values: object, row: EntityPayload): boolean {
  try {
    if (known.partition && !schema.makesPartitionKey(values, row.PartitionKey)) return false;
    return !known.row || schema.makesRowKey(values, row.RowKey);
  } catch (error) {
    if (isTableError(error)) return false;
    throw error;
  }
}

/** Throws, or leaves it to the handler, whose result is not used: no key can be put in the place of the stored one. */
function reportMismatch(
  schema: AnySchema,
  known: KnownKeys,
  values: Values,
  row: EntityPayload,
  onMismatch: OnMismatch | undefined,
): void {
  const partitionKey = known.partition ? textOf(() => schema.partitionKey(values)) : undefined;
  const rowKey = known.row ? textOf(() => schema.rowKey(values)) : undefined;
  const isPartition = known.partition && partitionKey !== row.PartitionKey;
  const key = isPartition ? "PartitionKey" : "RowKey";
  const property = propertyOfPart(schema, isPartition ? schema.partitionParts : schema.rowParts, row[key], values);

  const { name: entity } = schema;
  const made = isPartition ? partitionKey : rowKey;
  const what =
    property === undefined ? "its properties make" : `${property} is ${formatValue(values[property])}, which makes`;
  const makes = made === undefined ? `no ${key}` : `the ${key} ${formatValue(made)}`;
  const problem = `${entity} ${rowText(idOf(row))}: ${what} ${makes}, not the stored ${formatValue(row[key])}`;
  const help = "Correct the row, or accept it in onMismatch: writes of this entity then go to the stored keys.";
  const error = new TableError("decode.key-mismatch", `${problem}. ${help}`, {
    entity,
    property,
  });
  if (onMismatch === undefined) throw error;
  const stored = property === undefined ? undefined : (schema.properties[property]?.name ?? property);
  onMismatch({
    ...idOf(row),
    entity,
    property,
    stored: stored === undefined ? undefined : own(row, stored),
    annotation: stored === undefined ? undefined : (own(row, `${stored}@odata.type`) as string | undefined),
    expected: partitionKey === undefined || rowKey === undefined ? undefined : { partitionKey, rowKey },
    error,
  });
}

/** The first property whose text is not in its place; undefined where a literal or the number of parts differs. */
function propertyOfPart(
  { separator, properties }: AnySchema,
  parts: readonly KeyPart[],
  key: string,
  values: Values,
): string | undefined {
  const texts = key.split(separator);
  const given = parts.filter((part) => typeof part !== "string");
  if (texts.length !== parts.length) return given.length === 1 ? given[0]?.[0] : undefined;
  if (parts.some((part, index) => typeof part === "string" && part !== texts[index])) return undefined;
  return given.find((part) => {
    const value = values[part[0]] ?? properties[part[0]]?.default;
    return textOf(() => keyPartText(part, value, separator)) !== texts[parts.indexOf(part)];
  })?.[0];
}

/** Undefined for a value that no key can hold. */
function textOf(make: () => string): string | undefined {
  try {
    return make();
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}
