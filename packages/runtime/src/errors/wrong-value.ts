import { TableError, type TableErrorOptions } from "./table-error.js";

/** Creates the error of a value of another type than the call takes. */
export function wrongValue(problem: string, options?: TableErrorOptions): TableError {
  return new TableError("value.wrong-type", problem, options);
}
