import { type EntityId, isTableError } from "@tablewright/runtime";
import { type EntitySchema, type EntityTypes, readKeyOf } from "@tablewright/runtime/codegen/v1";
import {
  type EdmName,
  type EdmValue,
  parseTableRow,
  type StoredTableRow,
  tableRowJson,
} from "@tablewright/runtime/edm";
import { type ParquetProperty, ParquetRelation } from "./parquet-relation.js";

type Schema = EntitySchema<EntityTypes>;
type Property = Schema["properties"][string];

/** Returns the Parquet columns of an entity: one for each property, or for each part of a property that is stored in parts. */
export function entityParquet(schema: Schema): ParquetRelation {
  const { properties, partitionParts, rowParts, kindProperty } = schema;
  const inKey = new Set(
    [...partitionParts, ...rowParts].flatMap((part) => (typeof part === "string" ? [] : part.field)),
  );
  const columns = Object.entries(properties).flatMap(([name, property]): ParquetProperty[] => {
    const { type, keyOnly, readNames, reads, parts } = property;
    if (parts !== undefined)
      return parts.names.map((part) => partColumn(part === parts.names[0] ? name : part, type.edm, part));
    const hasKey = inKey.has(name);
    const column: ParquetProperty = {
      name,
      type: type.edm,
      isJson: type.isJson === true && type.edm === "Edm.String",
      storedNames: keyOnly ? [] : readNames,
      ...((hasKey || property.default !== undefined) && {
        valueWithout: (id) => (hasKey ? valueInKey(schema, name, property, id) : undefined) ?? defaultOf(property),
      }),
      ...(reads && { convert: (row) => convertedValue(schema, name, property, row) }),
    };
    return [column];
  });
  return new ParquetRelation(schema.name, columns, kindProperty === undefined ? [] : [kindProperty]);
}

/**
 * Returns the column for one part of a value that is stored in parts. The parts are not joined, so that the file contains rows exactly as
 * they are stored.
 */
function partColumn(name: string, type: EdmName, stored: string): ParquetProperty {
  return { name, type, storedNames: [stored] };
}

/**
 * Returns the columns of rows without a definition.
 * @param table the name of the table, for errors
 * @param types the Edm types of the properties by stored name
 */
export function tableParquet(table: string, types: Readonly<Record<string, EdmName>>): ParquetRelation {
  const properties = Object.entries(types).map(([name, type]) => ({ name, type, storedNames: [name] }));
  return new ParquetRelation(table, properties);
}

function valueInKey(schema: Schema, name: string, property: Property, id: EntityId): EdmValue | undefined {
  return orUndefined(() => {
    const value = (readKeyOf(schema, id) as Readonly<Record<string, unknown>>)[name];
    return value === undefined ? undefined : edmValueOf(property, value);
  });
}

function defaultOf(property: Property): EdmValue | undefined {
  return property.default === undefined ? undefined : edmValueOf(property, property.default);
}

/** Converts a value that the row stores under another Edm type, by decoding the row as a read of the entity does. */
function convertedValue(schema: Schema, name: string, property: Property, row: StoredTableRow): EdmValue | undefined {
  return orUndefined(() => {
    const payload = JSON.parse(tableRowJson(schema.table, row)) as Parameters<Schema["decode"]>[0];
    const value = (schema.decode(payload, true) as unknown as Readonly<Record<string, unknown>>)[name];
    return value === undefined ? undefined : edmValueOf(property, value);
  });
}

/** Converts a value from the property's JavaScript representation to a stored value with its Edm type. */
function edmValueOf({ type }: Property, value: unknown): EdmValue | undefined {
  const json = `{"PartitionKey":"","RowKey":"","value@odata.type":"${type.edm}","value":${type.toJson(value)}}`;
  return parseTableRow("", json).properties["value"];
}

/** Returns the value that `read` returns; undefined if it throws a TableError, because the value cannot be decoded. */
function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}
