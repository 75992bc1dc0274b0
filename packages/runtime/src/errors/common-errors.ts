import { TableError, type TableErrorOptions } from "./table-error.js";

/** Help for a response that another server may have sent. */
export const checkProxy = "Check the endpoint and any proxy in between";

/** Creates the error of a response that does not follow the protocol. */
export function malformedResponse(problem: string, options?: TableErrorOptions): TableError {
  return new TableError("response.malformed", problem, options);
}

/** Creates the error of a value of another type than the call takes. */
export function wrongValue(problem: string, options?: TableErrorOptions): TableError {
  return new TableError("value.wrong-type", problem, options);
}

/** Creates the error of a query's option or argument. */
export function invalidQuery(problem: string, options?: TableErrorOptions): TableError {
  return new TableError("query.invalid-option", problem, options);
}

/** Creates the error of another option. */
export function invalidOption(problem: string, options?: TableErrorOptions): TableError {
  return new TableError("config.invalid-option", problem, options);
}
