import { TableError, type TableErrorOptions } from "./table-error.js";

/** Page of the guide that begins with what a user sees. */
export const troubleshooting =
  "https://github.com/tablewright/tablewright/blob/main/packages/docs/pages/guide/troubleshooting.md";

/** Advice in the message of an error about a response that may not come from the Table service, but from another server, or from a mock. */
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
