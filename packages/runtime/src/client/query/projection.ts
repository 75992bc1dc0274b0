import { readETag } from "../../codec/stored.js";
import { readOneOf } from "../../edm/string.js";
import { TableError, withNames } from "../../errors/table-error.js";
import type { EntityPayload, EntitySchema, PropertySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";

/** The chosen properties of an entity: what to ask for and how to read it. */
export interface Projection {
  /** Stored names. */
  readonly select: readonly string[];
  /** A plain object of the chosen names and `$etag`; a property that the row lacks is absent. */
  decode(row: EntityPayload, typed: boolean): object;
}

interface Column {
  readonly name: string;
  readonly stored: string;
  readonly annotation: string;
  readonly property: PropertySchema;
  /** Where the row lacks the property, its key tells the value. */
  readonly isInKey: boolean;
}

/** @throws TableError `query.unknown-property`, `query.invalid-option` */
export function projectionOf<T extends EntityTypes>(schema: EntitySchema<T>, names: readonly string[]): Projection {
  if (names.length === 0) throw new TableError("query.invalid-option", `select needs a property of ${schema.name}.`);
  const columns = [...new Set(names)].map((name) => columnOf(schema, name));
  const stored = columns.filter(({ property }) => property.keyOnly === undefined).map((column) => column.stored);
  const keys = columns.some((column) => column.isInKey) ? ["PartitionKey", "RowKey"] : [];
  return {
    select: [...new Set([...stored, ...keys])],
    decode(row, typed) {
      const entity: Record<string, unknown> = {};
      let key: Readonly<Record<string, unknown>> | undefined;
      for (const column of columns) {
        const json = row[column.stored];
        if (json !== undefined && json !== null)
          entity[column.name] = readColumn(schema.name, column, row, json, typed);
        else if (column.isInKey) {
          key ??= schema.parseKey({ partitionKey: row.PartitionKey, rowKey: row.RowKey }) as Readonly<
            Record<string, unknown>
          >;
          entity[column.name] = key[column.name];
        } else if (column.property.default !== undefined) entity[column.name] = column.property.default;
        else if (!column.property.optional) throw missing(schema.name, column);
      }
      if (typed) entity["$etag"] = readETag(row);
      return entity;
    },
  };
}

function columnOf<T extends EntityTypes>(schema: EntitySchema<T>, name: string): Column {
  const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  if (property === undefined) {
    throw new TableError("query.unknown-property", `${schema.name} has no property ${JSON.stringify(name)} to select.`);
  }
  const stored = property.name ?? name;
  const isInKey = [...schema.partitionParts, ...schema.rowParts].some(
    (part) => typeof part !== "string" && part[0] === name,
  );
  return { name, stored, annotation: `${stored}@odata.type`, property, isInKey };
}

function readColumn(
  entity: string,
  { name, annotation, property }: Column,
  row: EntityPayload,
  json: unknown,
  typed: boolean,
): unknown {
  try {
    return property.oneOf === undefined
      ? property.type.fromJson(json, row[annotation], typed)
      : readOneOf(json, row[annotation], property.oneOf);
  } catch (error) {
    throw withNames(error, entity, name);
  }
}

function missing(entity: string, { name, stored }: Column): TableError {
  const problem = `${entity}.${name} is absent in a stored row; ${stored} is required`;
  return new TableError("decode.missing", problem, { entity, property: name });
}
