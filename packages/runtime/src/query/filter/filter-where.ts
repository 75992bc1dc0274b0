import { dateTime } from "../../codec/edm/date-time.js";
import type { EdmType } from "../../codec/edm/edm-type.js";
import { formatValue } from "../../errors/format-value.js";
import { didYouMean } from "../../errors/nearest-name.js";
import { TableError, wrongValue } from "../../errors/table-error.js";
import { ODataText, type WhereLogic, type WhereSystem } from "../../schema/conditions.js";
import type { PropertySchema } from "../../schema/property.js";
import { and, type Filter, type FilterPart, not, or } from "./filter.js";
import type { FilterPlace } from "./filter-property.js";
import { filterError, isOperators, propertyFilter, rejectMissing, wrongOperand } from "./filter-property.js";

/** Name of an entity class or table, and the properties that a condition on its rows may name. */
export interface FilteredSchema {
  readonly name: string;
  readonly properties: Readonly<Record<string, PropertySchema>>;
  /** Translates a condition on any property, for rows without an entity definition. If it is present, `properties` is empty. */
  readonly anyProperty?: (place: FilterPlace, condition: unknown) => Filter;
}

const timestamp: PropertySchema = { type: dateTime as EdmType };

/**
 * Translates a `where` condition into a filter. All of its members must match. Each value becomes a literal of its property's Edm type, so
 * that no text can be injected.
 * @throws TableError `query.*` and `value.*`, naming the entity, the property and the operator
 */
export function translateWhere(schema: FilteredSchema, where: object): Filter {
  checkWhere(schema, where);
  return translateMembers(schema, where);
}

/** Translates the members of a condition that {@link checkWhere} has accepted. @throws TableError as {@link translateWhere} */
export function translateMembers(schema: FilteredSchema, where: object): Filter {
  return and(Object.entries(where).map(([name, condition]) => member(schema, name, condition)));
}

/**
 * Checks that a condition is a plain object. Anything else, such as a function or a Map, has no members that could be compared. So it would
 * match every row.
 * @throws TableError `value.wrong-type`
 */
export function checkWhere({ name }: FilteredSchema, where: unknown): void {
  if (isOperators(where)) return;
  const problem = `where of ${name} takes an object, such as { total: { gt: 5 } }, not ${formatValue(where)}.`;
  throw wrongValue(problem, { entity: name });
}

type Member = (schema: FilteredSchema, place: FilterPlace, condition: unknown) => Filter;

/** Functions that translate the members of a condition that are not properties. The compiler checks that none of them is missing. */
const members: Readonly<Record<keyof WhereLogic<unknown> | keyof WhereSystem, Member>> = {
  $and: (schema, place, condition) =>
    and(checkConditions(place, condition).map((part) => translateWhere(schema, part))),
  $or: (schema, place, condition) =>
    or(checkConditions(place, condition).map((part) => alternative(schema, place, part))),
  $not: (schema, place, condition) => not(alternative(schema, place, checkCondition(place, condition))),
  $odata(_, place, condition) {
    const text = typeof condition === "string" ? condition : ODataText.textOf(condition);
    if (text !== undefined) return rawFilter(text);
    throw wrongOperand(place, `takes a string or odata\`…\`, not ${formatValue(condition)}`);
  },
  $timestamp: (_, place, condition) => propertyFilter(place, "Timestamp", timestamp, condition),
};

function member(schema: FilteredSchema, name: string, condition: unknown): Filter {
  const place: FilterPlace = { entity: schema.name, property: name };
  rejectMissing(place, condition);
  if (Object.hasOwn(members, name)) return members[name as keyof typeof members](schema, place, condition);
  if (schema.anyProperty !== undefined) return schema.anyProperty(place, condition);
  const property = findProperty(schema, place);
  const { hooks, name: stored = name } = property;
  return hooks === undefined
    ? propertyFilter(place, stored, property, condition)
    : (hooks.filter(place, property, condition) as Filter);
}

function findProperty(schema: FilteredSchema, place: FilterPlace): PropertySchema {
  const { entity, property: name } = place;
  const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  if (property === undefined) {
    const help = didYouMean(name, [...Object.keys(schema.properties), ...Object.keys(members)]);
    const problem = `${entity} has no property ${JSON.stringify(name)}.${help}`;
    throw new TableError("query.unknown-property", problem, { entity, property: name });
  }
  if (property.keyOnly) {
    const help = "use rowKey, or pass every part of the key";
    throw filterError("query.key-only", place, `is stored in the key only; ${help}`);
  }
  if ((property.parts ?? property.compress) !== undefined) {
    const form = property.parts === undefined ? "compressed" : `in ${property.parts.names.length} parts`;
    const help = "compare another property, such as a stored hash";
    throw filterError("query.not-comparable", place, `is stored ${form}, which the service cannot compare; ${help}`);
  }
  return property;
}

/** Translates one condition of `$or` or `$not`. Rejects an empty one, because it would match every row, which nobody means. */
function alternative(schema: FilteredSchema, place: FilterPlace, part: object): Filter {
  if (Object.keys(part).length === 0) throw filterError("query.empty-condition", place, "contains an empty condition");
  return translateWhere(schema, part);
}

function checkCondition(place: FilterPlace, condition: unknown): object {
  rejectMissing(place, condition);
  if (isOperators(condition)) return condition;
  throw wrongOperand(place, `takes an object of conditions, not ${formatValue(condition)}`);
}

function checkConditions(place: FilterPlace, conditions: unknown): object[] {
  if (!Array.isArray(conditions))
    throw wrongOperand(place, `takes an array of conditions, not ${formatValue(conditions)}`);
  return conditions.map((condition: unknown) => checkCondition(place, condition));
}

/**
 * Checks a part of `$filter` that the caller passed as text (`$odata`). It is sent in parentheses and must not close them, so its quotes
 * and parentheses have to be balanced. Nothing else in it is checked.
 * @throws TableError `query.malformed-odata`, `query.empty-condition`
 */
export function rawFilter(text: string): FilterPart {
  if (text.trim() === "") throw new TableError("query.empty-condition", "$odata is empty; omit it.");
  const unquoted = text.replace(/'(?:[^']|'')*'/g, "0");
  if (unquoted.includes("'")) throw malformed(text, "a quote is not closed");
  let depth = 0;
  for (const character of unquoted) {
    if (character === "(") depth++;
    if (character === ")" && --depth < 0) throw malformed(text, "a closing parenthesis has no opening one");
  }
  if (depth > 0) throw malformed(text, "a parenthesis is not closed");
  const comparisons = unquoted.match(/(?<=[\s)])(?:eq|ne|gt|ge|lt|le)(?=[\s(])/g)?.length ?? 0;
  return { type: "raw", text, comparisons: Math.max(1, comparisons) };
}

function malformed(text: string, reason: string): TableError {
  return new TableError("query.malformed-odata", `$odata: ${reason} in ${JSON.stringify(text)}.`);
}
