import type { ErrorCode } from "./error-codes.js";

const brand: unique symbol = Symbol.for("@tablewright/TableError") as never;

export interface TableErrorOptions {
  readonly cause?: unknown;
}

/**
 * The base of every error that Tablewright throws. Test for it with {@link isTableError}, not with `instanceof`: two
 * copies of the package may be loaded. `code` is stable; `message` is for people and names what to do.
 */
export class TableError extends Error {
  readonly code: ErrorCode;
  readonly [brand] = true;

  constructor(code: ErrorCode, message: string, options: TableErrorOptions = {}) {
    super(message, options);
    this.name = "TableError";
    this.code = code;
  }
}

/** Whether `error` was thrown by Tablewright, and, with `code`, whether it is that one. */
export function isTableError<C extends ErrorCode>(
  error: unknown,
  code?: C,
): error is TableError & { readonly code: C } {
  return (
    typeof error === "object" &&
    error !== null &&
    (error as { readonly [brand]?: unknown })[brand] === true &&
    (code === undefined || (error as TableError).code === code)
  );
}
