import { ServiceError } from "../errors/service-error.js";
import type { ComparisonOperator, Filter } from "./filter.js";
import { type FilterToken, filterTokens, syntaxError } from "./filter-tokens.js";

const operators: ReadonlySet<string> = new Set<ComparisonOperator>(["eq", "ne", "gt", "ge", "lt", "le"]);
const maximumDepth = 100;

/** Parses a `$filter`: comparisons of a property with a literal, joined by `and`, `or`, `not` and parentheses. */
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
    return negated ? { kind: "not", operand } : operand;
  }

  function parsePrimary(): Filter {
    if (peek().kind === "open") {
      at += 1;
      const filter = parseOr();
      if (peek().kind !== "close") throw fail();
      at += 1;
      return filter;
    }
    if (peek().kind !== "word") throw fail();
    const property = peek().text;
    at += 1;
    if (peek().kind === "open") throw new ServiceError("NotImplemented");
    comparisons += 1;
    if (peek().kind !== "word" || !operators.has(peek().text)) return { kind: "flag", property };
    const operator = peek().text as ComparisonOperator;
    at += 1;
    const { literal } = peek();
    if (literal === undefined) throw fail();
    at += 1;
    return { kind: "compare", property, operator, literal };
  }
}
