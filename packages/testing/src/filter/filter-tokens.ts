import { parseDateTime } from "../edm/date-time.js";
import { ServiceError } from "../errors/service-error.js";
import type { Comparable } from "./filter.js";

export interface FilterToken {
  readonly kind: "word" | "literal" | "open" | "close" | "end" | "other";
  readonly text: string;
  /** Position in the filter after the token. */
  readonly end: number;
  readonly literal?: Comparable;
}

const space = /\s*/y;
const typed = /(datetime|guid|X|binary)'([^']*)'/y;
const quoted = /'((?:[^']|'')*)'/y;
const numeric = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?L?/y;
const word = /[_\p{L}\p{Nl}][_\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*/uy;

/** Splits a filter into words, literals and parentheses. The last token marks the end. */
export function filterTokens(text: string): FilterToken[] {
  const tokens: FilterToken[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  for (;;) {
    match(space);
    if (at === text.length) return [...tokens, { kind: "end", text: "", end: at }];
    tokens.push(nextToken());
  }

  function nextToken(): FilterToken {
    const character = text[at] as string;
    if (character === "(" || character === ")") {
      at += 1;
      return { kind: character === "(" ? "open" : "close", text: character, end: at };
    }
    const prefixed = match(typed);
    if (prefixed !== null) return literalToken(prefixed[0], typedLiteral(prefixed[1] ?? "", prefixed[2] ?? ""));
    const string = match(quoted);
    if (string !== null) {
      return literalToken(string[0], { type: "Edm.String", value: (string[1] ?? "").replaceAll("''", "'") });
    }
    if (character === "'") throw syntaxError(text.length, text);
    const number = match(numeric);
    if (number !== null) return literalToken(number[0], numericLiteral(number[0]));
    const name = match(word);
    if (name !== null) {
      if (name[0] === "true" || name[0] === "false") {
        return literalToken(name[0], { type: "Edm.Boolean", value: name[0] === "true" });
      }
      return { kind: "word", text: name[0], end: at };
    }
    at += 1;
    return { kind: "other", text: character, end: at };
  }

  function literalToken(source: string, literal: Comparable | undefined): FilterToken {
    if (literal === undefined) {
      throw new ServiceError("InvalidInput", `Unrecognized literal at position ${at} in '${text}'.`);
    }
    return { kind: "literal", text: source, end: at, literal };
  }
}

export function syntaxError(position: number, text: string): ServiceError {
  return new ServiceError("InvalidInput", `Syntax error at position ${position} in '${text}'.`);
}

function typedLiteral(prefix: string, text: string): Comparable | undefined {
  if (prefix === "datetime") {
    const value = parseDateTime(text);
    return value === undefined ? undefined : { type: "Edm.DateTime", value };
  }
  if (prefix === "guid") {
    const valid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
    return valid ? { type: "Edm.Guid", value: text.toLowerCase() } : undefined;
  }
  const valid = /^([0-9a-f]{2})*$/i.test(text);
  return valid ? { type: "Edm.Binary", value: Buffer.from(text, "hex").toString("latin1") } : undefined;
}

function numericLiteral(text: string): Comparable | undefined {
  if (text.endsWith("L")) {
    if (!/^-?\d+L$/.test(text)) return undefined;
    const value = BigInt(text.slice(0, -1));
    return value === BigInt.asIntN(64, value) ? { type: "Edm.Int64", value } : undefined;
  }
  const value = Number(text);
  if (/[.eE]/.test(text)) return Number.isFinite(value) ? { type: "Edm.Double", value } : undefined;
  return value === (value | 0) ? { type: "Edm.Int32", value: value | 0 } : undefined;
}
