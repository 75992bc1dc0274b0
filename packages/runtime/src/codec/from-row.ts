import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError, wrongValue } from "../errors/table-error.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { decodeEntity } from "./decode-entity.js";
import { convertJson } from "./edm/convert-json.js";
import { notAnObject } from "./entity-errors.js";
import { fieldsOf } from "./keys/key-part.js";
import { readKeysOfRow } from "./parse-key.js";
import { lacks } from "./read-evolved.js";
import { own, rowText } from "./system-properties.js";

type AnySchema = EntitySchema<EntityTypes>;

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
