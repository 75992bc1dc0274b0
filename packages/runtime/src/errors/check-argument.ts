import { show } from "./show.js";
import { TableError } from "./table-error.js";

/*
 * What plain JavaScript may give for an argument, and types keep from happening. `of` names the method, `what` the argument as the
 * message goes on: `a function as its second argument`.
 */

/** @throws TableError `value.wrong-type` for what cannot be called */
export function checkFunction(of: string, what: string, value: unknown): void {
  if (typeof value !== "function") throw wrongType(of, what, value);
}

/** @throws TableError `value.wrong-type` */
export function checkArray(of: string, what: string, value: unknown): void {
  if (!Array.isArray(value)) throw wrongType(of, what, value);
}

/** Whether a callback gave a promise, which may be one of another kind than `Promise`. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" && value !== null && typeof (value as { readonly then?: unknown }).then === "function"
  );
}

function wrongType(of: string, what: string, value: unknown): TableError {
  return new TableError("value.wrong-type", `${of} takes ${what}, not ${show(value)}.`);
}
