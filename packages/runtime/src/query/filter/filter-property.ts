import { isTableError } from "../../errors/table-error.js";
import type { PropertySchema } from "../../schema/property.js";
import { and, comparison, type Filter } from "./filter.js";
import { checkOperator, chooseOperators, type WriteOperator } from "./filter-operators.js";
import { checkBounds, type FilterPlace, filterError, rejectMissing } from "./filter-place.js";

/**
 * Translates a condition on one property into a filter. The condition is a value, or an object of operators that must all match.
 * @param stored the name under which the service stores the property
 * @throws TableError `query.*`, `value.*`
 */
export function propertyFilter(
  place: FilterPlace,
  stored: string,
  property: PropertySchema,
  condition: unknown,
): Filter {
  if (!isOperators(condition)) return comparison(stored, "eq", literal(place, property, condition));
  const entries = Object.entries(condition);
  if (entries.length === 0) throw filterError("query.empty-condition", place, "has no operator");
  checkBounds(`${place.entity}.${place.property}`, condition, place);
  return and(
    entries.map(([operator, operand]) => operatorFilter({ ...place, operator }, stored, property, operator, operand)),
  );
}

/** Returns whether a condition is an object of operators, such as `{ ge: 5 }`. A Date, bytes and primitives are values to compare with. */
export function isOperators(condition: unknown): condition is Readonly<Record<string, unknown>> {
  if (typeof condition !== "object" || condition === null) return false;
  const prototype: unknown = Object.getPrototypeOf(condition);
  return prototype === Object.prototype || prototype === null;
}

function operatorFilter(
  place: FilterPlace,
  stored: string,
  property: PropertySchema,
  operator: string,
  operand: unknown,
): Filter {
  checkOperator(place, property, operator);
  rejectMissing(place, operand);
  const write = chooseOperators(property)[operator] as WriteOperator;
  return write({ place, stored, written: (value) => literal(place, property, value) }, operand);
}

export function literal(place: FilterPlace, property: PropertySchema, value: unknown): string {
  rejectMissing(place, value);
  if (property.type.edm === "Edm.Double" && typeof value === "number" && !Number.isFinite(value)) {
    throw filterError("value.out-of-range", place, `is ${value}; the service can compare with finite numbers only`);
  }
  try {
    return property.type.toLiteral(value);
  } catch (error) {
    throw isTableError(error) ? filterError(error.code, place, error.message, error) : error;
  }
}
