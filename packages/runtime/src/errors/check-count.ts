import { wholeNumber } from "./check-options.js";
import { invalidQuery } from "./common-errors.js";
import { formatValue } from "./format-value.js";

/** Checks that an argument of a query is a whole number from `min` to `max`. @throws TableError `query.invalid-option` */
export function checkCount(name: string, value: number, min: number, max?: number): void {
  const { takes, fits } = wholeNumber(min, max);
  if (fits(value)) return;
  throw invalidQuery(`${name} is ${formatValue(value)}; it must be ${takes}.`);
}
