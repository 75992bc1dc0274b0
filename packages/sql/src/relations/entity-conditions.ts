import { isTableError } from "@tablewright/runtime";
import type { EntitySchema, EntityTypes } from "@tablewright/runtime/codegen/v1";
import { asCoded, type EdmName, type EdmType, ExactDate } from "@tablewright/runtime/edm";
import type { Comparison, ComparisonOperator, Condition, ConstantJson } from "./relation.js";
import { wholeDoubles } from "./whole-doubles.js";

type Schema = EntitySchema<EntityTypes>;
type Property = Schema["properties"][string];

/**
 * Translates a comparison from a SQL condition into a condition for the service. Every row that meets the SQL comparison also meets that
 * condition, which may let more rows through: DuckDB checks them again. Returns undefined if the service cannot check the comparison. The
 * service and DuckDB differ in these points:
 *  - A stored row may lack a property that still has a value, from the row's key or from a default. No comparison in `$filter` matches such
 *    a row, but a negated one does, so the condition is the negated opposite: `not (paid ne false)`. Cosmos DB does not document that a
 *    negation matches such rows, so no condition is sent there.
 *  - DuckDB treats NaN as greater than every number; in the service NaN has no order. The same negation matches rows with NaN.
 *  - A value stored as Int32 is read as a Double, but no comparison with a Double in `$filter` matches it. `wholeDoubles` adds a
 *    second condition for such rows.
 *  - Guids and bytes are compared for equality only: the order of neither is documented.
 *  - A property with codes is text in SQL (the names of the codes), and the order of the names is not the order of the codes.
 *  - The service orders text by UTF-16 units, DuckDB by code points. The two orders agree for constants whose characters are below U+D800.
 */
export function entityCondition(
  schema: Schema,
  field: string,
  comparison: Comparison,
  isStorage: boolean,
): Condition | undefined {
  if (field === "$timestamp") {
    const [value] = comparison.values;
    const { operator } = comparison;
    if (!isOrder(operator) || typeof value !== "string") return undefined;
    return { where: { $timestamp: { [operator]: ExactDate.fromIso(value) } }, isExact: true };
  }
  const property = schema.properties[field];
  if (property === undefined || property.type.isJson) return undefined;
  if (!isComparable(property, comparison)) return undefined;
  const values = comparison.values.map((json) => readConstant(property.type, json));
  if (values.includes(undefined)) return undefined;
  const partsOfKey = [...schema.partitionParts, ...schema.rowParts];
  const isInKey = partsOfKey.some((part) => typeof part !== "string" && part.field === field);
  const isEvolved = property.formerly !== undefined || property.reads !== undefined;
  if (property.keyOnly || isEvolved) return isInKey ? { where: undefined, isExact: true, comparison } : undefined;
  const hasValueWithout = isInKey || property.default !== undefined || property.makeDefault !== undefined;
  const mayBeNaN = property.type.edm === "Edm.Double" && ["gt", "ge", "ne", "notIn"].includes(comparison.operator);
  if (!isStorage && (hasValueWithout || mayBeNaN))
    return isInKey ? { where: undefined, isExact: false, comparison } : undefined;
  const { operator } = comparison;
  const isExact = !hasValueWithout && !mayBeNaN;
  const where = isExact ? plain(field, operator, values) : { $not: negated(field, operator, values) };
  if (property.type.edm !== "Edm.Double") return { where, isExact, comparison };
  const $odata = wholeDoubles(property.name ?? field, operator, comparison.values.map(Number));
  const isWhole = comparison.values.every(Number.isInteger);
  return {
    where: $odata === undefined ? where : { $or: [where, { $odata }] },
    isExact: isExact && isWhole,
    comparison,
  };
}

function isComparable({ type, oneOf }: Property, { operator, values }: Comparison): boolean {
  if (!isRange(operator)) return true;
  const { edm } = type;
  if (asCoded(type) !== undefined) return false;
  if (edm === "Edm.Boolean" || edm === "Edm.Guid" || edm === "Edm.Binary" || oneOf !== undefined) return false;
  return edm !== "Edm.String" || values.every(isOrderedText);
}

/**
 * Returns true if the service and DuckDB agree for every other text whether it is less or greater than this one, so that the service can
 * check `<` and `>`.
 */
export function isOrderedText(text: ConstantJson): boolean {
  return !/[\ud800-\uffff]/.test(String(text));
}

function isRange(operator: ComparisonOperator): boolean {
  return operator === "startsWith" || (isOrder(operator) && operator !== "eq" && operator !== "ne");
}

function isOrder(operator: ComparisonOperator): operator is keyof typeof opposites {
  return Object.hasOwn(opposites, operator);
}

const opposites = { eq: "ne", ne: "eq", lt: "ge", le: "gt", gt: "le", ge: "lt" } as const;

/**
 * Converts a constant from the service's JSON to the value that the runtime uses for a property of this type. Returns undefined if the type
 * cannot represent the constant, such as the name of an unknown code.
 */
export function readConstant(type: EdmType, json: ConstantJson): unknown {
  const codes = asCoded(type);
  if (codes !== undefined) return codes.names.find((name) => name === json);
  try {
    return type.fromJson(json, annotations[type.edm], true);
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

const annotations: Readonly<Partial<Record<EdmName, EdmName>>> = {
  "Edm.Int64": "Edm.Int64",
  "Edm.Double": "Edm.Double",
  "Edm.DateTime": "Edm.DateTime",
  "Edm.Guid": "Edm.Guid",
  "Edm.Binary": "Edm.Binary",
};

function plain(field: string, operator: ComparisonOperator, values: readonly unknown[]): object {
  if (operator === "in") return { [field]: { in: values } };
  if (operator === "notIn") return { $and: values.map((value) => ({ [field]: { ne: value } })) };
  return { [field]: { [operator]: values[0] } };
}

/**
 * Returns the opposite of a comparison, for use under `$not`. There it matches the rows that meet the comparison and the rows that lack the
 * property.
 */
function negated(field: string, operator: ComparisonOperator, values: readonly unknown[]): object {
  if (operator === "in") return { $and: values.map((value) => ({ [field]: { ne: value } })) };
  if (operator === "notIn") return { [field]: { in: values } };
  // Under `$not`, this only excludes texts that sort below the prefix. DuckDB checks the rest.
  if (operator === "startsWith") return { [field]: { lt: values[0] } };
  return { [field]: { [opposites[operator]]: values[0] } };
}
