import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { Property } from "../schema/property.js";
import { mismatch } from "./edm/value-errors.js";
import { own } from "./system-properties.js";

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
