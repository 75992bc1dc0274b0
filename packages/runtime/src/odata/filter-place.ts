import type { ErrorCode } from "../errors/error-codes.js";
import { TableError } from "../errors/table-error.js";

/** Where in a condition something is. */
export interface FilterPlace {
  readonly entity: string;
  /** A property, or a member such as `$or`. */
  readonly property: string;
  readonly operator?: string;
}

/** An error that begins with its place: `Order.total gt is "5"; …`. */
export function refusal(code: ErrorCode, place: FilterPlace, problem: string, cause?: unknown): TableError {
  const { entity, property, operator } = place;
  const where = operator === undefined ? `${entity}.${property}` : `${entity}.${property} ${operator}`;
  return new TableError(code, `${where} ${problem}`, { entity, property, cause });
}

/** @throws TableError `query.undefined-value`: dropping the condition would widen the query */
export function refuseNothing(place: FilterPlace, value: unknown): void {
  if (value !== undefined && value !== null) return;
  const help = "leave the condition out, or give a value; the service stores no null";
  throw refusal("query.undefined-value", place, `is ${value}; ${help}`);
}
