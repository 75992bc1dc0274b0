import { wholeNumber } from "../errors/check-options.js";
import { invalidQuery } from "../errors/common-errors.js";
import { formatValue } from "../errors/format-value.js";

/** Checks a count that is an argument of a query. @throws TableError `query.invalid-option` */
export function checkCount(name: string, value: number, min: number, max?: number): void {
  const { takes, fits } = wholeNumber(min, max);
  if (fits(value)) return;
  throw invalidQuery(`${name} is ${formatValue(value)}; it must be ${takes}.`);
}
