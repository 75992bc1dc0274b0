import { asCoded } from "../../codec/edm/coded-type.js";
import type { ErrorCode } from "../../errors/error-codes.js";
import { formatValue } from "../../errors/format-value.js";
import { invalidQuery, isTableError, TableError } from "../../errors/table-error.js";
import type { EqualityOperators, OperatorsByType, OrderedOperators, StringOperators } from "../../schema/conditions.js";
import type { PropertySchema } from "../../schema/property.js";
import { and, comparison, type Filter, type Operator, oneOf, prefixSuccessor, rangeFilter } from "./filter.js";

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

/** Property that an operator compares, as the functions that translate operators receive it. */
interface Operation {
  readonly place: FilterPlace;
  readonly stored: string;
  /** Writes a value as a `$filter` literal of the property's Edm type. */
  written(value: unknown): string;
}

/**
 * Functions that translate the operators of an Edm type to filters. The compiler checks that every operator that conditions on this type
 * accept has one.
 */
export type OperatorTable<Operators, Result> = Readonly<Record<keyof Operators, Result>>;

type WriteOperator = (operation: Operation, operand: unknown) => Filter;

const equality: OperatorTable<EqualityOperators<unknown>, WriteOperator> = {
  eq: (operation, operand) => compare(operation, "eq", operand),
  ne: (operation, operand) => compare(operation, "ne", operand),
  in: ({ place, stored, written }, operand) => oneOf(stored, checkArray(place, operand).map(written)),
};

const ordered: OperatorTable<OrderedOperators<unknown>, WriteOperator> = {
  eq: equality.eq,
  ne: equality.ne,
  gt: (operation, operand) => compare(operation, "gt", operand),
  ge: (operation, operand) => compare(operation, "ge", operand),
  lt: (operation, operand) => compare(operation, "lt", operand),
  le: (operation, operand) => compare(operation, "le", operand),
  in: equality.in,
  between({ place, stored, written }, operand) {
    const [from, to] = checkEnds(place, operand).map(written) as [string, string];
    return and([comparison(stored, "ge", from), comparison(stored, "le", to)]);
  },
};

const text: OperatorTable<StringOperators, WriteOperator> = {
  ...ordered,
  startsWith({ stored, written }, operand) {
    // Even an empty prefix needs this comparison, because a row that lacks the property must not match.
    const from = comparison(stored, "ge", written(operand));
    return and([from, rangeFilter(stored, { lt: prefixSuccessor(operand as string) })]);
  },
};

const tables = { equality, ordered, text };

/** Names of all operators: text has every operator that other types have. */
export const operatorNames: readonly string[] = /* @__PURE__ */ Object.keys(text);

/** Name, in the constant `tables`, of the group of functions that translate exactly these operators. */
type TableOf<Operators> = keyof Operators extends keyof typeof equality
  ? "equality"
  : keyof Operators extends keyof typeof ordered
    ? "ordered"
    : "text";

const tableNames: { readonly [Edm in keyof OperatorsByType]: TableOf<OperatorsByType[Edm]> } = {
  "Edm.String": "text",
  "Edm.Boolean": "equality",
  "Edm.Int32": "ordered",
  "Edm.Int64": "ordered",
  "Edm.Double": "ordered",
  "Edm.DateTime": "ordered",
  "Edm.Guid": "ordered",
  "Edm.Binary": "ordered",
};

function compare({ stored, written }: Operation, operator: Operator, operand: unknown): Filter {
  return comparison(stored, operator, written(operand));
}

/**
 * Returns the operators that conditions on a property accept, by name. A property whose values are names, such as an enum, accepts only
 * equality.
 */
function chooseOperators(property: PropertySchema): Readonly<Record<string, WriteOperator>> {
  const hasNames = property.oneOf !== undefined || asCoded(property.type) !== undefined;
  return hasNames ? equality : tables[tableNames[property.type.edm]];
}

/** Returns the two values of the operator `between`. @throws TableError `value.wrong-type` if there are not two */
export function checkEnds(place: FilterPlace, operand: unknown): readonly unknown[] {
  const ends = checkArray(place, operand);
  if (ends.length === 2) return ends;
  throw wrongOperand(place, `takes [from, to], not ${ends.length} values`);
}

/** Rejects an operator that the property's type does not have. @throws TableError `query.unknown-operator` */
export function checkOperator(place: FilterPlace, property: PropertySchema, operator: string): void {
  const offered = Object.keys(chooseOperators(property));
  if (!offered.includes(operator)) {
    const meant = meantOperator(operator);
    const help = meant !== undefined && offered.includes(meant) ? `write ${meant}` : `use one of ${offered.join(", ")}`;
    throw filterError("query.unknown-operator", place, `is not an operator of ${property.type.edm} here; ${help}`);
  }
}

/** Operators by their spellings in other libraries and languages, so that errors can suggest the right one. */
const spellings: Readonly<Record<string, keyof StringOperators>> = {
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

/** Returns the operator that is meant by another spelling, such as `gte`, `$gte` or `>=`; undefined if none is. */
export function meantOperator(written: string): string | undefined {
  const name = written.replace(/^\$/, "").toLowerCase();
  return Object.hasOwn(spellings, name)
    ? spellings[name]
    : operatorNames.find((operator) => operator.toLowerCase() === name);
}

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
