import type { StoredTableRow } from "@tablewright/runtime";
import type { EdmName, EdmValue } from "@tablewright/runtime/edm";
import type { ColumnType, ColumnValue } from "../duckdb/column-type.js";
import { columnTypes, columnValue, dateText } from "./edm-columns.js";
import { type Column, DateOutOfRange } from "./relation.js";

/**
 * SQL column of one property. Its type is that of the stored values; if rows store several Edm types, a wider type that represents them
 * all.
 */
export class PropertyColumn implements Column<StoredTableRow> {
  readonly name: string;
  readonly #property: string;
  #type: ColumnType;

  constructor(name: string, property: string, edm: EdmName) {
    this.name = name;
    this.#property = property;
    this.#type = columnTypes[edm];
  }

  get type(): ColumnType {
    return this.#type;
  }

  holds(edm: EdmName): boolean {
    return widerType(this.#type, columnTypes[edm]) === this.#type;
  }

  widen(edm: EdmName): void {
    this.#type = widerType(this.#type, columnTypes[edm]);
  }

  toText(): void {
    this.#type = "VARCHAR";
  }

  valueOf({ properties }: StoredTableRow): ColumnValue {
    const stored = properties[this.#property];
    if (stored === undefined) return null;
    if (this.#type === "VARCHAR") return textOf(stored);
    try {
      return columnValue(this.name, this.#type, stored.type, stored.value);
    } catch (error) {
      if (error instanceof DateOutOfRange) this.toText();
      throw error;
    }
  }
}

/** Returns the narrowest DuckDB type that represents the values of both types without loss. */
export function widerType(one: ColumnType, other: ColumnType): ColumnType {
  if (one === other) return one;
  const both = new Set([one, other]);
  if (both.has("INTEGER") && both.has("BIGINT")) return "BIGINT";
  if (both.has("INTEGER") && both.has("DOUBLE")) return "DOUBLE";
  return "VARCHAR";
}

/** Converts a stored value to text, for a property that rows store with several Edm types. */
function textOf({ type, value }: EdmValue): string {
  if (type === "Edm.DateTime") return dateText(value);
  if (type === "Edm.Binary") return Buffer.from(value).toString("base64");
  if (type === "Edm.Double" && Number.isInteger(value) && Math.abs(value) < 1e15) return value.toFixed(1);
  return type === "Edm.Guid" ? value.toLowerCase() : String(value);
}
