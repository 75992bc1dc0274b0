import { TableError, type TableErrorOptions } from "./table-error.js";

/** Help for a response that another server may have sent. */
export const checkProxy = "Check the endpoint and any proxy in between";

/** Creates the error of a response that does not follow the protocol. */
export function malformedResponse(problem: string, options?: TableErrorOptions): TableError {
  return new TableError("response.malformed", problem, options);
}
