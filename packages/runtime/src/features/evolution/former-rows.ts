import { buildColumn, readColumn } from "../../codec/column.js";
import { compileProjection, type Projection } from "../../codec/decode-projection.js";
import { fieldsOf, isKeyOf, type Values, writeKey } from "../../codec/keys/key-part.js";
import { orNone } from "../../codec/row-identity.js";
import { keyParts, type PartSource } from "../../schema/define-schema.js";
import type { AnySchema, EntityId, EntityPayload, FormerRows } from "../../schema/entity-schema.js";
import type { Property } from "../../schema/property.js";

/** Kind and keys that an entity had in a former definition, as generated code passes them. */
export interface FormerSource {
  /** Table of the former definition, if it is not the current table. */
  readonly table?: string;
  readonly kind?: string;
  readonly kindProperty?: string;
  readonly separator?: string;
  partitionKey(): readonly PartSource[];
  rowKey(): readonly PartSource[];
  /** Properties in the former keys that the current definition no longer has. */
  readonly gone?: readonly Property[];
}

/**
 * Returns the function by which a schema recognizes rows that are still under the keys of former definitions. Generated code passes it as
 * the option `formerRows` while the lock file names such keys.
 * @param sources former keys, oldest first
 */
export function formerRows(sources: readonly FormerSource[]): (current: AnySchema) => FormerRows {
  return (current) => {
    const schemas = sources.map((source) => ({ table: source.table, schema: formerSchema(current, source) }));
    const names = new Set([current, ...schemas.map(({ schema }) => schema)].flatMap((schema) => keyNames(schema)));
    const own = compileProjection(current, keyNames(current));
    const formers = schemas.map(({ table, schema }) => {
      const known = [...names].filter((name) => Object.hasOwn(schema.properties, name));
      return { table, schema, projection: compileProjection(schema, known) };
    });
    const inTable = formers.filter(({ table }) => table === undefined);
    const valuesOf = (row: EntityPayload, typed: boolean, from?: string) => {
      if (from === undefined && readValues(own, row, typed) !== undefined) return undefined;
      for (const { table, projection } of formers) {
        const values = table === from ? readValues(projection, row, typed) : undefined;
        if (values !== undefined) return values;
      }
      return undefined;
    };
    return {
      kinds: inTable.map(({ schema }) => schema.kind),
      names: [...new Set([own, ...inTable.map(({ projection }) => projection)].flatMap(({ select = [] }) => select))],
      isWaiting: (row, typed) => valuesOf(row, typed) !== undefined,
      keysOfHolder: (row) =>
        formers.flatMap(({ table, schema }) => {
          const id = keysInIndexRow(schema, row);
          return id === undefined ? [] : [{ ...id, table }];
        }),
      toCurrent(row, typed, from) {
        const values = valuesOf(row, typed, from);
        if (values === undefined) return undefined;
        const { kindProperty, kind } = current;
        return {
          ...row,
          ...(kindProperty !== undefined && { [kindProperty]: kind }),
          PartitionKey: current.partitionKey(values),
          RowKey: current.rowKey(values),
        };
      },
    };
  };
}

/** Returns the schema of the rows that a former definition wrote: the current properties, and the former kind and keys. */
function formerSchema(current: AnySchema, source: FormerSource): AnySchema {
  const { kind = current.name, kindProperty, separator = "!", gone = [] } = source;
  const { kindProperty: _, isToldByShape: _shape, ...schema } = current;
  const partitionParts = keyParts(source.partitionKey(), separator);
  const rowParts = keyParts(source.rowKey(), separator);
  const former = {
    ...schema,
    kind,
    ...(kindProperty !== undefined && { kindProperty }),
    partitionKey: (values: object) => writeKey(partitionParts, values as Values),
    rowKey: (values: object) => writeKey(rowParts, values as Values),
    makesPartitionKey: (values: object, key: string) => isKeyOf(partitionParts, values as Values, key),
    makesRowKey: (values: object, key: string) => isKeyOf(rowParts, values as Values, key),
    partitionParts,
    rowParts,
  };
  const inKeys = new Set(keyNames(former));
  const properties = [...Object.values(current.properties), ...gone].map((property): [string, Property] => {
    const { keyOnly, ...stored } = property;
    // If a property is only in the current keys, rows under former keys stored it as a property.
    return [property.field, keyOnly && !inKeys.has(property.field) ? stored : property];
  });
  return { ...former, properties: Object.fromEntries(properties) };
}

/** Returns the keys that a former definition makes of the values in an index row; undefined if the row lacks one of them. */
function keysInIndexRow(former: AnySchema, row: EntityPayload): EntityId | undefined {
  return orNone(() => {
    const values = keyNames(former).map((name): [string, unknown] => {
      const { keyOnly: _, ...stored } = former.properties[name] as Property;
      return [name, readColumn(former, { ...buildColumn(former, name, stored), isReadable: false }, row, true)];
    });
    const entity = Object.fromEntries(values);
    return { partitionKey: former.partitionKey(entity), rowKey: former.rowKey(entity) };
  });
}

function keyNames({ partitionParts, rowParts }: Pick<AnySchema, "partitionParts" | "rowParts">): string[] {
  return [...new Set([...fieldsOf(partitionParts), ...fieldsOf(rowParts)])];
}

/** Returns the values of a row that has the kind and the keys of the projection's definition; undefined for any other row. */
function readValues(projection: Projection, row: EntityPayload, typed: boolean): object | undefined {
  return orNone(() => projection.decode(row, typed));
}
