import { buildColumn, readColumn } from "../../codec/column.js";
import { isAbsent } from "../../codec/edm/edm-type.js";
import { readOnlyError } from "../../codec/entity-errors.js";
import { explainColumn } from "../../codec/mismatch.js";
import { copyStoredKeys } from "../../codec/stored-keys.js";
import { TableError } from "../../errors/table-error.js";
import { dateAt, parseTime } from "../../platform/time.js";
import type { Connection } from "../../rest/connection.js";
import type { EntityPayload, EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Property } from "../../schema/property.js";
import { rememberRow, rowReadAs } from "../rows-read.js";

type AnySchema = EntitySchema<EntityTypes>;
type Values = Readonly<Record<string, unknown>>;

/**
 * Checks that a write of a whole row keeps the read-only values that the row stores. The entity must have been read from that row.
 * @throws TableError `value.read-only`
 */
export function checkReadOnlyValues(schema: AnySchema, operation: string, entity: object): void {
  const { $timestamp } = entity as { readonly $timestamp?: object };
  const row = typeof $timestamp === "object" && $timestamp !== null ? rowReadAs($timestamp) : undefined;
  if (row === undefined) {
    const fields = schema.readOnly.map(({ field }) => field).join(", ");
    const problem = `${operation} of ${schema.name} needs the stored ${fields}, which only an entity that was read has`;
    const help = "Read the entity, change it and write it, or use merge. To create a row, use insert.";
    throw new TableError("value.read-only", `${problem}. ${help}`, { entity: schema.name });
  }
  for (const property of schema.readOnly)
    checkSame(schema, property, entity as Values, readStored(schema, property, row));
}

/**
 * Returns a copy of the entity with the read-only values that `row` stores.
 * @throws TableError `value.read-only` if the entity has another value; `decode.*`
 */
export function withReadOnlyValues(
  { onMismatch }: Connection,
  schema: AnySchema,
  entity: object,
  row: EntityPayload,
): object {
  const kept: Record<string, unknown> = { ...entity };
  for (const property of schema.readOnly) {
    const stored = readStored(schema, property, row, onMismatch);
    // The time of insertion (`onInsert`) is not compared, because a new instance has its own time, not that of the stored row.
    if (property.stamp === undefined) checkSame(schema, property, entity as Values, stored);
    kept[property.field] = stored;
  }
  kept["$timestamp"] ??= dateAt(parseTime(row.Timestamp));
  copyStoredKeys(schema, entity, kept);
  rememberRow(kept["$timestamp"] as object, row);
  return kept;
}

function readStored(
  schema: AnySchema,
  property: Property,
  row: EntityPayload,
  onMismatch?: Connection["onMismatch"],
): unknown {
  const column = buildColumn(schema, property.field, property);
  try {
    return readColumn(schema, column, row, true);
  } catch (error) {
    return explainColumn(schema.name, column, row, error, onMismatch);
  }
}

function checkSame(schema: AnySchema, property: Property, entity: Values, stored: unknown): void {
  const { field, type } = property;
  const given = entity[field];
  if (isAbsent(given, property)) return;
  if (stored !== undefined && type.toJson(given) === type.toJson(stored)) return;
  throw readOnlyError(schema.name, field, "Leave it as it was read.");
}
