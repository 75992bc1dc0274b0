import { show } from "../errors/show.js";
import { TableError } from "../errors/table-error.js";

/** @throws TableError `query.invalid-option` */
export function checkCount(name: string, value: number, from: number, to = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && value >= from && value <= to) return;
  const range = to === Number.MAX_SAFE_INTEGER ? `from ${from} on` : `from ${from} to ${to}`;
  throw new TableError("query.invalid-option", `${name} is a whole number ${range}, not ${show(value)}.`);
}
