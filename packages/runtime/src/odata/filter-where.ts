import { dateTime } from "../edm/date-time.js";
import type { EdmType } from "../edm/edm-type.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { PropertySchema } from "../schema/entity-schema.js";
import { and, comparison, type Filter, not, oneOf, operators, or } from "./filter.js";
import { prefixSuccessor, rangeFilter } from "./filter-prefix.js";
import { rawFilter } from "./filter-raw.js";

/** Whose properties a condition may name. */
export interface FilteredSchema {
  readonly name: string;
  readonly properties: Readonly<Record<string, PropertySchema>>;
}

type Conditions = Readonly<Record<string, unknown>>;

const timestamp: PropertySchema = { type: dateTime as EdmType, name: "Timestamp" };

/**
 * Translates a `where` into a filter. All of its members must hold. Values become literals of their property's Edm type,
 * so that no text can be injected.
 * @throws TableError `query.*` and `value.*`, naming the entity, the property and the operator
 */
export function filterOfWhere(schema: FilteredSchema, where: object): Filter {
  return and(Object.entries(where).map(([name, condition]) => member(schema, name, condition)));
}

function member(schema: FilteredSchema, name: string, condition: unknown): Filter {
  const at = `${schema.name}.${name}`;
  refuseNothing(at, condition);
  switch (name) {
    case "$and":
      return and(list(at, condition).map((part) => filterOfWhere(schema, part)));
    case "$or":
      return or(list(at, condition).map((part) => alternative(schema, at, part)));
    case "$not":
      return not(alternative(schema, at, conditionsOf(at, condition)));
    case "$odata":
      if (typeof condition !== "string") throw new TableError("value.wrong-type", `${at} takes text.`);
      return rawFilter(condition);
    case "$timestamp":
      return propertyFilter(at, timestamp, condition);
    case "$entity":
      return true;
    default:
      return propertyFilter(at, propertyOf(schema, name), condition, name);
  }
}

function propertyOf(schema: FilteredSchema, name: string): PropertySchema {
  const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  if (property === undefined) {
    throw new TableError("query.unknown-property", `${schema.name} has no property ${JSON.stringify(name)}.`);
  }
  if (property.keyOnly) {
    const help = "Use rowKey, or give every part of the key.";
    throw new TableError("query.key-only", `${schema.name}.${name} is kept in the key only. ${help}`);
  }
  return property;
}

function propertyFilter(at: string, property: PropertySchema, condition: unknown, name = ""): Filter {
  const stored = property.name ?? name;
  if (!isOperators(condition)) return comparison(stored, "eq", literal(at, property, condition));
  const entries = Object.entries(condition);
  if (entries.length === 0) throw new TableError("query.empty-condition", `${at} has no operator.`);
  return and(
    entries.map(([operator, operand]) => operatorFilter(`${at} ${operator}`, property, stored, operator, operand)),
  );
}

function operatorFilter(
  at: string,
  property: PropertySchema,
  stored: string,
  operator: string,
  operand: unknown,
): Filter {
  refuseNothing(at, operand);
  if (!operatorsOf(property).includes(operator)) {
    const offered = operatorsOf(property).join(", ");
    throw new TableError("query.unknown-operator", `${at}: ${property.type.edm} here takes ${offered}.`);
  }
  switch (operator) {
    case "in":
      return oneOf(
        stored,
        values(at, operand).map((value) => literal(at, property, value)),
      );
    case "between": {
      const [from, to, ...others] = values(at, operand);
      if (from === undefined || to === undefined || others.length > 0) {
        throw new TableError("value.wrong-type", `${at} takes [from, to].`);
      }
      return and([
        comparison(stored, "ge", literal(at, property, from)),
        comparison(stored, "le", literal(at, property, to)),
      ]);
    }
    case "startsWith":
      return startsWith(stored, literal(at, property, operand), operand as string);
    default:
      return comparison(stored, operator as (typeof operators)[number], literal(at, property, operand));
  }
}

/** Even the empty prefix is a comparison: a row that lacks the property begins with nothing. */
function startsWith(stored: string, literalText: string, prefix: string): Filter {
  return and([comparison(stored, "ge", literalText), rangeFilter(stored, { lt: prefixSuccessor(prefix) })]);
}

const equality: readonly string[] = ["eq", "ne", "in"];
const ordered: readonly string[] = [...operators, "in", "between"];
const text: readonly string[] = [...ordered, "startsWith"];

function operatorsOf(property: PropertySchema): readonly string[] {
  if (property.oneOf !== undefined || property.type.edm === "Edm.Boolean") return equality;
  return property.type.edm === "Edm.String" ? text : ordered;
}

function literal(at: string, property: PropertySchema, value: unknown): string {
  refuseNothing(at, value);
  if (property.type.edm === "Edm.Double" && typeof value === "number" && !Number.isFinite(value)) {
    throw new TableError("value.out-of-range", `${at} is ${value}; the service has literals of finite numbers only.`);
  }
  try {
    return property.type.toLiteral(value);
  } catch (error) {
    throw isTableError(error) ? new TableError(error.code, `${at} ${error.message}`, { cause: error }) : error;
  }
}

/** An alternative without conditions would match every row, which is never what `$or` or `$not` was written for. */
function alternative(schema: FilteredSchema, at: string, part: object): Filter {
  if (Object.keys(part).length === 0) throw new TableError("query.empty-condition", `${at} holds an empty condition.`);
  return filterOfWhere(schema, part);
}

function refuseNothing(at: string, value: unknown): void {
  if (value !== undefined && value !== null) return;
  const help = "Leave the condition out, or give a value; the service stores no null.";
  throw new TableError("query.undefined-value", `${at} is ${value}. ${help}`);
}

/** Whether a condition is an object of operators; a Date, bytes and primitives are values. */
export function isOperators(condition: unknown): condition is Conditions {
  if (typeof condition !== "object" || condition === null) return false;
  const prototype: unknown = Object.getPrototypeOf(condition);
  return prototype === Object.prototype || prototype === null;
}

function conditionsOf(at: string, condition: unknown): object {
  if (typeof condition === "object" && condition !== null && !Array.isArray(condition)) return condition;
  throw new TableError("value.wrong-type", `${at} takes a condition.`);
}

function list(at: string, condition: unknown): object[] {
  if (!Array.isArray(condition)) throw new TableError("value.wrong-type", `${at} takes an array of conditions.`);
  return condition.map((part: unknown) => {
    refuseNothing(at, part);
    return conditionsOf(at, part);
  });
}

function values(at: string, operand: unknown): unknown[] {
  if (!Array.isArray(operand)) throw new TableError("value.wrong-type", `${at} takes an array.`);
  return operand as unknown[];
}
