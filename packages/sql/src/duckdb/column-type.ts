/** DuckDB types that columns of entities and tables have. */
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
 * Value of a {@link ColumnType} to write to DuckDB: bigint for BIGINT; bigint nanoseconds since 1970 for TIMESTAMP_NS, microseconds for
 * TIMESTAMPTZ; 36 characters for UUID; text for JSON. Null if the row lacks the property.
 */
export type ColumnValue = string | boolean | number | bigint | Uint8Array | null;

/**
 * First and last time that TIMESTAMP_NS can store, in nanoseconds since 1970.
 * @see https://duckdb.org/docs/stable/sql/data_types/timestamp
 */
export const firstNanosecond = -9_223_286_400_000_000_000n;
export const lastNanosecond = 9_223_372_036_854_775_806n;

/** Quotes the name of a table or column for SQL, so that it may contain any character. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes a text as a string literal of SQL. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
