import { and, comparison, type Filter } from "./filter.js";

/** Range of keys or strings, from `ge` up to but not including `lt`. An absent end is open. */
export interface TextRange {
  readonly ge?: string | undefined;
  readonly lt?: string | undefined;
}

/**
 * Returns the range of exactly the strings with this prefix, since the service compares strings by UTF-16 units. All strings start with the
 * empty prefix.
 */
export function prefixRange(prefix: string): TextRange {
  return prefix === "" ? {} : { ge: prefix, lt: prefixSuccessor(prefix) };
}

/**
 * Returns the smallest string after all with this prefix; undefined if there is none. Replaces the last character by the next one, or drops
 * it if there is no next one.
 */
export function prefixSuccessor(prefix: string): string | undefined {
  const characters = [...prefix];
  for (let last = characters.pop(); last !== undefined; last = characters.pop()) {
    const next = nextCodePoint(last.codePointAt(0) ?? 0);
    if (next !== undefined) return characters.join("") + String.fromCodePoint(next);
  }
  return undefined;
}

/** Returns the next character in the order of UTF-16 units, where characters beyond U+FFFF, written as surrogates, come before U+E000. */
function nextCodePoint(point: number): number | undefined {
  if (point === 0xffff) return undefined;
  if (point === 0xd7ff) return 0x10000;
  if (point === 0x10ffff) return 0xe000;
  return point + 1;
}

/** Returns the intersection of two ranges. */
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

/** Writes a string as a literal of `$filter`: in quotes, with its own quotes doubled. */
export function stringLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
