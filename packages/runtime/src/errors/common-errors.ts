import { TableError, type TableErrorOptions } from "./table-error.js";

/** Advice in the message of an error about a response that may not come from the Table service, but from another server. */
export const checkProxy = "Check the endpoint and any proxy in between";

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
