import { asCoded } from "../../codec/edm/coded-type.js";
import type { EqualityOperators, OperatorsByType, OrderedOperators, StringOperators } from "../../schema/conditions.js";
import type { PropertySchema } from "../../schema/property.js";
import { and, comparison, type Filter, type Operator, oneOf } from "./filter.js";
import { checkArray, type FilterPlace, filterError, wrongOperand } from "./filter-place.js";
import { prefixSuccessor, rangeFilter } from "./filter-prefix.js";

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
    // Even an empty prefix needs this comparison, because a row that lacks the property must not match.
    const from = comparison(stored, "ge", written(operand));
    return and([from, rangeFilter(stored, { lt: prefixSuccessor(operand as string) })]);
  },
};

const tables = { equality, ordered, text };

/** Names of all operators: text has every operator that other types have. */
export const operatorNames: readonly string[] = Object.keys(text);

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
export function chooseOperators(property: PropertySchema): Readonly<Record<string, WriteOperator>> {
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
