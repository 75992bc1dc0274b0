import type { ErrorCode } from "../../errors/error-codes.js";
import { formatValue } from "../../errors/format-value.js";
import { invalidQuery, TableError } from "../../errors/table-error.js";

/** Position in a condition, for errors: the entity, the property and the operator. */
export interface FilterPlace {
  readonly entity: string;
  /** Name of a property, or of a member of the condition such as `$or`. */
  readonly property: string;
  readonly operator?: string;
}

/** Creates an error whose message begins with the position in the condition: `Order.total gt is "5"; …`. */
export function filterError(code: ErrorCode, place: FilterPlace, problem: string, cause?: unknown): TableError {
  const { entity, property, operator } = place;
  const where = operator === undefined ? `${entity}.${property}` : `${entity}.${property} ${operator}`;
  return new TableError(code, `${where} ${problem}`, { entity, property, cause });
}

/** Creates the error of an operand whose type its operator does not accept. */
export function wrongOperand(place: FilterPlace, problem: string): TableError {
  return filterError("value.wrong-type", place, problem);
}

/**
 * Rejects null and undefined in a condition. @throws TableError `query.undefined-value`, since dropping the condition would widen the query
 */
export function rejectMissing(place: FilterPlace, value: unknown): void {
  if (value !== undefined && value !== null) return;
  const help = "omit the condition, or pass a value; the service does not store null";
  throw filterError("query.undefined-value", place, `is ${value}; ${help}`);
}

export function checkArray(place: FilterPlace, operand: unknown): readonly unknown[] {
  if (!Array.isArray(operand)) throw wrongOperand(place, `takes an array, not ${formatValue(operand)}`);
  return operand as unknown[];
}

/** Operators for the lower and for the upper bound of a range. A range may have only one bound on each side. */
const sides = [
  ["ge", "gt"],
  ["le", "lt"],
] as const;

/**
 * Rejects a range with two bounds on one side, such as `ge` and `gt`.
 * @param at the name of the range, for the message
 * @throws TableError `query.invalid-option`
 */
export function checkBounds(
  at: string,
  bounds: object,
  { entity, property }: { readonly entity: string; readonly property: string },
): void {
  for (const [closed, open] of sides) {
    if (!Object.hasOwn(bounds, closed) || !Object.hasOwn(bounds, open)) continue;
    const problem = `${at} has both ${closed} and ${open}, two bounds on one side of a range. Pass one of them.`;
    throw invalidQuery(problem, { entity, property });
  }
}
