import { checkOptions, type OptionKinds } from "./check-options.js";
import { TableError, type TableErrorOptions } from "./table-error.js";

/** Checks the options of a query. @throws TableError `query.invalid-option` */
export function checkQueryOptions<Options extends object>(
  of: string,
  options: Options | undefined,
  known: OptionKinds<NoInfer<Options>>,
): void {
  checkOptions(of, options, known, "query.invalid-option");
}

/** Creates the error of a query's option or argument. */
export function invalidQuery(problem: string, options?: TableErrorOptions): TableError {
  return new TableError("query.invalid-option", problem, options);
}

/** Creates the error of another option. */
export function invalidOption(problem: string, options?: TableErrorOptions): TableError {
  return new TableError("config.invalid-option", problem, options);
}
