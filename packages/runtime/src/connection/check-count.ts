import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";

/** Checks a count of a query. @throws TableError `query.invalid-option` */
export function checkCount(name: string, value: number, min: number, max = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return;
  throw new TableError("query.invalid-option", problem(name, value, min, max));
}

/** Checks a count of a call, and returns it. @throws TableError `config.invalid-option` */
export function atLeast(name: string, value: number, min: number): number {
  if (Number.isSafeInteger(value) && value >= min) return value;
  throw new TableError("config.invalid-option", problem(name, value, min, Number.MAX_SAFE_INTEGER));
}

function problem(name: string, value: number, min: number, max: number): string {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return `${name} is ${formatValue(value)}; it must be a whole number ${range}.`;
}
