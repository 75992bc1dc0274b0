import type { ColumnType } from "../duckdb/column-type.js";
import { columnNames, findChild, isNode, listChildren, type SyntaxNode, textOf } from "../parse/syntax.js";
import type { ComparisonOperator, Condition, Relation } from "../relations/relation.js";
import type { Constants } from "./constants.js";
import type { RelationUse } from "./find-uses.js";
import { type Conjunct, joinConditions } from "./join-conditions.js";

/** Finds the relation that a reference in FROM or JOIN names; undefined for an unknown name. */
export type FindRelation = (use: RelationUse) => Relation | undefined;

/**
 * Splits the WHERE of a SELECT at AND. Translates each part that is a condition on `use`, one reference to a relation in the SELECT's FROM.
 */
export async function pushConjuncts(
  use: RelationUse,
  findRelation: FindRelation,
  constants: Constants,
): Promise<Conjunct[]> {
  const where = use.select && findChild(use.select.node, "where_clause");
  if (where === undefined) return [];
  const translation = new Translation(use, findRelation, constants);
  return Promise.all(
    partsOf(where).map(async (node) => ({ node, condition: await translation.conditionOf(node, false) })),
  );
}

/** Splits a condition at AND, and each BETWEEN into two comparisons. A row meets the condition if it meets all parts. */
function partsOf(node: SyntaxNode): SyntaxNode[] {
  if (node["type"] === "CONJUNCTION_AND") return listChildren(node).flatMap(partsOf);
  const { input: left, lower, upper } = node;
  if (node["type"] !== "COMPARE_BETWEEN" || !areOfOneType([lower, upper])) return [node];
  const comparison = { class: "COMPARISON", alias: "", query_location: node["query_location"], left };
  return [
    { ...comparison, type: "COMPARE_GREATERTHANOREQUALTO", right: lower },
    { ...comparison, type: "COMPARE_LESSTHANOREQUALTO", right: upper },
  ];
}

const operators: Readonly<Record<string, ComparisonOperator>> = {
  COMPARE_EQUAL: "eq",
  COMPARE_NOTEQUAL: "ne",
  COMPARE_LESSTHAN: "lt",
  COMPARE_LESSTHANOREQUALTO: "le",
  COMPARE_GREATERTHAN: "gt",
  COMPARE_GREATERTHANOREQUALTO: "ge",
  COMPARE_IN: "in",
  COMPARE_NOT_IN: "notIn",
};

const mirrored: Readonly<Partial<Record<ComparisonOperator, ComparisonOperator>>> = {
  lt: "gt",
  le: "ge",
  gt: "lt",
  ge: "le",
};

/**
 * Opposite of each operator, for a comparison within NOT. Correct for null too: in SQL both a comparison with null and its negation are
 * null.
 */
const opposites: Readonly<Partial<Record<ComparisonOperator, ComparisonOperator>>> = {
  eq: "ne",
  ne: "eq",
  lt: "ge",
  le: "gt",
  gt: "le",
  ge: "lt",
  in: "notIn",
  notIn: "in",
};

/**
 * Translates SQL conditions on one reference to a relation into conditions for the service. A row for which the SQL condition is true also
 * meets the translated condition. An outer join adds rows of nulls where a row is missing. No SQL condition that can be translated is true
 * for such a row, so the translation is correct in outer joins too.
 */
class Translation {
  readonly #use: RelationUse;
  readonly #findRelation: FindRelation;
  readonly #constants: Constants;

  constructor(use: RelationUse, findRelation: FindRelation, constants: Constants) {
    this.#use = use;
    this.#findRelation = findRelation;
    this.#constants = constants;
  }

  /**
   * Translates a SQL condition; undefined if the service cannot check it. @param isNegated true if an odd number of NOTs encloses the node
   */
  async conditionOf(node: SyntaxNode, isNegated: boolean): Promise<Condition | undefined> {
    const type = textOf(node, "type");
    const children = listChildren(node);
    if (type === "CONJUNCTION_AND" || type === "CONJUNCTION_OR")
      return joinConditions((type === "CONJUNCTION_AND") !== isNegated, await this.#conditionsOf(children, isNegated));
    if (type === "OPERATOR_NOT" && children[0] !== undefined) return this.conditionOf(children[0], !isNegated);
    if (type === "COMPARE_BETWEEN" && areOfOneType([node["lower"], node["upper"]])) {
      const ends = await Promise.all([
        this.#compare(findChild(node, "input"), isNegated ? "lt" : "ge", [findChild(node, "lower")]),
        this.#compare(findChild(node, "input"), isNegated ? "gt" : "le", [findChild(node, "upper")]),
      ]);
      return joinConditions(!isNegated, ends);
    }
    if (type === "COLUMN_REF") {
      if (this.#columnOf(node)?.type !== "BOOLEAN") return undefined;
      return this.#conditionOf(node, "eq", [!isNegated]);
    }
    if (type === "FUNCTION") return isNegated ? undefined : this.#prefixOf(node);
    const operator = operators[type];
    if (operator === undefined) return undefined;
    const actual = isNegated ? opposites[operator] : operator;
    if (actual === undefined) return undefined;
    if (type.endsWith("IN")) return this.#compare(children[0], actual, children.slice(1));
    const left = findChild(node, "left");
    const right = findChild(node, "right");
    return (
      (await this.#compare(left, actual, [right])) ?? (await this.#compare(right, mirrored[actual] ?? actual, [left]))
    );
  }

  #conditionsOf(nodes: readonly SyntaxNode[], isNegated: boolean): Promise<(Condition | undefined)[]> {
    return Promise.all(nodes.map((each) => this.conditionOf(each, isNegated)));
  }

  async #compare(
    column: SyntaxNode | undefined,
    operator: ComparisonOperator,
    constants: readonly (SyntaxNode | undefined)[],
  ): Promise<Condition | undefined> {
    const type = column && this.#columnOf(column)?.type;
    if (column === undefined || type === undefined || !areOfOneType(constants)) return undefined;
    const values = await Promise.all(constants.map((each) => each && this.#constants.valueOf(each, type)));
    return this.#conditionOf(column, operator, values);
  }

  /** Translates `LIKE 'x%'` and `starts_with(column, 'x')`; undefined for another function or pattern. */
  async #prefixOf(node: SyntaxNode): Promise<Condition | undefined> {
    const name = textOf(node, "function_name");
    const [column, pattern] = listChildren(node);
    const isLike = name === "~~";
    if (!isLike && name !== "starts_with" && name !== "^@" && name !== "prefix") return undefined;
    if (column === undefined || pattern === undefined || this.#columnOf(column)?.type !== "VARCHAR") return undefined;
    const text = await this.#constants.valueOf(pattern, "VARCHAR");
    if (typeof text !== "string") return undefined;
    if (!isLike) return this.#conditionOf(column, "startsWith", [text]);
    const prefix = text.replace(/[%_].*/s, "");
    if (prefix === text) return this.#conditionOf(column, "eq", [text]);
    if (prefix === "") return undefined;
    const condition = this.#conditionOf(column, "startsWith", [prefix]);
    return condition && { ...condition, isExact: condition.isExact && text === `${prefix}%` };
  }

  #conditionOf(
    column: SyntaxNode,
    operator: ComparisonOperator,
    given: readonly (string | number | boolean | undefined)[],
  ): Condition | undefined {
    const name = this.#columnOf(column)?.name;
    const values = given.filter((value) => value !== undefined);
    if (name === undefined || values.length < given.length) return undefined;
    return this.#findRelation(this.#use)?.conditionOf({ column: name, operator, values });
  }

  /**
   * Returns the column of this relation that an expression names. Returns undefined for another expression, and for a name that may belong
   * to another relation in the query.
   */
  #columnOf(node: SyntaxNode): { readonly name: string; readonly type: ColumnType } | undefined {
    const [qualifier, column, ...others] = columnNames(node) ?? [];
    const { select, alias } = this.#use;
    if (qualifier === undefined || select === undefined || others.length > 0) return undefined;
    if (column !== undefined) {
      const isOnly = select.uses.filter((each) => isSame(each.alias, qualifier)).length === 1;
      return isSame(alias, qualifier) && isOnly ? this.#find(this.#use, column) : undefined;
    }
    const isAlias = listChildren(select.node, "select_list").some((each) => isSame(textOf(each, "alias"), qualifier));
    if (select.hasOthers || isAlias || select.united.has(qualifier.toLowerCase())) return undefined;
    const found = select.uses.filter((each) => this.#find(each, qualifier) !== undefined);
    return found.length === 1 && found[0] === this.#use ? this.#find(this.#use, qualifier) : undefined;
  }

  #find(use: RelationUse, column: string) {
    return this.#findRelation(use)?.columns.find(({ name }) => isSame(name, column));
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Returns true if all constants have the same type, so that DuckDB does not convert one of them to the type of another. */
function areOfOneType(nodes: readonly unknown[]): boolean {
  const [first, ...others] = nodes.map((node) => (isNode(node) ? typeOf(node) : undefined));
  return others.length === 0 || (first !== undefined && others.every((type) => type === first));
}

/** Returns the SQL type of a constant or a cast; undefined if the syntax tree does not contain it. All integer types count as INTEGER. */
function typeOf(node: SyntaxNode): string | undefined {
  const type = findChild(findChild(node, "value") ?? {}, "type") ?? findChild(node, "cast_type");
  return type && textOf(type, "id").replace(/^U?(?:TINY|SMALL|BIG|HUGE)INT$/, "INTEGER");
}
