import type { EntityId } from "@tablewright/runtime";
import { type EdmName, type EdmValue, type StoredTableRow, tableRowJson } from "@tablewright/runtime/edm";
import { decodePayload, type EntityPayload } from "@tablewright/runtime/lines";
import type { ColumnValue } from "../duckdb/column-type.js";
import { nameColumns } from "../relations/relation.js";
import { type ConvertPayload, convertPayload, parseMicroseconds } from "./convert-payload.js";
import {
  isJson,
  type ParquetColumn,
  parquetTypes,
  type StoredColumnValue,
  toColumnValue,
  toMicroseconds,
} from "./parquet-column.js";

/** A property for which a relation has a column. */
export interface ParquetProperty {
  /** Name of the column. */
  readonly name: string;
  readonly type: EdmName;
  readonly isJson?: boolean;
  /** Names under which rows may store the property, in the order in which they are tried. Empty if only the key contains its value. */
  readonly storedNames: readonly string[];
  /** Returns the property's value in a row that does not store it: the value in its key, or the default. Absent if there is neither. */
  valueWithout?(id: EntityId): EdmValue | undefined;
  /**
   * Converts the value of a row that stores it under an Edm type other than `type`. Returns undefined for a value that cannot be read.
   * Absent if the property's definition reads no other types.
   */
  convert?(row: StoredTableRow): EdmValue | undefined;
}

/** Columns of every relation, before those of its properties. */
const systemColumns: readonly ParquetColumn[] = [
  { name: "PartitionKey", type: "VARCHAR", edm: "Edm.String" },
  { name: "RowKey", type: "VARCHAR", edm: "Edm.String" },
  { name: "Timestamp", type: "TIMESTAMPTZ", edm: "Edm.DateTime" },
  { name: "Timestamp_100ns", type: "INTEGER", edm: "Edm.Int32" },
  { name: "_deleted", type: "BOOLEAN", edm: "Edm.Boolean" },
];

/**
 * Treatment of one member of a row's JSON: the column that gets its converted value; `ignored` for a member that is skipped, such as an
 * annotation; `odd` for a member because of which the whole row is decoded, such as a property without a column, whose value goes to
 * `_rest`.
 */
type Member =
  | { readonly column: number; readonly annotation: string; readonly convert: ConvertPayload }
  | "ignored"
  | "odd";

/** Names of the members of a row's JSON that are not properties: keys, Timestamp and OData annotations. */
const systemMembers = /^(?:PartitionKey|RowKey|Timestamp|odata\..*|.*@.*)$/;

/**
 * Rows of an entity, or of a table without a definition, as columns: the keys, Timestamp in microseconds, its rest in units of 100 ns,
 * `_deleted`, a column for each property, and `_rest`. `_rest` is a JSON object with the stored properties that no column represents
 * exactly, by stored name, with Edm types.
 */
export class ParquetRelation {
  readonly columns: readonly ParquetColumn[];
  /**
   * Names of the columns for PartitionKey, RowKey, Timestamp, its rest in 100 ns, and `_deleted`. They have other names if properties have
   * these.
   */
  readonly systemNames: readonly string[];
  readonly #name: string;
  readonly #properties: readonly ParquetProperty[];
  /** Positions of the properties in `#properties`, by the names under which rows may store them. */
  readonly #positions = new Map<string, number>();
  /**
   * Positions in `#properties` of the properties that have a value even in a row that does not store them, from its key or from a default.
   */
  readonly #withoutStored: readonly number[];
  readonly #ignored: ReadonlySet<string>;
  /** Treatment of the members that the rows' JSON has had so far, by member name. */
  readonly #members = new Map<string, Member>();

  /**
   * @param name the name of the entity or table, for errors
   * @param ignored the stored names of properties that are left out of the columns and of `_rest`: the entity's kind
   */
  constructor(name: string, properties: readonly ParquetProperty[], ignored: readonly string[] = []) {
    this.#name = name;
    const names = nameColumns(
      [...systemColumns.map(({ name }) => name), "_rest"],
      properties.map(({ name }) => name),
    );
    const system = systemColumns.map((column, index) => ({ ...column, name: names.system[index] ?? column.name }));
    this.systemNames = system.map(({ name }) => name);
    this.columns = [
      ...system,
      ...properties.map(({ name, type, isJson, storedNames: [property] }, index): ParquetColumn => {
        const column = {
          name: names.properties[index] ?? name,
          type: isJson ? "JSON" : parquetTypes[type],
          edm: type,
        } as const;
        return property === undefined ? column : { ...column, property };
      }),
      { name: names.system.at(-1) ?? "_rest", type: "JSON", edm: "Edm.String" },
    ];
    this.#properties = properties;
    this.#ignored = new Set(ignored);
    this.#withoutStored = properties.flatMap(({ valueWithout }, index) => (valueWithout ? [index] : []));
    for (const [index, { storedNames }] of properties.entries())
      for (const name of storedNames) this.#positions.set(name, index);
  }

  /** Returns the values of rows, column by column. @throws TableError `value.not-unicode` for text that is not Unicode */
  valuesOf(rows: readonly EntityPayload[]): ColumnValue[][] {
    const values = this.columns.map(() => new Array<ColumnValue>(rows.length).fill(null));
    for (const [index, row] of rows.entries()) {
      if (this.#addPlainRow(values, index, row)) continue;
      for (const column of values) column[index] = null;
      this.#addRow(values, index, decodePayload(this.#name, row));
    }
    return values;
  }

  /** Adds a row without decoding it, if the columns can represent all of it. Otherwise returns false. */
  #addPlainRow(values: ColumnValue[][], index: number, row: EntityPayload): boolean {
    const date = parseMicroseconds(row.Timestamp);
    if (date === undefined) return false;
    this.#addSystem(values, index, row.PartitionKey, row.RowKey, date);
    for (const name in row) {
      const member = this.#members.get(name) ?? this.#findMember(name);
      if (member === "ignored") continue;
      const json = row[name];
      if (json === null) continue;
      if (member === "odd") return false;
      const value = member.convert(json, row[member.annotation]);
      if (value === undefined) return false;
      (values[member.column] as ColumnValue[])[index] = value;
    }
    this.#addWithoutStored(values, index, { partitionKey: row.PartitionKey, rowKey: row.RowKey });
    return true;
  }

  #findMember(name: string): Member {
    const position = this.#positions.get(name);
    const property = position === undefined ? undefined : this.#properties[position];
    const column = position === undefined ? undefined : this.columns[systemColumns.length + position];
    let member: Member = systemMembers.test(name) || this.#ignored.has(name) ? "ignored" : "odd";
    // A row may store a property with former names under several of its names, and only one of these values counts. So a row with such a
    // property is decoded.
    if (position !== undefined && column !== undefined && property?.storedNames.length === 1) {
      const convert = convertPayload[column.edm];
      const convertColumn: ConvertPayload =
        column.type === "JSON"
          ? (json, annotation) => (typeof json === "string" && isJson(json) ? convert(json, annotation) : undefined)
          : convert;
      member = { column: systemColumns.length + position, annotation: `${name}@odata.type`, convert: convertColumn };
    }
    // The map is limited, because some programs use data as property names.
    if (this.#members.size < 10_000) this.#members.set(name, member);
    return member;
  }

  #addSystem(
    values: ColumnValue[][],
    index: number,
    partitionKey: string,
    rowKey: string,
    [timestamp, units]: readonly [bigint, number],
  ): void {
    const system: readonly ColumnValue[] = [partitionKey, rowKey, timestamp, units, false];
    for (let column = 0; column < system.length; column++)
      (values[column] as ColumnValue[])[index] = system[column] as ColumnValue;
  }

  #addRow(values: ColumnValue[][], index: number, row: StoredTableRow): void {
    const set = (column: number, value: ColumnValue) => {
      const list = values[column];
      if (list !== undefined) list[index] = value;
    };
    const first = systemColumns.length;
    this.#addSystem(values, index, row.partitionKey, row.rowKey, toMicroseconds(row.$timestamp));
    let rest: Record<string, EdmValue> | undefined;
    for (const name in row.properties) {
      const stored = row.properties[name];
      if (stored === undefined || this.#ignored.has(name)) continue;
      const position = this.#positions.get(name);
      const held = position === undefined ? undefined : this.#hold(position, name, stored, row);
      if (position !== undefined && held !== undefined && held.value !== null) set(first + position, held.value);
      if (held?.isExact) continue;
      // No prototype: a property may be named `__proto__`.
      rest ??= Object.create(null) as Record<string, EdmValue>;
      rest[name] = stored;
    }
    this.#addWithoutStored(values, index, row, (name) => row.properties[name] !== undefined);
    if (rest !== undefined) set(this.columns.length - 1, restJson(this.#name, row, rest));
  }

  /** Adds the values that properties have in a row that does not store them, from its key or their defaults. */
  #addWithoutStored(
    values: ColumnValue[][],
    index: number,
    id: EntityId,
    isStored: (name: string) => boolean = () => false,
  ): void {
    const first = systemColumns.length;
    for (const position of this.#withoutStored) {
      const property = this.#properties[position];
      const column = this.columns[first + position];
      const list = values[first + position];
      if (property === undefined || column === undefined || list === undefined || list[index] !== null) continue;
      if (property.storedNames.some(isStored)) continue;
      const value = property.valueWithout?.(id);
      if (value !== undefined) list[index] = toColumnValue(column, value).value;
    }
  }

  /**
   * Converts a stored value for the column of its property. Returns undefined if the row also stores the property under a name that is
   * tried earlier, so that this value does not count.
   */
  #hold(position: number, name: string, stored: EdmValue, row: StoredTableRow): StoredColumnValue | undefined {
    const property = this.#properties[position];
    const column = this.columns[systemColumns.length + position];
    if (property === undefined || column === undefined) return undefined;
    const { storedNames, convert } = property;
    const isRead = storedNames.length === 1 || storedNames.find((each) => row.properties[each] !== undefined) === name;
    if (!isRead) return undefined;
    const held = toColumnValue(column, stored);
    if (held.isExact || stored.type === column.edm) return held;
    const converted = convert?.(row);
    return converted === undefined ? held : toColumnValue(column, converted);
  }
}

/** Returns properties of a row as the service's JSON, with the type of each. @throws TableError `value.not-unicode` */
function restJson(table: string, { partitionKey, rowKey }: EntityId, rest: Readonly<Record<string, EdmValue>>): string {
  const keys = tableRowJson(table, { partitionKey, rowKey, properties: {} });
  return `{${tableRowJson(table, { partitionKey, rowKey, properties: rest }).slice(keys.length)}`;
}
