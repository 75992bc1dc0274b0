import type { ErrorCode } from "../errors/error-codes.js";
import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { PropertySchema } from "../schema/property.js";
import { and, comparison, type Filter, type Operator, oneOf, operators } from "./filter.js";
import { prefixSuccessor, rangeFilter } from "./filter-prefix.js";

/**
 * The condition on one property: a value, or an object of operators that must all hold.
 * @param stored the name under which the service knows the property
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
  if (entries.length === 0) throw refusal("query.empty-condition", place, "has no operator");
  return and(
    entries.map(([operator, operand]) => operatorFilter({ ...place, operator }, stored, property, operator, operand)),
  );
}

/** Whether a condition is an object of operators; a Date, bytes and primitives are values. */
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
  refuseNothing(place, operand);
  const written = (value: unknown) => literal(place, property, value);
  switch (operator) {
    case "in":
      return oneOf(stored, arrayOf(place, operand).map(written));
    case "between": {
      const ends = arrayOf(place, operand).map(written);
      const [from, to] = ends;
      if (from === undefined || to === undefined || ends.length !== 2) {
        throw refusal("value.wrong-type", place, `takes [from, to], not ${ends.length} values`);
      }
      return and([comparison(stored, "ge", from), comparison(stored, "le", to)]);
    }
    case "startsWith": {
      // Even the empty prefix is a comparison: a row that lacks the property begins with nothing.
      const from = comparison(stored, "ge", written(operand));
      return and([from, rangeFilter(stored, { lt: prefixSuccessor(operand as string) })]);
    }
    default:
      return comparison(stored, operator as Operator, written(operand));
  }
}

/** @throws TableError `query.unknown-operator` for an operator that the property's type does not have */
export function checkOperator(place: FilterPlace, property: PropertySchema, operator: string): void {
  const offered = operatorsOf(property);
  if (!offered.includes(operator)) {
    const meant = meantOperator(operator);
    const help = meant !== undefined && offered.includes(meant) ? `write ${meant}` : `use one of ${offered.join(", ")}`;
    throw refusal("query.unknown-operator", place, `is not an operator of ${property.type.edm} here; ${help}`);
  }
}

/** What other libraries and languages write. */
const spellings: Readonly<Record<string, string>> = {
  gte: "ge",
  lte: "le",
  neq: "ne",
  not: "ne",
  equals: "eq",
  prefix: "startsWith",
  ">": "gt",
  ">=": "ge",
  "<": "lt",
  "<=": "le",
  "=": "eq",
  "==": "eq",
  "===": "eq",
  "!=": "ne",
  "!==": "ne",
};

/** The operator that another spelling stands for: `gte`, `$gte`, `>=`. */
export function meantOperator(written: string): string | undefined {
  const name = written.replace(/^\$/, "").toLowerCase();
  return Object.hasOwn(spellings, name) ? spellings[name] : text.find((operator) => operator.toLowerCase() === name);
}

const equality: readonly string[] = ["eq", "ne", "in"];
const ordered: readonly string[] = [...operators, "in", "between"];
const text: readonly string[] = [...ordered, "startsWith"];

function operatorsOf(property: PropertySchema): readonly string[] {
  if (property.oneOf !== undefined || property.type.edm === "Edm.Boolean") return equality;
  return property.type.edm === "Edm.String" ? text : ordered;
}

export function literal(place: FilterPlace, property: PropertySchema, value: unknown): string {
  refuseNothing(place, value);
  if (property.type.edm === "Edm.Double" && typeof value === "number" && !Number.isFinite(value)) {
    throw refusal("value.out-of-range", place, `is ${value}; the service can compare with finite numbers only`);
  }
  try {
    return property.type.toLiteral(value);
  } catch (error) {
    throw isTableError(error) ? refusal(error.code, place, error.message, error) : error;
  }
}

export function arrayOf(place: FilterPlace, operand: unknown): readonly unknown[] {
  if (!Array.isArray(operand)) throw refusal("value.wrong-type", place, `takes an array, not ${formatValue(operand)}`);
  return operand as unknown[];
}

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
  const help = "omit the condition, or pass a value; the service does not store null";
  throw refusal("query.undefined-value", place, `is ${value}; ${help}`);
}
