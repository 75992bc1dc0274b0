/** Codes of errors in a query. */
export type SqlErrorCode =
  /** DuckDB rejected the query. The message names the column or relation, and the nearest name. */
  | "sql.invalid"
  /** The text is not a single SELECT. */
  | "sql.not-a-query"
  /** A relation has more rows than `maxRows`. */
  | "sql.too-many-rows"
  /** A row does not match the schema of the query. */
  | "sql.invalid-row";

/** Error of a query. Errors of the service stay those of `@tablewright/runtime`. */
export class SqlError extends Error {
  readonly code: SqlErrorCode;

  constructor(code: SqlErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SqlError";
    this.code = code;
  }
}

/** Returns whether a value is a {@link SqlError}, of any copy of this package. */
export function isSqlError(error: unknown): error is SqlError {
  return error instanceof Error && error.name === "SqlError" && "code" in error;
}
