import { notAnObject } from "../codec/check-entity.js";
import { type EdmValue, edmMember, readEdmValue, readStoredValue } from "../codec/edm/edm-value.js";
import { type EncodedEntity, entityBody } from "../codec/encode-entity.js";
import { annotationOf, idOf, propertyNames, readETag, readTimestamp, rowText } from "../codec/payload.js";
import { TableError, withNames } from "../errors/table-error.js";
import { checkKey } from "../schema/check-key.js";
import type { EntityId, EntityPayload, Stored } from "../schema/entity-schema.js";
import type { Limits } from "../schema/limits.js";
import { checkPropertyName } from "../schema/property-name.js";

/** Row of a table without a definition. Every value has its Edm type. */
export interface TableRow extends EntityId {
  /** Values by stored name. Undefined values are not sent. */
  readonly properties: Readonly<Record<string, EdmValue | undefined>>;
}

export interface StoredTableRow extends EntityId, Stored {
  readonly properties: Readonly<Record<string, EdmValue>>;
}

/** Name of the method with which a row encodes itself, if it has the texts of its values already. */
export const encodeOwn: unique symbol = Symbol("encodeOwn");

interface SelfEncodingRow extends TableRow {
  [encodeOwn](table: string, limits: Limits): EncodedEntity;
}

/**
 * Encodes a row without a definition, and checks it.
 * @param table the name of the table, for errors
 * @throws TableError naming table, property, limit and value
 */
export function encodeTableRow(table: string, row: TableRow, limits: Limits): EncodedEntity {
  const nothing = notAnObject(table, `A row of ${table}`, row);
  if (nothing !== undefined) throw nothing;
  if (encodeOwn in row) return (row as SelfEncodingRow)[encodeOwn](table, limits);
  checkKey(table, "PartitionKey", row.partitionKey, limits);
  checkKey(table, "RowKey", row.rowKey, limits);
  const empty = notAnObject(table, `properties of a row of ${table}`, row.properties);
  if (empty !== undefined) throw empty;
  const members: string[] = [];
  for (const [name, value] of Object.entries(row.properties)) {
    if (value === undefined || value === null) continue;
    checkPropertyName(table, name, limits);
    members.push(encodeMember(table, name, value, limits));
  }
  checkCount(table, members.length, limits);
  return entityBody(table, row, members.join(""), limits);
}

/** Checks the number of properties of a row. @throws TableError `entity.too-many-properties` */
export function checkCount(table: string, count: number, limits: Limits): void {
  if (count <= limits.properties) return;
  const problem = `A row of ${table} has ${count} properties; the limit is ${limits.properties}`;
  throw new TableError("entity.too-many-properties", problem, { entity: table });
}

function encodeMember(table: string, name: string, value: EdmValue, limits: Limits): string {
  try {
    return edmMember(name, value, limits);
  } catch (error) {
    throw withNames(error, table, name);
  }
}

/**
 * Converts a row of the service to keys and typed values, which keep their stored texts if the row is written back. The row must come from
 * `parseStoredPayload`, so that 5.0 stays a Double.
 */
export function decodeTableRow(table: string, row: EntityPayload): StoredTableRow {
  return decodeRow(table, row, readStoredValue);
}

/** Converts a row of another origin to keys and typed values. The row must come from `parsePayload`, so that 5.0 stays a Double. */
export function decodeGivenRow(table: string, row: EntityPayload): StoredTableRow {
  return decodeRow(table, row, readEdmValue);
}

function decodeRow(table: string, row: EntityPayload, read: typeof readEdmValue): StoredTableRow {
  const properties = Object.create(null) as Record<string, EdmValue>;
  for (const name of propertyNames(row)) {
    try {
      properties[name] = read(row[name], annotationOf(row, name), true);
    } catch (error) {
      // A row from a line of a file may lack keys.
      throw withNames(error, table, name, typeof row.PartitionKey === "string" ? rowText(idOf(row)) : undefined);
    }
  }
  return { ...idOf(row), properties, $etag: readETag(row), $timestamp: readTimestamp(row) } as StoredTableRow;
}
