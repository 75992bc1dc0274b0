import type { ErrorCode } from "../errors/error-codes.js";
import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";

/** Position in a condition. */
export interface FilterPlace {
  readonly entity: string;
  /** Name of a property, or of a member such as `$or`. */
  readonly property: string;
  readonly operator?: string;
}

/** Creates an error that begins with its position: `Order.total gt is "5"; …`. */
export function filterError(code: ErrorCode, place: FilterPlace, problem: string, cause?: unknown): TableError {
  const { entity, property, operator } = place;
  const where = operator === undefined ? `${entity}.${property}` : `${entity}.${property} ${operator}`;
  return new TableError(code, `${where} ${problem}`, { entity, property, cause });
}

/** Creates the error of an operand of another type than its operator takes. */
export function wrongOperand(place: FilterPlace, problem: string): TableError {
  return filterError("value.wrong-type", place, problem);
}

/** Refuses null and undefined. @throws TableError `query.undefined-value`: dropping the condition would widen the query */
export function rejectMissing(place: FilterPlace, value: unknown): void {
  if (value !== undefined && value !== null) return;
  const help = "omit the condition, or pass a value; the service does not store null";
  throw filterError("query.undefined-value", place, `is ${value}; ${help}`);
}

export function checkArray(place: FilterPlace, operand: unknown): readonly unknown[] {
  if (!Array.isArray(operand)) throw wrongOperand(place, `takes an array, not ${formatValue(operand)}`);
  return operand as unknown[];
}
