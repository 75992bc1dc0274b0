import type { ErrorCode } from "./error-codes.js";

const brand: unique symbol = Symbol.for("@tablewright/TableError") as never;

export interface TableErrorOptions {
  readonly cause?: unknown;
  /** Class name of the entity that the error is about. */
  readonly entity?: string | undefined;
  /** TypeScript name of the property that the error is about. */
  readonly property?: string | undefined;
  /** One error for each invalid property of an entity, if several are invalid. */
  readonly problems?: readonly TableError[];
}

/**
 * Base class of every error that Tablewright throws. Test for it with {@link isTableError}, or with `instanceof`. `code` is stable;
 * `message` is for people and says what to do.
 */
export class TableError extends Error {
  readonly code: ErrorCode;
  declare readonly entity?: string;
  declare readonly property?: string;
  declare readonly problems?: readonly TableError[];
  readonly [brand] = true;

  static {
    recognizeCopies(TableError, isTableError);
  }

  constructor(code: ErrorCode, message: string, options: TableErrorOptions = {}) {
    super(message, options);
    this.name = "TableError";
    this.code = code;
    if (options.entity !== undefined) this.entity = options.entity;
    if (options.property !== undefined) this.property = options.property;
    if (options.problems !== undefined) this.problems = options.problems;
  }

  /**
   * `"unknown"` if the write that failed with this error may have been applied nevertheless: read the row before you write again. Undefined
   * for reads, and if nothing was written. {@link isOutcomeUnknown} tests it.
   */
  get outcome(): "unknown" | undefined {
    return undefined;
  }

  /**
   * Explanation of this error: a file of this package, with the anchor of the code's section, such as
   * `@tablewright/runtime/docs/errors.md#write-outcome-unknown`. `npx tablewright explain <code>` prints that section.
   */
  get help(): string {
    return `@tablewright/runtime/docs/errors.md#${this.code.replace(".", "-")}`;
  }
}

/** Returns whether `error` was thrown by Tablewright and, if `code` is given, has that code. */
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

/**
 * Returns whether a write that failed with this error may have been applied nevertheless. Accepts the error of any write: a transaction, a
 * bulk and its items, and a call that was aborted or ran out of time.
 * ```ts
 * await orders.insert(order).catch((error) => {
 *   if (isOutcomeUnknown(error)) return checkLater(order);
 *   throw error;
 * });
 * ```
 */
export function isOutcomeUnknown(error: unknown): boolean {
  return isTableError(error) && error.outcome === "unknown";
}

/** Sentence in the message of each error of a write that may have been applied. */
const mayBeApplied = "The write may have been applied.";

/** Returns the message of an error with {@link mayBeApplied}. */
export function withDoubt(message: string): string {
  if (message.includes(mayBeApplied)) return message;
  return `${message}${/[.!?…]$/.test(message) ? "" : "."} ${mayBeApplied}`;
}

/** Returns the message of an error without {@link mayBeApplied}, once it is known that the write was not applied. */
export function withoutDoubt(message: string): string {
  return message.replace(` ${mayBeApplied}`, "");
}

/**
 * Returns the error with a new stack, that of the place which rethrows it. V8 keeps only ten frames, and those of the parsers would
 * displace the caller's. The stack includes the callers of an async function as long as each awaits the next, but it ends at a promise that
 * is awaited twice.
 * @param from function to leave out of the stack, with the functions that it called
 */
export function retraced<E>(error: E, from: (...given: never[]) => unknown = retraced): E {
  if (isTableError(error)) Error.captureStackTrace?.(error, from);
  return error;
}

/**
 * Makes `instanceof` recognize the errors of another copy of this package. Bundles and test runners may load both its ES modules and its
 * CommonJS files.
 */
export function recognizeCopies(errorClass: object, isOne: (error: unknown) => boolean): void {
  Object.defineProperty(errorClass, Symbol.hasInstance, {
    value(this: object, error: unknown): boolean {
      return this === errorClass ? isOne(error) : Function.prototype[Symbol.hasInstance].call(this, error);
    },
  });
}

/**
 * Returns the error with the names of entity and property before its message. Code that checks a value knows neither, so its message begins
 * with the problem: `has 70 UTF-16 units; …`. Returns anything else as it is.
 */
export function withNames(error: unknown, entity: string, property: string, row?: string): unknown {
  if (!isTableError(error) || error.entity !== undefined) return error;
  const place = row === undefined ? `${entity}.${property}` : `${entity}.${property} of row ${row}`;
  return new TableError(error.code, `${place} ${error.message}`, { entity, property, cause: error.cause });
}

/** Page of the guide that lists problems by what users see. */
export const troubleshooting =
  "https://github.com/tablewright/tablewright/blob/main/packages/docs/pages/guide/troubleshooting.md";

/** Advice for an error about a response that may come from another server or a mock, not from the Table service. */
export const checkProxy = `Check the endpoint, any proxy in between, and mocks of HTTP in this process (${troubleshooting}#a-proxy-or-a-mock-answers)`;

/** Creates the error of a response that does not follow the protocol of the Table service. */
export function malformedResponse(problem: string, options?: TableErrorOptions): TableError {
  return new TableError("response.malformed", problem, options);
}

/** Creates the error of an argument or a property value that has the wrong type. */
export function wrongValue(problem: string, options?: TableErrorOptions): TableError {
  return new TableError("value.wrong-type", problem, options);
}

/** Creates the error of an invalid option or argument of a query. */
export function invalidQuery(problem: string, options?: TableErrorOptions): TableError {
  return new TableError("query.invalid-option", problem, options);
}

/** Creates the error of an invalid option of anything but a query. */
export function invalidOption(problem: string, options?: TableErrorOptions): TableError {
  return new TableError("config.invalid-option", problem, options);
}
