import { wrongValue } from "./common-errors.js";
import { formatValue } from "./format-value.js";
import type { TableError } from "./table-error.js";

/*
 * Functions that check arguments, because callers in plain JavaScript may pass anything. `of` names the method, `what` describes the
 * argument in the message: `a function as its second argument`.
 */

/** Checks that an argument is a function. @throws TableError `value.wrong-type` */
export function checkFunction(of: string, what: string, value: unknown): void {
  if (typeof value !== "function") throw wrongType(of, what, value);
}

/** Checks that an argument is an array. @throws TableError `value.wrong-type` */
export function checkArray(of: string, what: string, value: unknown): void {
  if (!Array.isArray(value)) throw wrongType(of, what, value);
}

function wrongType(of: string, what: string, value: unknown): TableError {
  return wrongValue(`${of} takes ${what}, not ${formatValue(value)}.`);
}
