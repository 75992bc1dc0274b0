import type { SyntaxNode } from "../parse/syntax.js";
import type { Condition } from "../relations/relation.js";

/** One of the conditions that AND joins in a WHERE clause, and the condition for the service that it translates to. */
export interface Conjunct {
  readonly node: SyntaxNode;
  /**
   * Condition for the service. Every row that meets the SQL condition also meets this one; other rows may meet it too. Undefined if the
   * service cannot check the SQL condition.
   */
  readonly condition: Condition | undefined;
}

/**
 * Joins translated conditions with AND or OR. An AND omits a condition that could not be translated (`undefined`), so it may let more rows
 * through. An OR with such a condition cannot be translated: the result is undefined.
 */
export function joinConditions(isAnd: boolean, given: readonly (Condition | undefined)[]): Condition | undefined {
  const conditions = given.filter((each) => each?.where !== undefined);
  const [first] = conditions;
  const isWhole = conditions.length === given.length;
  if (first === undefined || (!isAnd && !isWhole)) return undefined;
  if (given.length === 1) return first;
  const isExact = isWhole && conditions.every((each) => each?.isExact);
  return { where: { [isAnd ? "$and" : "$or"]: conditions.map((each) => each?.where) }, isExact };
}

/**
 * Returns conditions that keep every row which at least one reference to a relation (in FROM or JOIN) needs.
 * @param ofUses the conditions of each reference
 */
export function neededConditions(ofUses: readonly (readonly Conjunct[])[]): readonly Condition[] {
  const [only, ...others] = ofUses;
  if (only === undefined) return [];
  if (others.length === 0) return only.flatMap(({ condition }) => condition ?? []);
  const each = ofUses.map((conjuncts) =>
    joinConditions(
      true,
      conjuncts.map(({ condition }) => condition),
    ),
  );
  const joined = joinConditions(false, each);
  return joined === undefined ? [] : [joined];
}
