import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError, wrongValue } from "../errors/table-error.js";
import type {
  AnySchema,
  EntityId,
  EntityPayload,
  EntitySchema,
  EntityTypes,
  KeyNames,
} from "../schema/entity-schema.js";
import { combineErrors, isObject, notAnObject } from "./check-entity.js";
import { buildColumn, lacks, readColumn } from "./column.js";
import type { Projection } from "./decode-projection.js";
import { convertJson } from "./edm/convert-json.js";
import { fieldsOf } from "./keys/key-part.js";
import { explainColumn, type OnMismatch } from "./mismatch.js";
import { readKeysOfRow } from "./parse-key.js";
import { idOf, own, readETag, readTimestamp, rowText } from "./payload.js";
import { checkKeys, otherKind } from "./row-identity.js";
import { rememberKeys, rememberKeysRead } from "./stored-keys.js";

const bothKeys: KeyNames = { partition: true, row: true };

/**
 * Decodes a stored row as an instance of the entity class.
 * @param typed whether the payload has type annotations (minimal or full metadata)
 * @param onMismatch replaces the value of a property that does not fit, or accepts keys that do not match the properties; without it such a
 * row is an error
 * @throws TableError `entity.wrong-kind`, `key.malformed` or `decode.*` naming entity, property, row and both types; `decode.invalid` if
 * several properties do not fit
 */
export function decodeEntity<T extends EntityTypes>(
  schema: EntitySchema<T>,
  row: EntityPayload,
  typed: boolean,
  onMismatch?: OnMismatch,
): T["entity"] {
  let entity: T["entity"];
  let compared = schema.comparedKeys;
  try {
    entity = schema.decode(row, typed);
  } catch (error) {
    entity = explainDecode(schema, row, typed, error, onMismatch);
    compared = bothKeys;
  }
  if (checkKeys(schema, compared, entity, row, onMismatch)) rememberKeysRead(schema.name, entity, row);
  if (typed) schema.hooks.seen?.(entity, row);
  return entity;
}

/**
 * Decodes a row again, property by property, and calls `onMismatch` for each one that does not fit. Without a handler, throws an error that
 * lists all of them. It is slow, and runs only after the generated decoder threw.
 */
function explainDecode<T extends EntityTypes>(
  schema: EntitySchema<T>,
  row: EntityPayload,
  typed: boolean,
  error: unknown,
  onMismatch: OnMismatch | undefined,
): T["entity"] {
  if (isTableError(error, "entity.wrong-kind")) throw otherKind(schema, row);
  const init: Record<string, unknown> = {};
  const problems: TableError[] = [];
  const handle: OnMismatch = onMismatch ?? ((mismatch) => void problems.push(mismatch.error));
  for (const [name, property] of Object.entries(schema.properties)) {
    const column = buildColumn(schema, name, property);
    try {
      init[name] = readColumn(schema, column, row, typed);
    } catch (problem) {
      init[name] = explainColumn(schema.name, column, row, problem, handle);
    }
  }
  const thrown = combineErrors(schema.name, "decode.invalid", problems);
  if (thrown !== undefined) throw thrown;
  if (onMismatch === undefined) throw error;
  const extra = schema.hooks.undeclared?.(schema, row, typed);
  if (extra !== undefined) init["$extra"] = extra;
  return schema.create(init as T["init"], readETag(row), readTimestamp(row));
}

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
export function decodeRequestedProjection(
  { name }: AnySchema,
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

/**
 * Creates an entity from a stored row that another program has read, such as an input binding of Azure Functions, a change feed or a log.
 * Generated `fromRow` functions call it. The row has the stored names and the service's JSON, with or without `odata.type` annotations. If
 * it has none, an Edm.Int64 may also be a number, and a date may have an offset in place of `Z`. If the row lacks key properties, they are
 * read from the keys.
 * @throws TableError `value.wrong-type` for a row without keys; `key.not-reversible` if the row lacks a key property and its keys contain
 * only a derived value of it; `entity.wrong-kind`, `key.malformed`, `decode.*`
 */
export function fromRow(schema: AnySchema, given: unknown): object {
  const place = `The argument of ${schema.name}.fromRow`;
  const nothing = notAnObject(schema.name, place, given);
  if (nothing !== undefined) throw nothing;
  const row = given as EntityPayload;
  for (const key of ["PartitionKey", "RowKey"] as const) {
    if (typeof row[key] === "string") continue;
    const problem = `${place} must have the stored PartitionKey and RowKey as text; its ${key} is ${formatValue(row[key])}.`;
    throw wrongValue(problem, { entity: schema.name });
  }
  const typed = Object.keys(row).some((name) => name.endsWith("@odata.type"));
  try {
    return decodeEntity(schema, typed ? row : withServiceText(schema, row), typed);
  } catch (error) {
    throw (isTableError(error) && findDerived(schema, row, error)) || error;
  }
}

/** Returns the row with values in the service's form, if plain JSON has changed them: numbers for Edm.Int64, dates with an offset. */
function withServiceText({ properties }: AnySchema, row: EntityPayload): EntityPayload {
  const members: Record<string, unknown> = { ...row };
  for (const { type, readNames } of Object.values(properties)) {
    for (const name of readNames) {
      const value = own(row, name);
      if (type.edm === "Edm.Int64" && Number.isSafeInteger(value)) members[name] = String(value);
      if (type.edm === "Edm.DateTime") members[name] = convertJson(value, "Edm.String", "Edm.DateTime") ?? value;
    }
  }
  return members as EntityPayload;
}

/**
 * If the row lacks a key property and its keys contain only a derived value of it, such as a month or lower case, returns the error for
 * that. Returns undefined if the row could not be decoded for another reason.
 */
function findDerived(schema: AnySchema, row: EntityPayload, error: TableError): TableError | undefined {
  if (!error.code.startsWith("decode.")) return undefined;
  const { name: entity, partitionParts, rowParts, properties } = schema;
  const values = readKeysOfRow(schema, row);
  const property = fieldsOf([...partitionParts, ...rowParts]).find((field) => {
    const declared = properties[field];
    return !Object.hasOwn(values, field) && declared !== undefined && lacks(row, declared);
  });
  if (property === undefined) return undefined;
  const id = rowText({ partitionKey: row.PartitionKey, rowKey: row.RowKey });
  const problem = `${entity}.fromRow: the row ${id} lacks ${property}, and its keys contain only a value derived from it. Pass the row with that property.`;
  return new TableError("key.not-reversible", problem, { entity, property, cause: error });
}
