import { isObject } from "../../codec/check-entity.js";
import type { EdmType } from "../../codec/edm/edm-type.js";
import { type EdmValue, parseEdmType, untypedProblem } from "../../codec/edm/edm-value.js";
import { string } from "../../codec/edm/string.js";
import { formatValue } from "../../errors/format-value.js";
import type { OrderedOperators, WhereLogic, WhereSystem } from "../../schema/conditions.js";
import { propertyNameProblem } from "../../schema/property-name.js";
import { and, type Filter } from "./filter.js";
import {
  checkBounds,
  checkOperator,
  type FilterPlace,
  filterError,
  isOperators,
  propertyFilter,
  rejectMissing,
  wrongOperand,
} from "./filter-property.js";

/** Operators in a condition on a property of a row without a definition. The operand's type is the Edm type that the property must have. */
export type EdmOperators = OrderedOperators<EdmValue> & {
  /** Prefix of an Edm.String, case-sensitive. Sent as a half-open range, since the service has no function for prefixes. */
  readonly startsWith?: string;
};

/** Condition on a property of a row without a definition. A value is short for `{ eq: value }`. */
export type EdmCondition = EdmValue | EdmOperators;

/**
 * Possible first characters of a property name. Names with any other first character are errors, so a misspelt `$or` is not taken for a
 * property.
 */
type Letter =
  | ("A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L" | "M")
  | ("N" | "O" | "P" | "Q" | "R" | "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z");

/** Conditions on rows without a definition, by stored names, including `PartitionKey` and `RowKey`; all conditions must be met. */
export interface TableWhere extends WhereSystem, WhereLogic<TableWhere> {
  readonly [name: `${Letter | Lowercase<Letter> | "_"}${string}`]: EdmCondition | undefined;
}

/**
 * Translates the condition on a property of a row without a definition into a filter. Its values become literals of their own Edm types.
 * @throws TableError `query.*`, `value.*`, `property.invalid-name`
 */
export function edmFilter(place: FilterPlace, condition: unknown): Filter {
  const { entity, property: name } = place;
  const problem = propertyNameProblem(name);
  if (problem !== undefined) throw filterError("property.invalid-name", place, `${problem}, so no row has it`);
  if (isEdmValue(condition)) return propertyFilter(place, name, { type: typeOf(place, condition) }, condition.value);
  if (!isOperators(condition)) throw untyped(place, condition);
  const operators = Object.entries(condition);
  if (operators.length === 0) throw filterError("query.empty-condition", place, "has no operator");
  checkBounds(`${entity}.${name}`, condition, place);
  return and(operators.map(([operator, operand]) => operatorFilter({ ...place, operator }, operand)));
}

function operatorFilter(place: Required<FilterPlace>, operand: unknown): Filter {
  const { property: name, operator } = place;
  checkOperator(place, { type: string as EdmType }, operator);
  rejectMissing(place, operand);
  const { type, value } =
    operator === "startsWith" ? { type: string as EdmType, value: operand } : typed(place, operand);
  const { entity, property } = place;
  return propertyFilter({ entity, property }, name, { type }, { [operator]: value });
}

/**
 * Returns the Edm type of an operand and its plain value, or those of a list. @throws TableError `value.wrong-type` for two types in one
 * list
 */
function typed(place: FilterPlace, operand: unknown): { readonly type: EdmType; readonly value: unknown } {
  if (!Array.isArray(operand)) {
    if (!isEdmValue(operand)) throw untyped(place, operand);
    return { type: typeOf(place, operand), value: operand.value };
  }
  const types = new Set<EdmType>();
  const value = operand.map((each: unknown) => {
    rejectMissing(place, each);
    if (!isEdmValue(each)) throw untyped(place, each);
    types.add(typeOf(place, each));
    return each.value;
  });
  const [type = string as EdmType, other] = types;
  if (other === undefined) return { type, value };
  throw wrongOperand(place, `has values of ${type.edm} and of ${other.edm}; give all the same type`);
}

function isEdmValue(value: unknown): value is { readonly type: unknown; readonly value: unknown } {
  return isObject(value) && "type" in value && "value" in value;
}

function typeOf(place: FilterPlace, { type }: { readonly type: unknown }): EdmType {
  const found = parseEdmType(type);
  if (found !== undefined) return found;
  throw wrongOperand(place, `has the type ${formatValue(type)}, which is not an Edm type that tables support`);
}

function untyped(place: FilterPlace, value: unknown): Error {
  return wrongOperand(place, untypedProblem(value));
}
