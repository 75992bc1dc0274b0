import type { EdmName } from "../edm/edm-type.js";
import type { PropertySchema } from "../schema/property.js";
import { readNames } from "../schema/stored-names.js";
import { and, comparison, type Filter, not, oneOf, or } from "./filter.js";
import {
  arrayOf,
  checkOperator,
  type FilterPlace,
  isOperators,
  literal,
  propertyFilter,
  refusal,
  refuseNothing,
} from "./filter-property.js";
import { type Bound, isPresent, rangeOf, sourceLiteral } from "./filter-source.js";

/**
 * The condition on a property that rows may hold under another name, or in another Edm type: each row is compared by the name and in
 * the type that it is read by.
 * @throws TableError `query.*`, `value.*`
 */
export function evolvedFilter(place: FilterPlace, property: PropertySchema, condition: unknown): Filter {
  const names = readNames(place.property, property);
  const types = [property.type.edm, ...(property.reads ?? [])];
  const lacks = (name: string) => not(isPresent(name, types));
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
  if (entries.length === 0) throw refusal("query.empty-condition", place, "has no operator");
  const filters: Filter[] = [];
  const bounds: Bound[] = [];
  for (const [operator, operand] of entries) {
    const at = { ...place, operator };
    checkOperator(at, property, operator);
    refuseNothing(at, operand);
    if (operator === "eq") filters.push(equal(at, stored, property, [operand]));
    else if (operator === "in") filters.push(equal(at, stored, property, arrayOf(at, operand)));
    else if (operator === "ne") filters.push(different(at, stored, property, operand));
    else bounds.push(...boundsOf(at, property, operator, operand));
  }
  return and([...filters, bounds.length === 0 ? true : range(stored, property, bounds)]);
}

/** Each type is compared with a literal of its own: the service calls a literal of another one different, or less. */
function equal(place: FilterPlace, stored: string, property: PropertySchema, values: readonly unknown[]): Filter {
  const own = values.map((value) => literal(place, property, value));
  const others = (property.reads ?? []).map((edm) =>
    values.map((value) => sourceLiteral(property.type, value, edm)).filter((text) => text !== undefined),
  );
  return or([own, ...others].map((literals) => oneOf(stored, literals)));
}

function different(place: FilterPlace, stored: string, property: PropertySchema, value: unknown): Filter {
  const types: readonly EdmName[] = [property.type.edm, ...(property.reads ?? [])];
  return and([isPresent(stored, types), not(equal(place, stored, property, [value]))]);
}

function boundsOf(place: FilterPlace, property: PropertySchema, operator: string, operand: unknown): Bound[] {
  const unordered = (property.reads ?? []).find((edm) => !isOrdered(edm, property.type.edm));
  if (unordered !== undefined) {
    const problem = `cannot be asked of rows that hold it as ${unordered}, whose order is another`;
    const help = `use eq, ne or in, or rewrite those rows and remove "${unordered}" from reads`;
    throw refusal("query.unknown-operator", place, `${problem}; ${help}`);
  }
  const bound = (value: unknown, side: Bound["operator"]): Bound => ({
    operator: side,
    value,
    literal: literal(place, property, value),
  });
  if (operator !== "between") return [bound(operand, operator as Bound["operator"])];
  const [from, to, ...more] = arrayOf(place, operand);
  if (from === undefined || to === undefined || more.length > 0) {
    throw refusal("value.wrong-type", place, `takes [from, to], not ${arrayOf(place, operand).length} values`);
  }
  return [bound(from, "ge"), bound(to, "le")];
}

/** Whether values of the source have the order of those that they convert to. */
function isOrdered(source: EdmName, target: EdmName): boolean {
  return source === "Edm.Int32" || source === "Edm.Int64" || (source === "Edm.String" && target === "Edm.DateTime");
}

function range(stored: string, property: PropertySchema, bounds: readonly Bound[]): Filter {
  const { type, reads = [] } = property;
  const own = bounds.map(({ operator, literal }) => comparison(stored, operator, literal));
  const isOpenBelow = bounds.every(({ operator }) => operator.startsWith("l"));
  return or([
    and([isOpenBelow ? isPresent(stored, [type.edm]) : true, ...own]),
    ...reads.map((edm) => rangeOf(stored, type, edm, bounds)),
  ]);
}
