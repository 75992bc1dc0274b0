import { type EdmName, type EdmValue, ExactDate } from "@tablewright/runtime/edm";
import type { ColumnType, ColumnValue } from "../duckdb/column-type.js";

/**
 * Column of a Parquet file. Its types are those that Spark, Fabric, pandas and DuckDB read without options: Spark has neither nanoseconds
 * nor UUIDs.
 */
export interface ParquetColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Edm type of its values. */
  readonly edm: EdmName;
  /** Stored name of its property; undefined for keys and other columns that are not a property. */
  readonly property?: string;
}

/** DuckDB type of the column of a property, by the Edm type of the property. */
export const parquetTypes: Readonly<Record<EdmName, ColumnType>> = {
  "Edm.String": "VARCHAR",
  "Edm.Boolean": "BOOLEAN",
  "Edm.Int32": "INTEGER",
  "Edm.Int64": "BIGINT",
  "Edm.Double": "DOUBLE",
  "Edm.DateTime": "TIMESTAMPTZ",
  "Edm.Guid": "VARCHAR",
  "Edm.Binary": "BLOB",
};

/** Returns a date in microseconds since 1970, rounded down, and the rest in units of 100 ns. */
export function toMicroseconds(date: Date): readonly [microseconds: bigint, rest: number] {
  const remainder = date instanceof ExactDate ? date.remainder : 0;
  const rest = remainder % 10;
  return [BigInt(date.getTime()) * 1000n + BigInt((remainder - rest) / 10), rest];
}

/** Value for a column, and whether the column can represent the stored value exactly. */
export interface StoredColumnValue {
  readonly value: ColumnValue;
  readonly isExact: boolean;
}

const nothing: StoredColumnValue = { value: null, isExact: false };

/**
 * Converts a stored value for a column. An Int32 also fits a column of Int64 or Double. Any other value whose Edm type is not that of the
 * column becomes null, which is not exact.
 */
export function toColumnValue({ type, edm }: Pick<ParquetColumn, "type" | "edm">, stored: EdmValue): StoredColumnValue {
  if (stored.type !== edm) {
    if (stored.type === "Edm.Int32" && edm === "Edm.Int64") return { value: BigInt(stored.value), isExact: true };
    if (stored.type === "Edm.Int32" && edm === "Edm.Double") return { value: stored.value, isExact: true };
    return nothing;
  }
  switch (stored.type) {
    case "Edm.DateTime": {
      const [value, rest] = toMicroseconds(stored.value);
      return { value, isExact: rest === 0 };
    }
    case "Edm.Guid":
      return { value: stored.value.toLowerCase(), isExact: true };
    case "Edm.String": {
      const isExactText = stored.value.isWellFormed() && (type !== "JSON" || isJson(stored.value));
      return isExactText ? { value: stored.value, isExact: true } : nothing;
    }
    default:
      return { value: stored.value, isExact: true };
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
