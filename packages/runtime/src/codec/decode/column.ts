import { readOneOf } from "../../edm/string.js";
import { TableError } from "../../errors/table-error.js";
import { isReversible } from "../../keys/key-part.js";
import type { EntityPayload, EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Property } from "../../schema/property.js";
import { readKeyOf } from "../keys/parse-key.js";
import { idOf, own } from "../system-properties.js";
import { readStored, storedNameIn } from "./read-evolved.js";

type Values = Readonly<Record<string, unknown>>;

/** One property of a row by its schema: what generated code spells out. */
export interface Column {
  readonly name: string;
  readonly stored: string;
  readonly annotation: string;
  readonly property: Property;
  /** A name that every object inherits, such as `constructor`. */
  readonly inherited: boolean;
  /** A part of PartitionKey or RowKey. */
  readonly inKey: boolean;
  /** Found in PartitionKey or RowKey where the row has no such member: the keys hold more than what was derived from it. */
  readonly isReadable: boolean;
}

export function columnOf<T extends EntityTypes>(schema: EntitySchema<T>, name: string, property: Property): Column {
  const stored = property.name ?? name;
  const parts = [...schema.partitionParts, ...schema.rowParts].filter(
    (part) => part[0] === name && typeof part !== "string",
  );
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

/** @throws TableError `decode.*` without names, or `key.malformed` */
export function readColumn<T extends EntityTypes>(
  schema: EntitySchema<T>,
  column: Column,
  row: EntityPayload,
  typed: boolean,
): unknown {
  const { property } = column;
  if (!property.keyOnly && isEvolved(property)) {
    const stored = storedNameIn(row, property);
    if (stored !== undefined) return readStored(row, stored, property, typed);
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

/** Whether rows may hold the property under another name, or in another Edm type. */
function isEvolved({ formerly, reads }: Property): boolean {
  return formerly !== undefined || reads !== undefined;
}

/** A date or a JSON value as a default: no two rows may share one that can be changed. */
function ownCopy(value: unknown): unknown {
  return typeof value === "object" ? structuredClone(value) : value;
}
