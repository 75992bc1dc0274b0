import type { EdmName } from "@tablewright/runtime/edm";

/** Comparison of a stored property with a constant, in the JSON of the service. */
export interface FilterComparison {
  readonly name: string;
  readonly operator: "eq" | "gt" | "ge" | "lt" | "le";
  readonly json: string | number | boolean;
  readonly edm: EdmName;
}

/**
 * Returns comparisons that every row which meets a `$filter` meets too: those that the filter joins with `and`. Leaves out all others, also
 * those that it cannot read, so they limit no keys.
 */
export function parseComparisons(filter: string): FilterComparison[] {
  return conjunctsOf(filter).flatMap((part) => parseComparison(part) ?? []);
}

/** Splits a filter at each `and` outside of parentheses and texts. Returns no parts if an `or` is among them. */
function conjunctsOf(filter: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  const tokens = /'(?:[^']|'')*'|[()]|\s(?:and|or)(?=[\s(])/g;
  for (const { 0: token, index } of filter.matchAll(tokens)) {
    if (token === "(") depth++;
    else if (token === ")") depth--;
    else if (depth === 0 && /^\sor$/.test(token)) return [];
    else if (depth === 0 && /^\sand$/.test(token)) {
      parts.push(filter.slice(start, index));
      start = index + token.length;
    }
  }
  return [...parts, filter.slice(start)].flatMap((part) => {
    const inner = withoutParentheses(part.trim());
    return inner === undefined ? [part] : conjunctsOf(inner);
  });
}

/** Returns what a pair of parentheses around the whole text encloses; undefined if there is no such pair. */
function withoutParentheses(text: string): string | undefined {
  if (!text.startsWith("(")) return undefined;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/'(?:[^']|'')*'|[()]/g)) {
    if (token === "(") depth++;
    if (token === ")" && --depth === 0) return index === text.length - 1 ? text.slice(1, -1) : undefined;
  }
  return undefined;
}

const comparison = /^\s*([\p{L}_][\p{L}\p{N}_]*)\s+(eq|gt|ge|lt|le)\s+(\S.*?)\s*$/su;

function parseComparison(text: string): FilterComparison | undefined {
  const [, name, operator, literal = ""] = comparison.exec(text) ?? [];
  const value = parseLiteral(literal);
  if (name === undefined || value === undefined) return undefined;
  return { name, operator: operator as FilterComparison["operator"], ...value };
}

function parseLiteral(literal: string): Pick<FilterComparison, "json" | "edm"> | undefined {
  const [, prefix, quoted] = /^([a-z]*)'((?:[^']|'')*)'$/.exec(literal) ?? [];
  if (quoted !== undefined) {
    const json = quoted.replaceAll("''", "'");
    if (prefix === "") return { json, edm: "Edm.String" };
    if (prefix === "datetime") return { json, edm: "Edm.DateTime" };
    return prefix === "guid" ? { json, edm: "Edm.Guid" } : undefined;
  }
  if (literal === "true" || literal === "false") return { json: literal === "true", edm: "Edm.Boolean" };
  if (/^-?\d+L$/.test(literal)) return { json: literal.slice(0, -1), edm: "Edm.Int64" };
  return /^-?\d{1,10}$/.test(literal) ? { json: Number(literal), edm: "Edm.Int32" } : undefined;
}
