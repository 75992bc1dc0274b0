/** DuckDB type of a relation's column. */
export type ColumnType =
  | "VARCHAR"
  | "BOOLEAN"
  | "INTEGER"
  | "BIGINT"
  | "DOUBLE"
  | "TIMESTAMP_NS"
  | "TIMESTAMPTZ"
  | "UUID"
  | "BLOB"
  | "JSON";

/**
 * Value of such a column: bigint for BIGINT; nanoseconds since 1970 for TIMESTAMP_NS, microseconds for TIMESTAMPTZ; 36 characters for UUID;
 * text for JSON. Null for a
 * property that the row lacks.
 */
export type ColumnValue = string | boolean | number | bigint | Uint8Array | null;

/** Bounds of TIMESTAMP_NS, in nanoseconds since 1970. @see https://duckdb.org/docs/stable/sql/data_types/timestamp */
export const firstNanosecond = -9_223_286_400_000_000_000n;
export const lastNanosecond = 9_223_372_036_854_775_806n;

/** Quotes a name, so that it may hold any character. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes a text. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
