import { TableError } from "../errors/table-error.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../schema/entity-types.js";
import { decodeEntity } from "./decode-entity.js";
import type { Projection } from "./decode-projection.js";
import { isObject } from "./entity-errors.js";
import type { OnMismatch } from "./mismatch.js";
import { rememberKeys } from "./stored-keys.js";
import { idOf, rowText } from "./system-properties.js";

/**
 * Decodes a row that was requested by its keys.
 * @throws TableError `decode.*`, `key.malformed`, `entity.wrong-kind`
 */
export function decodeRequestedRow<T extends EntityTypes>(
  schema: EntitySchema<T>,
  row: EntityPayload,
  requested: EntityId,
  onMismatch: OnMismatch | undefined,
): T["entity"] {
  if (isRequested(row, requested)) return decodeEntity(schema, row, true, onMismatch);
  const error = unrequestedRowError(schema.name, row, rowText(requested));
  return decodeUnrequestedRow(error, row, requested, onMismatch, () => decodeEntity(schema, row, true, onMismatch));
}

/**
 * Decodes the selected properties of a row that was requested by its keys.
 * @throws TableError `decode.*`, `key.malformed`, `entity.wrong-kind`
 */
export function decodeRequestedProjection<T extends EntityTypes>(
  { name }: EntitySchema<T>,
  projection: Projection,
  row: EntityPayload,
  requested: EntityId,
  onMismatch: OnMismatch | undefined,
): object {
  const decode = () => projection.decode(row, true, onMismatch);
  if (isRequested(row, requested)) return decode();
  return decodeUnrequestedRow(unrequestedRowError(name, row, rowText(requested)), row, requested, onMismatch, decode);
}

function isRequested(row: EntityPayload, { partitionKey, rowKey }: EntityId): boolean {
  return row.PartitionKey === partitionKey && row.RowKey === rowKey;
}

/** Checks that a row has the requested keys, before it decides about a write. @throws TableError `decode.key-mismatch` */
export function checkRequestedRow(entity: string, row: EntityPayload, requested: EntityId): void {
  if (!isRequested(row, requested)) throw unrequestedRowError(entity, row, rowText(requested));
}

/**
 * Creates the error for a row in a response that the client did not request.
 * @param requested the keys or the range of the request, for the message
 */
export function unrequestedRowError(
  entity: string,
  row: Pick<EntityPayload, "PartitionKey" | "RowKey">,
  requested: string,
): TableError {
  const problem = `${entity}: the client asked for ${requested} and the service returned the row ${rowText(idOf(row))}`;
  const help = "Check any proxy or cache in between.";
  return new TableError("decode.key-mismatch", `${problem}. ${help}`, { entity });
}

/**
 * Decodes a row that was not requested. Throws unless `onMismatch` accepts it. The result can then be read. A write of it fails, because it
 * would go to a row that the caller did not name.
 */
export function decodeUnrequestedRow<R>(
  error: TableError,
  row: EntityPayload,
  expected: EntityId | undefined,
  onMismatch: OnMismatch | undefined,
  decode: () => R,
): R {
  if (onMismatch === undefined) throw error;
  const entity = error.entity ?? "";
  onMismatch({ ...idOf(row), entity, property: undefined, stored: undefined, annotation: undefined, expected, error });
  const values = decode();
  const help = "onMismatch accepted it for reading only; to write the row, pass its key or a copy.";
  const readOnlyError = new TableError("decode.key-mismatch", `${error.message} ${help}`, { entity });
  if (isObject(values)) rememberKeys(entity, values, readOnlyError);
  return values;
}
