import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import { isDate } from "../platform/built-ins.js";
import type { AnySchema, EntityPayload } from "../schema/entity-schema.js";
import type { Property } from "../schema/property.js";
import { dateOf, remainderOf } from "./edm/exact-date.js";
import { readOneOf } from "./edm/string.js";
import { mismatch } from "./edm/value-errors.js";
import { isReversible, propertyParts, type Values } from "./keys/key-part.js";
import { readKeyOf } from "./parse-key.js";
import { idOf, own } from "./payload.js";

/**
 * Property of an entity class, prepared for reading it alone. Projections and error reports use columns, because they read single
 * properties of a row. Generated code decodes whole entities.
 */
export interface Column {
  readonly name: string;
  readonly stored: string;
  readonly annotation: string;
  readonly property: Property;
  /**
   * True if every object inherits a member with the stored name, such as `constructor`. If a row lacks the property, `row[stored]` would
   * return that member.
   */
  readonly inherited: boolean;
  /** True if PartitionKey or RowKey contains the property. */
  readonly inKey: boolean;
  /**
   * True if PartitionKey or RowKey gives the value when the row lacks it. False if the keys contain nothing of it, or only a derived value,
   * such as the month of a date.
   */
  readonly isReadable: boolean;
}

export function buildColumn(schema: AnySchema, name: string, property: Property): Column {
  const stored = property.name ?? name;
  const parts = propertyParts(schema).filter((part) => part.field === name);
  return {
    name,
    stored,
    annotation: `${stored}@odata.type`,
    property,
    inherited: stored in Object.prototype,
    inKey: parts.length > 0,
    isReadable: parts.some(isReversible),
  };
}

/**
 * Reads a property of a row. If the row lacks it, returns the value in the keys or the default; undefined for an optional property without
 * either.
 * @throws TableError `decode.*` or `key.malformed`; the caller adds the names of entity and property
 */
export function readColumn(schema: AnySchema, column: Column, row: EntityPayload, typed: boolean): unknown {
  const { property } = column;
  if (property.parts !== undefined) {
    const value = property.parts.read(row, property, typed);
    return value === undefined ? ownCopy(property.default) : value;
  }
  if (property.hooks !== undefined) {
    const stored = storedNameIn(row, property);
    if (stored !== undefined) return property.hooks.readStored(row, stored, property, typed);
  }
  const json = property.keyOnly ? undefined : column.inherited ? own(row, column.stored) : row[column.stored];
  if (json !== undefined && json !== null) {
    const annotation = row[column.annotation];
    return property.oneOf === undefined
      ? property.type.fromJson(json, annotation, typed)
      : readOneOf(json, annotation, property);
  }
  if (column.isReadable) return (readKeyOf(schema, idOf(row)) as Values)[column.name];
  if (property.default !== undefined || property.optional) return ownCopy(property.default);
  throw new TableError("decode.missing", `is absent; the definition requires ${property.type.edm}`);
}

/** Copies a default that is a date or a JSON value, because rows must not share an object that a program may change. */
function ownCopy(value: unknown): unknown {
  if (typeof value !== "object") return value;
  return isDate(value) ? dateOf(value.getTime(), remainderOf(value)) : (JSON.parse(JSON.stringify(value)) as unknown);
}

/**
 * Reads a property that rows may store in several ways: under a former name, in another Edm type or in several parts. Also reads JSON that
 * is compressed or has a schema. Generated code calls it.
 * @returns undefined if the row lacks an optional property
 * @throws TableError `decode.*`; the caller adds the names of entity and property
 */
export function readEvolved(row: EntityPayload, property: Property, typed: boolean): unknown {
  if (property.parts !== undefined) return property.parts.read(row, property, typed);
  const stored = storedNameIn(row, property);
  if (stored !== undefined) return readStored(row, stored, property, typed);
  if (property.optional || property.default !== undefined) return undefined;
  throw mismatch(property.type.edm, undefined, undefined);
}

/** Returns whether a row lacks a property under its current name and all former names. */
export function lacks(row: EntityPayload, property: Property): boolean {
  return storedNameIn(row, property) === undefined;
}

/** Returns the name under which a row stores a property; undefined if it lacks the property. */
export function storedNameIn(row: EntityPayload, { readNames }: Property): string | undefined {
  for (const name of readNames) if ((own(row, name) ?? undefined) !== undefined) return name;
  return undefined;
}

/** Reads a property that the row stores under this name. @throws TableError `decode.*`; the caller adds the names of entity and property */
export function readStored(row: EntityPayload, stored: string, property: Property, typed: boolean): unknown {
  const { type, reads, oneOf, hooks } = property;
  const json = own(row, stored);
  const annotation = own(row, `${stored}@odata.type`);
  const value =
    reads === undefined || hooks === undefined
      ? type.fromJson(json, annotation, typed)
      : hooks.read(type, reads, json, annotation, typed);
  if (oneOf !== undefined && !oneOf.includes(value as string)) {
    const allowed = oneOf.map((text) => JSON.stringify(text)).join(", ");
    throw new TableError("decode.not-allowed", `is stored as ${formatValue(value)}; the definition allows ${allowed}`);
  }
  return value;
}
