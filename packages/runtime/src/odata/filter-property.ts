import { asCoded } from "../edm/stored/coded-type.js";
import type { ErrorCode } from "../errors/error-codes.js";
import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { EqualityOperators, OperatorsByType, OrderedOperators, StringOperators } from "../schema/conditions.js";
import type { PropertySchema } from "../schema/property.js";
import { checkBounds } from "./check-bounds.js";
import { and, comparison, type Filter, type Operator, oneOf } from "./filter.js";
import { prefixSuccessor, rangeFilter } from "./filter-prefix.js";

/**
 * Translates the condition on one property: a value, or an object of operators that must all match.
 * @param stored name of the property in the service
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
  checkBounds(`${place.entity}.${place.property}`, condition, place);
  return and(
    entries.map(([operator, operand]) => operatorFilter({ ...place, operator }, stored, property, operator, operand)),
  );
}

/** Returns whether a condition is an object of operators. A Date, bytes and primitives are values. */
export function isOperators(condition: unknown): condition is Readonly<Record<string, unknown>> {
  if (typeof condition !== "object" || condition === null) return false;
  const prototype: unknown = Object.getPrototypeOf(condition);
  return prototype === Object.prototype || prototype === null;
}

/** Operator of a condition. */
interface Operation {
  readonly place: FilterPlace;
  readonly stored: string;
  /** Writes a value as a literal of the property's type. */
  written(value: unknown): string;
}

/** Functions of a type's operators. The compiler checks that conditions and tables have the same operators. */
export type OperatorTable<Operators, Result> = Readonly<Record<keyof Operators, Result>>;

type Write = (operation: Operation, operand: unknown) => Filter;

const equality: OperatorTable<EqualityOperators<unknown>, Write> = {
  eq: (operation, operand) => compare(operation, "eq", operand),
  ne: (operation, operand) => compare(operation, "ne", operand),
  in: ({ place, stored, written }, operand) => oneOf(stored, checkArray(place, operand).map(written)),
};

const ordered: OperatorTable<OrderedOperators<unknown>, Write> = {
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

const text: OperatorTable<StringOperators, Write> = {
  ...ordered,
  startsWith({ stored, written }, operand) {
    // The empty prefix needs a comparison too, because a row that lacks the property does not match.
    const from = comparison(stored, "ge", written(operand));
    return and([from, rangeFilter(stored, { lt: prefixSuccessor(operand as string) })]);
  },
};

const tables = { equality, ordered, text };

/** Names of all operators: text has all of them. */
export const operatorNames: readonly string[] = Object.keys(text);

/** Name of the table with the operators of a type. */
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

function chooseOperators(property: PropertySchema): Readonly<Record<string, Write>> {
  const hasNames = property.oneOf !== undefined || asCoded(property.type) !== undefined;
  return hasNames ? equality : tables[tableNames[property.type.edm]];
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
  const write = chooseOperators(property)[operator] as Write;
  return write({ place, stored, written: (value) => literal(place, property, value) }, operand);
}

/** Returns the two values of `between`. @throws TableError `value.wrong-type` */
export function checkEnds(place: FilterPlace, operand: unknown): readonly unknown[] {
  const ends = checkArray(place, operand);
  if (ends.length === 2) return ends;
  throw wrongOperand(place, `takes [from, to], not ${ends.length} values`);
}

/** Checks an operator. @throws TableError `query.unknown-operator` if the property's type does not have it */
export function checkOperator(place: FilterPlace, property: PropertySchema, operator: string): void {
  const offered = Object.keys(chooseOperators(property));
  if (!offered.includes(operator)) {
    const meant = meantOperator(operator);
    const help = meant !== undefined && offered.includes(meant) ? `write ${meant}` : `use one of ${offered.join(", ")}`;
    throw refusal("query.unknown-operator", place, `is not an operator of ${property.type.edm} here; ${help}`);
  }
}

/** Spellings of operators in other libraries and languages. */
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

/** Returns the operator for another spelling: `gte`, `$gte`, `>=`. */
export function meantOperator(written: string): string | undefined {
  const name = written.replace(/^\$/, "").toLowerCase();
  return Object.hasOwn(spellings, name)
    ? spellings[name]
    : operatorNames.find((operator) => operator.toLowerCase() === name);
}

export function literal(place: FilterPlace, property: PropertySchema, value: unknown): string {
  rejectMissing(place, value);
  if (property.type.edm === "Edm.Double" && typeof value === "number" && !Number.isFinite(value)) {
    throw refusal("value.out-of-range", place, `is ${value}; the service can compare with finite numbers only`);
  }
  try {
    return property.type.toLiteral(value);
  } catch (error) {
    throw isTableError(error) ? refusal(error.code, place, error.message, error) : error;
  }
}

export function checkArray(place: FilterPlace, operand: unknown): readonly unknown[] {
  if (!Array.isArray(operand)) throw wrongOperand(place, `takes an array, not ${formatValue(operand)}`);
  return operand as unknown[];
}

/** Position in a condition. */
export interface FilterPlace {
  readonly entity: string;
  /** Name of a property, or of a member such as `$or`. */
  readonly property: string;
  readonly operator?: string;
}

/** Creates an error that begins with its position: `Order.total gt is "5"; …`. */
export function refusal(code: ErrorCode, place: FilterPlace, problem: string, cause?: unknown): TableError {
  const { entity, property, operator } = place;
  const where = operator === undefined ? `${entity}.${property}` : `${entity}.${property} ${operator}`;
  return new TableError(code, `${where} ${problem}`, { entity, property, cause });
}

/** Creates the error of an operand of another type than its operator takes. */
export function wrongOperand(place: FilterPlace, problem: string): TableError {
  return refusal("value.wrong-type", place, problem);
}

/** Refuses null and undefined. @throws TableError `query.undefined-value`: dropping the condition would widen the query */
export function rejectMissing(place: FilterPlace, value: unknown): void {
  if (value !== undefined && value !== null) return;
  const help = "omit the condition, or pass a value; the service does not store null";
  throw refusal("query.undefined-value", place, `is ${value}; ${help}`);
}
