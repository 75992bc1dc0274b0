import { type EdmName, type EdmValue, type StoredTableRow, tableRowJson } from "@tablewright/runtime/edm";
import type { ColumnValue } from "../duckdb/column-type.js";
import { uniqueNames } from "../relations/relation.js";
import { type HeldValue, holdValue, microsecondsOf, type ParquetColumn, parquetTypes } from "./parquet-column.js";

/** Property that a relation has a column for. */
export interface ParquetProperty {
  /** Name of the column. */
  readonly name: string;
  readonly type: EdmName;
  readonly isJson?: boolean;
  /** Stored names, in the order in which they are read. */
  readonly storedNames: readonly string[];
  /** Returns the value of a row that does not store it, such as one in its key. */
  valueWithout?(row: StoredTableRow): EdmValue | undefined;
  /** Returns the value of a row that stores it under another type. */
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
 * Rows of one kind, as columns: the keys, Timestamp and its units of 100 ns beyond microseconds, `_deleted`, a column for each property, and
 * `_rest`. `_rest` is a JSON object of everything that the columns do not hold exactly, by stored name, with Edm types.
 */
export class ParquetRelation {
  readonly columns: readonly ParquetColumn[];
  readonly #properties: readonly ParquetProperty[];
  /** Position of the property of a stored name. */
  readonly #positions = new Map<string, number>();
  /** Positions of properties with a value in rows that do not store them. */
  readonly #withoutStored: readonly number[];
  readonly #ignored: ReadonlySet<string>;

  /** @param ignored stored names that say nothing about a row of the relation, such as the property of its kind */
  constructor(properties: readonly ParquetProperty[], ignored: readonly string[] = []) {
    const system = systemColumns.map(({ name }) => name);
    const names = uniqueNames([...system, "_rest", ...properties.map(({ name }) => name)]).slice(system.length + 1);
    this.columns = [
      ...systemColumns,
      ...properties.map(({ name, type, isJson, storedNames: [property] }, index): ParquetColumn => {
        const column = { name: names[index] ?? name, type: isJson ? "JSON" : parquetTypes[type], edm: type } as const;
        return property === undefined ? column : { ...column, property };
      }),
      { name: "_rest", type: "JSON", edm: "Edm.String" },
    ];
    this.#properties = properties;
    this.#ignored = new Set(ignored);
    this.#withoutStored = properties.flatMap(({ valueWithout }, index) => (valueWithout ? [index] : []));
    for (const [index, { storedNames }] of properties.entries())
      for (const name of storedNames) this.#positions.set(name, index);
  }

  /** Returns the values of rows, column by column. */
  valuesOf(rows: readonly StoredTableRow[]): ColumnValue[][] {
    const values = this.columns.map(() => new Array<ColumnValue>(rows.length).fill(null));
    for (const [index, row] of rows.entries()) this.#addRow(values, index, row);
    return values;
  }

  #addRow(values: ColumnValue[][], index: number, row: StoredTableRow): void {
    const set = (column: number, value: ColumnValue) => {
      const list = values[column];
      if (list !== undefined) list[index] = value;
    };
    const first = systemColumns.length;
    const [timestamp, units] = microsecondsOf(row.$timestamp);
    for (const [column, value] of [row.partitionKey, row.rowKey, timestamp, units, false].entries()) set(column, value);
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
    for (const position of this.#withoutStored) {
      if (values[first + position]?.[index] !== null) continue;
      const property = this.#properties[position];
      if (property === undefined || property.storedNames.some((name) => row.properties[name] !== undefined)) continue;
      const value = property.valueWithout?.(row);
      const column = this.columns[first + position];
      if (value !== undefined && column !== undefined) set(first + position, holdValue(column, value).value);
    }
    if (rest !== undefined) set(this.columns.length - 1, restJson(rest));
  }

  /** @param name stored name of the value; a former name counts only where the row has none that is read before it */
  #hold(position: number, name: string, stored: EdmValue, row: StoredTableRow): HeldValue | undefined {
    const property = this.#properties[position];
    const column = this.columns[systemColumns.length + position];
    if (property === undefined || column === undefined) return undefined;
    const { storedNames, convert } = property;
    const isRead = storedNames.length === 1 || storedNames.find((each) => row.properties[each] !== undefined) === name;
    if (!isRead) return undefined;
    const held = holdValue(column, stored);
    if (held.isExact || stored.type === column.edm) return held;
    const converted = convert?.(row);
    return converted === undefined ? held : holdValue(column, converted);
  }
}

const noKeys = { partitionKey: "", rowKey: "" };
const noKeysLength = tableRowJson("", { ...noKeys, properties: {} }).length;

/** Returns properties as the service's JSON, with the type of each. @throws TableError `value.not-unicode` */
function restJson(properties: Readonly<Record<string, EdmValue>>): string {
  const row = tableRowJson("", { ...noKeys, properties });
  return `{${row.slice(noKeysLength)}`;
}
