import { stringLiteral } from "../../codec/edm/string.js";

/** Part of `$filter` as plain data: stored names of properties, and values that are already written as literals. */
export type FilterPart =
  | { readonly type: "comparison"; readonly property: string; readonly operator: Operator; readonly literal: string }
  | { readonly type: "in"; readonly property: string; readonly literals: readonly string[] }
  | { readonly type: "and" | "or"; readonly parts: readonly FilterPart[] }
  | { readonly type: "not"; readonly part: FilterPart }
  | { readonly type: "raw"; readonly text: string; readonly comparisons: number };

/** Filter of a query. `true` matches every row and is not sent. `false` matches none, so no request is sent. */
export type Filter = FilterPart | boolean;

/** Comparison operators of the service. @see https://learn.microsoft.com/rest/api/storageservices/querying-tables-and-entities */
export type Operator = "eq" | "ne" | "gt" | "ge" | "lt" | "le";

export function comparison(property: string, operator: Operator, literal: string): FilterPart {
  return { type: "comparison", property, operator, literal };
}

/** Returns a filter for rows whose property equals one of these literals. Without literals it matches no row. Equal literals count once. */
export function oneOf(property: string, literals: readonly string[]): Filter {
  const distinct = [...new Set(literals)];
  const [first] = distinct;
  if (first === undefined) return false;
  return distinct.length === 1 ? comparison(property, "eq", first) : { type: "in", property, literals: distinct };
}

export function and(filters: readonly Filter[]): Filter {
  return filters.includes(false) ? false : join("and", filters, true);
}

export function or(filters: readonly Filter[]): Filter {
  return filters.includes(true) ? true : join("or", filters, false);
}

export function not(filter: Filter): Filter {
  if (typeof filter === "boolean") return !filter;
  return filter.type === "not" ? filter.part : { type: "not", part: filter };
}

/** Returns the parts of an `and`, which must all match; for any other filter the filter itself. */
export function conjuncts(filter: FilterPart): readonly FilterPart[] {
  return filter.type === "and" ? filter.parts : [filter];
}

/** Counts the comparisons in a filter as the service does, which allows 15 in one `$filter`. */
export function countComparisons(filter: Filter): number {
  if (typeof filter === "boolean") return 0;
  switch (filter.type) {
    case "comparison":
      return 1;
    case "in":
      return filter.literals.length;
    case "and":
    case "or":
      return filter.parts.reduce((sum, part) => sum + countComparisons(part), 0);
    case "not":
      return countComparisons(filter.part);
    case "raw":
      return filter.comparisons;
  }
}

/**
 * Joins filters with `and` or `or`. Leaves out `true` and `false`, and merges nested parts of the same type. @param empty result if no part
 * remains
 */
function join(type: "and" | "or", filters: readonly Filter[], empty: boolean): Filter {
  const parts = filters
    .filter((filter) => typeof filter !== "boolean")
    .flatMap((filter) => (filter.type === type ? filter.parts : [filter]));
  const [only, ...others] = parts;
  if (only === undefined) return empty;
  return others.length === 0 ? only : { type, parts };
}

/**
 * Writes a filter as text in the service's syntax, not percent-encoded. Adds parentheses where the precedence of `not`, `and` and `or`
 * needs them, and always around raw text.
 */
export function filterText(filter: FilterPart): string {
  switch (filter.type) {
    case "comparison":
      return `${filter.property} ${filter.operator} ${filter.literal}`;
    case "in":
      return filter.literals.map((literal) => `${filter.property} eq ${literal}`).join(" or ");
    case "and":
      return filter.parts
        .map((part) => (isAlternative(part) ? `(${filterText(part)})` : filterText(part)))
        .join(" and ");
    case "or":
      return filter.parts.map(filterText).join(" or ");
    case "not":
      return filter.part.type === "raw" ? `not ${filterText(filter.part)}` : `not (${filterText(filter.part)})`;
    case "raw":
      return `(${filter.text})`;
  }
}

function isAlternative(filter: FilterPart): boolean {
  return filter.type === "or" || filter.type === "in";
}

/** Range of keys or other strings, from `ge` up to but not including `lt`. If an end is absent, the range is open there. */
export interface TextRange {
  readonly ge?: string | undefined;
  readonly lt?: string | undefined;
}

/**
 * Returns the range that contains exactly the strings with this prefix. The service compares strings by UTF-16 units. For the empty prefix,
 * the result is the range of all strings.
 */
export function prefixRange(prefix: string): TextRange {
  return prefix === "" ? {} : { ge: prefix, lt: prefixSuccessor(prefix) };
}

/**
 * Returns the smallest string that sorts after all strings with this prefix; undefined if there is none. It replaces the last character by
 * the next one. If there is no next one, it drops that character and replaces the one before.
 */
export function prefixSuccessor(prefix: string): string | undefined {
  const characters = [...prefix];
  for (let last = characters.pop(); last !== undefined; last = characters.pop()) {
    const next = nextCodePoint(last.codePointAt(0) ?? 0);
    if (next !== undefined) return characters.join("") + String.fromCodePoint(next);
  }
  return undefined;
}

/**
 * Returns the next character in the order of UTF-16 units; undefined for the last one. In this order, characters beyond U+FFFF come before
 * U+E000, because they are written as surrogates.
 */
function nextCodePoint(point: number): number | undefined {
  if (point === 0xffff) return undefined;
  if (point === 0xd7ff) return 0x10000;
  if (point === 0x10ffff) return 0xe000;
  return point + 1;
}

/** Returns the intersection of two ranges: the keys that both contain. */
export function intersect(one: TextRange, other: TextRange): TextRange {
  return {
    ge: one.ge === undefined || (other.ge !== undefined && other.ge > one.ge) ? other.ge : one.ge,
    lt: one.lt === undefined || (other.lt !== undefined && other.lt < one.lt) ? other.lt : one.lt,
  };
}

export function rangeFilter(property: string, range: TextRange): Filter {
  return and([
    range.ge === undefined ? true : comparison(property, "ge", stringLiteral(range.ge)),
    range.lt === undefined ? true : comparison(property, "lt", stringLiteral(range.lt)),
  ]);
}
