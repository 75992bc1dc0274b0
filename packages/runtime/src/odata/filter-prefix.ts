import { and, comparison, type Filter } from "./filter.js";

/** Keys or strings from `ge` up to but not including `lt`; an end that is absent is open. */
export interface TextRange {
  readonly ge?: string | undefined;
  readonly lt?: string | undefined;
}

/** Exactly the strings that begin with `prefix`, since the service compares strings by UTF-16 units; all for an empty one. */
export function prefixRange(prefix: string): TextRange {
  return prefix === "" ? {} : { ge: prefix, lt: prefixSuccessor(prefix) };
}

/**
 * The smallest string after all that begin with `prefix`, or undefined where there is none: the last character gives way
 * to the next one, or is dropped when it is the last of all.
 */
export function prefixSuccessor(prefix: string): string | undefined {
  const characters = [...prefix];
  for (let last = characters.pop(); last !== undefined; last = characters.pop()) {
    const next = nextCodePoint(last.codePointAt(0) ?? 0);
    if (next !== undefined) return characters.join("") + String.fromCodePoint(next);
  }
  return undefined;
}

/** In the order of UTF-16 units the characters beyond U+FFFF, written as surrogates, stand before U+E000. */
function nextCodePoint(point: number): number | undefined {
  if (point === 0xffff) return undefined;
  if (point === 0xd7ff) return 0x10000;
  if (point === 0x10ffff) return 0xe000;
  return point + 1;
}

/** What lies in both ranges. */
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

/** A string as a literal of `$filter`: in quotes, with its own quotes doubled. */
export function stringLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
