import { stringLiteral } from "../../codec/edm/quote.js";
import { and, comparison, type Filter } from "./filter.js";

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
