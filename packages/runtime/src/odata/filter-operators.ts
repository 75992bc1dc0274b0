import { asCoded } from "../edm/stored/coded-type.js";
import type { EqualityOperators, OperatorsByType, OrderedOperators, StringOperators } from "../schema/conditions.js";
import type { PropertySchema } from "../schema/property.js";
import { and, comparison, type Filter, type Operator, oneOf } from "./filter.js";
import { checkArray, type FilterPlace, filterError, wrongOperand } from "./filter-place.js";
import { prefixSuccessor, rangeFilter } from "./filter-prefix.js";

/** Operator of a condition. */
interface Operation {
  readonly place: FilterPlace;
  readonly stored: string;
  /** Writes a value as a literal of the property's type. */
  written(value: unknown): string;
}

/** Functions that translate a type's operators. The compiler checks that conditions and tables have the same operators. */
export type OperatorTable<Operators, Result> = Readonly<Record<keyof Operators, Result>>;

export type WriteOperator = (operation: Operation, operand: unknown) => Filter;

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

/** Returns the operators of a property by name. */
export function chooseOperators(property: PropertySchema): Readonly<Record<string, WriteOperator>> {
  const hasNames = property.oneOf !== undefined || asCoded(property.type) !== undefined;
  return hasNames ? equality : tables[tableNames[property.type.edm]];
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
    throw filterError("query.unknown-operator", place, `is not an operator of ${property.type.edm} here; ${help}`);
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
