/** Code of a {@link SqlError}. */
export type SqlErrorCode =
  /** DuckDB rejected the query. The message names an unknown column or relation, and the nearest existing name. */
  | "sql.invalid"
  /** The text is not exactly one SELECT statement. */
  | "sql.not-a-query"
  /** The query would read more rows of one relation than `maxRows`. */
  | "sql.too-many-rows"
  /** A result row does not match the `schema` option of the query. */
  | "sql.invalid-row";

/** Error in a SQL query, or in its result. Failed requests to the service throw a TableError of `@tablewright/runtime` instead. */
export class SqlError extends Error {
  readonly code: SqlErrorCode;

  constructor(code: SqlErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SqlError";
    this.code = code;
  }
}

/** Returns true if a value is a {@link SqlError}, even one from another copy of this package. */
export function isSqlError(error: unknown): error is SqlError {
  const { name, code, message } = (error ?? {}) as Partial<SqlError>;
  return name === "SqlError" && code !== undefined && typeof message === "string";
}
