import type { EdmName } from "../../codec/edm/edm-type.js";
import { and, comparison, type Filter, not, oneOf, or } from "../../query/filter/filter.js";
import type { FilterPlace, OperatorTable } from "../../query/filter/filter-property.js";
import {
  checkArray,
  checkBounds,
  checkEnds,
  checkOperator,
  filterError,
  isOperators,
  literal,
  propertyFilter,
  rejectMissing,
} from "../../query/filter/filter-property.js";
import type { Bound } from "../../query/filter/filter-stored-type.js";
import { buildRange, int32UpperBounds, isPresent, storedLiterals } from "../../query/filter/filter-stored-type.js";
import type { StringOperators } from "../../schema/conditions.js";
import { type PropertySchema, readNames } from "../../schema/property.js";

/**
 * Translates a condition on a property that rows may store under another name or in another Edm type. The filter looks at each row under
 * the name and in the type that a read of the row would use.
 * @throws TableError `query.*`, `value.*`
 */
export function evolvedFilter(place: FilterPlace, property: PropertySchema, condition: unknown): Filter {
  const names = readNames(place.property, property);
  const types = [property.type.edm, ...(property.reads ?? [])];
  // To find out whether a row has a number, the filter asks whether it differs from 0 or is 0. That takes shorter literals than the lowest
  // Double.
  const isNumber = (name: string) => or([comparison(name, "ne", "0"), comparison(name, "eq", "0")]);
  const lacks = (name: string) => not(isDoubleOrInt32(property) ? isNumber(name) : isPresent(name, types));
  return or(
    names.map((name, index) =>
      and([conditionOn(place, name, property, condition), ...names.slice(0, index).map(lacks)]),
    ),
  );
}

function conditionOn(place: FilterPlace, stored: string, property: PropertySchema, condition: unknown): Filter {
  if (property.reads === undefined) return propertyFilter(place, stored, property, condition);
  if (!isOperators(condition)) return equal(place, stored, property, [condition]);
  const entries = Object.entries(condition);
  if (entries.length === 0) throw filterError("query.empty-condition", place, "has no operator");
  checkBounds(`${place.entity}.${place.property}`, condition, place);
  const filters: Filter[] = [];
  const bounds: Bound[] = [];
  for (const [operator, operand] of entries) {
    const at = { ...place, operator };
    checkOperator(at, property, operator);
    rejectMissing(at, operand);
    const part = parts[operator as keyof typeof parts](at, stored, property, operand);
    if (Array.isArray(part)) bounds.push(...(part as readonly Bound[]));
    else filters.push(part as Filter);
  }
  return and([...filters, bounds.length === 0 ? true : range(stored, property, bounds)]);
}

/** Function that translates one operator of a condition, to a filter or to a bound. The bounds of all operators together form one range. */
type Part = (
  place: FilterPlace,
  stored: string,
  property: PropertySchema,
  operand: unknown,
) => Filter | readonly Bound[];

const parts: OperatorTable<StringOperators, Part> = {
  eq: (place, stored, property, operand) => equal(place, stored, property, [operand]),
  in: (place, stored, property, operand) => equal(place, stored, property, checkArray(place, operand)),
  ne: different,
  gt: (place, _, property, operand) => [orderedBound(place, property, "gt", operand)],
  ge: (place, _, property, operand) => [orderedBound(place, property, "ge", operand)],
  lt: (place, _, property, operand) => [orderedBound(place, property, "lt", operand)],
  le: (place, _, property, operand) => [orderedBound(place, property, "le", operand)],
  between: (place, _, property, operand) => {
    const [from, to] = checkEnds(place, operand);
    return [orderedBound(place, property, "ge", from), orderedBound(place, property, "le", to)];
  },
  // Rows store this property only as text. If they could store it in other types too, `checkOrder` would have rejected it, because no other
  // type sorts like text.
  startsWith: (place, stored, property, operand) => {
    checkOrder(place, property);
    return propertyFilter(place, stored, property, { startsWith: operand });
  },
};

function orderedBound(
  place: FilterPlace,
  property: PropertySchema,
  operator: Bound["operator"],
  value: unknown,
): Bound {
  checkOrder(place, property);
  return { operator, value, literal: literal(place, property, value) };
}

/**
 * Returns a filter for rows with one of these values. Each value is compared as a literal of every Edm type in which rows may store it,
 * because the service finds, for example, no text by a literal of a date.
 */
function equal(place: FilterPlace, stored: string, property: PropertySchema, values: readonly unknown[]): Filter {
  const own = values.map((value) => literal(place, property, value));
  const others = (property.reads ?? []).map((edm) =>
    values.flatMap((value) => storedLiterals(property.type, value, edm)),
  );
  return or([own, ...others].map((literals) => oneOf(stored, literals)));
}

function different(place: FilterPlace, stored: string, property: PropertySchema, value: unknown): Filter {
  if (isDoubleOrInt32(property)) {
    const others = storedLiterals(property.type, value, "Edm.Int32");
    return and([literal(place, property, value), ...others].map((each) => comparison(stored, "ne", each)));
  }
  const types: readonly EdmName[] = [property.type.edm, ...(property.reads ?? [])];
  return and([isPresent(stored, types), not(equal(place, stored, property, [value]))]);
}

/**
 * Rejects a comparison by order if one of the types in which rows may store the property sorts differently. @throws TableError
 * `query.unknown-operator`
 */
function checkOrder(place: FilterPlace, property: PropertySchema): void {
  const unordered = (property.reads ?? []).find((edm) => !isOrdered(edm, property.type.edm));
  if (unordered === undefined) return;
  const problem = `cannot compare rows that store it as ${unordered}, which sorts differently`;
  const help = `use eq, ne or in, or rewrite those rows and remove "${unordered}" from reads`;
  throw filterError("query.unknown-operator", place, `${problem}; ${help}`);
}

/**
 * Returns whether a property is a Double that rows may also store as an Int32, as programs without types do for whole numbers. Services
 * compare a Double with an Int32 literal too. So conditions need not separate the two types by the lowest Double, a literal of 309 digits.
 */
function isDoubleOrInt32({ type, reads }: PropertySchema): boolean {
  return type.edm === "Edm.Double" && reads?.every((edm) => edm === "Edm.Int32") === true;
}

/** Returns whether stored values of the type `source` sort like the values of the type `target` that a read converts them to. */
function isOrdered(source: EdmName, target: EdmName): boolean {
  return source === "Edm.Int32" || source === "Edm.Int64" || (source === "Edm.String" && target === "Edm.DateTime");
}

function range(stored: string, property: PropertySchema, bounds: readonly Bound[]): Filter {
  const { type, reads = [] } = property;
  const own = bounds.map(({ operator, literal }) => comparison(stored, operator, literal));
  const isOpenBelow = bounds.every(({ operator }) => operator.startsWith("l"));
  if (isOpenBelow && isDoubleOrInt32(property)) return and([...own, ...int32UpperBounds(stored, type, bounds)]);
  return or([
    and([isOpenBelow ? isPresent(stored, [type.edm]) : true, ...own]),
    ...reads.map((edm) => buildRange(stored, type, edm, bounds)),
  ]);
}
