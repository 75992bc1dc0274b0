import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { EntityPayload, EntitySchema, KeyNames } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../schema/entity-types.js";
import { findDifferentPart, textOf } from "./find-different-part.js";
import type { OnMismatch } from "./mismatch.js";
import { rememberKeys } from "./stored-keys.js";
import { idOf, own, rowText } from "./system-properties.js";

type AnySchema = EntitySchema<EntityTypes>;
type Values = Readonly<Record<string, unknown>>;

/**
 * Checks that a row's stored keys equal those that its properties give. If they do not and `onMismatch` accepts that, remembers the stored
 * keys for `values`, so that a write of the entity goes to the row that was read.
 * @param known keys whose properties were all read, so that they can be compared
 * @returns whether the keys match
 * @throws TableError `decode.key-mismatch` naming the entity, both keys and the property
 */
export function checkKeys(
  schema: AnySchema,
  known: KeyNames,
  values: object,
  row: EntityPayload,
  onMismatch: OnMismatch | undefined,
): boolean {
  if (matchesKeys(schema, known, values, row)) return true;
  reportMismatch(schema, known, values as Values, row, onMismatch);
  const id = idOf(row);
  rememberKeys(schema.name, values, { id, made: buildKeys(schema, known, values, id) });
  return false;
}

/**
 * Returns the keys that the properties give. If not all properties of a key were read, returns the stored key. Returns undefined if a key
 * cannot be made.
 */
function buildKeys(schema: AnySchema, known: KeyNames, values: object, id: EntityId): EntityId | undefined {
  const partitionKey = known.partition ? textOf(() => schema.partitionKey(values)) : id.partitionKey;
  const rowKey = known.row ? textOf(() => schema.rowKey(values)) : id.rowKey;
  return partitionKey === undefined || rowKey === undefined ? undefined : { partitionKey, rowKey };
}

function matchesKeys(schema: AnySchema, known: KeyNames, values: object, row: EntityPayload): boolean {
  try {
    if (known.partition && !schema.makesPartitionKey(values, row.PartitionKey)) return false;
    return !known.row || schema.makesRowKey(values, row.RowKey);
  } catch (error) {
    if (isTableError(error)) return false;
    throw error;
  }
}

/**
 * Reports that stored keys do not match the properties. Calls `onMismatch` and ignores its result, because nothing can replace a stored
 * key. Throws if there is no handler.
 */
function reportMismatch(
  schema: AnySchema,
  known: KeyNames,
  values: Values,
  row: EntityPayload,
  onMismatch: OnMismatch | undefined,
): void {
  const partitionKey = known.partition ? textOf(() => schema.partitionKey(values)) : undefined;
  const rowKey = known.row ? textOf(() => schema.rowKey(values)) : undefined;
  const isPartition = known.partition && partitionKey !== row.PartitionKey;
  const key = isPartition ? "PartitionKey" : "RowKey";
  const property = findDifferentPart(isPartition ? schema.partitionParts : schema.rowParts, row[key], values);

  const { name: entity } = schema;
  const made = isPartition ? partitionKey : rowKey;
  const what =
    property === undefined ? "its properties give" : `${property} is ${formatValue(values[property])}, which gives`;
  const gives = made === undefined ? `no ${key}` : `the ${key} ${formatValue(made)}`;
  const problem = `${entity} ${rowText(idOf(row))}: ${what} ${gives}, not the stored ${formatValue(row[key])}`;
  const help = "Correct the row, or accept it in onMismatch.";
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
