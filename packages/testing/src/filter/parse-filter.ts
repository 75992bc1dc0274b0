import { ServiceError } from "../errors/service-error.js";
import type { Comparable, ComparisonOperator, Filter } from "./filter.js";
import { type FilterToken, filterTokens, syntaxError } from "./filter-tokens.js";

/** Operator that replaces each operator if the two sides of a comparison are swapped: `5 lt n` is `n gt 5`. */
const mirrored: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  eq: "eq",
  ne: "ne",
  gt: "lt",
  ge: "le",
  lt: "gt",
  le: "ge",
};
/**
 * Parses a boolean constant; returns undefined for any other word. The service accepts it in upper, lower and mixed case:
 * https://github.com/Azure/Azurite/issues/1947
 */
function booleanOf(word: string): Comparable | undefined {
  const text = word.toLowerCase();
  return text === "true" || text === "false" ? { type: "Edm.Boolean", value: text === "true" } : undefined;
}

const maximumDepth = 100;

/**
 * Parses a `$filter`: comparisons of a property with a literal, on either side, and the constants `true` and `false`, combined with
 * `and`, `or`, `not` and parentheses.
 */
export function parseFilter(text: string, maximumComparisons: number): Filter {
  const tokens = filterTokens(text);
  let at = 0;
  let comparisons = 0;
  let depth = 0;
  const peek = (): FilterToken => tokens[at] as FilterToken;
  const isWord = (word: string): boolean => peek().kind === "word" && peek().text === word;
  const fail = (): ServiceError => syntaxError(peek().end, text);

  const filter = parseOr();
  if (peek().kind !== "end") throw fail();
  if (comparisons > maximumComparisons) {
    throw new ServiceError(
      "InvalidInput",
      `The filter has ${comparisons} comparisons; at most ${maximumComparisons} are allowed.`,
    );
  }
  return filter;

  function parseOr(): Filter {
    depth += 1;
    if (depth > maximumDepth) throw fail();
    let left = parseAnd();
    while (isWord("or")) {
      at += 1;
      left = { kind: "or", left, right: parseAnd() };
    }
    depth -= 1;
    return left;
  }

  function parseAnd(): Filter {
    let left = parseUnary();
    while (isWord("and")) {
      at += 1;
      left = { kind: "and", left, right: parseUnary() };
    }
    return left;
  }

  function parseUnary(): Filter {
    let negated = false;
    while (isWord("not")) {
      at += 1;
      negated = !negated;
    }
    const operand = parsePrimary();
    if (!negated) return operand;
    return operand.kind === "constant" ? { kind: "constant", value: !operand.value } : { kind: "not", operand };
  }

  function parsePrimary(): Filter {
    if (peek().kind === "open") {
      at += 1;
      const filter = parseOr();
      if (peek().kind !== "close") throw fail();
      at += 1;
      return filter;
    }
    const { literal } = peek();
    if (literal === undefined) return parseComparison(takeProperty());
    at += 1;
    const operator = takeOperator();
    if (operator !== undefined) {
      comparisons += 1;
      return { kind: "compare", property: takeProperty(), operator: mirrored[operator], literal };
    }
    if (typeof literal.value !== "boolean") throw fail();
    return { kind: "constant", value: literal.value };
  }

  function parseComparison(property: string): Filter {
    comparisons += 1;
    const operator = takeOperator();
    if (operator === undefined) return { kind: "flag", property };
    const literal = peek().literal ?? booleanOf(peek().text);
    if (literal === undefined) throw fail();
    at += 1;
    return { kind: "compare", property, operator, literal };
  }

  function takeProperty(): string {
    if (peek().kind !== "word") throw fail();
    const property = peek().text;
    at += 1;
    if (peek().kind === "open") throw new ServiceError("NotImplemented");
    return property;
  }

  function takeOperator(): ComparisonOperator | undefined {
    const { kind, text: word } = peek();
    if (kind !== "word" || !Object.hasOwn(mirrored, word)) return undefined;
    at += 1;
    return word as ComparisonOperator;
  }
}
