import { ServiceError } from "../errors/service-error.js";

/** Member of a JSON object. A number keeps its digits as written. */
export type JsonMember =
  | { readonly name: string; readonly kind: "string"; readonly text: string }
  | { readonly name: string; readonly kind: "number"; readonly text: string }
  | { readonly name: string; readonly kind: "boolean"; readonly value: boolean }
  | { readonly name: string; readonly kind: "null" }
  | { readonly name: string; readonly kind: "nested" };

const quote = 34;
const string = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;

/**
 * Reads a member in the text of a flat JSON object without white space. Returns undefined if the name is absent.
 * @param quotedName name as a JSON string. It cannot match inside a value, where every quote is escaped
 */
export function readMember(text: string, quotedName: string, name: string): JsonMember | undefined {
  const at = text.indexOf(`${quotedName}:`);
  if (at < 0) return undefined;
  const from = at + quotedName.length + 1;
  for (const [kind, pattern] of scalars) {
    pattern.lastIndex = from;
    const [literal] = pattern.exec(text) ?? [];
    if (literal === undefined) continue;
    if (kind === "word")
      return literal === "null" ? { name, kind: "null" } : { name, kind: "boolean", value: literal === "true" };
    return { name, kind, text: kind === "string" ? (JSON.parse(literal) as string) : literal };
  }
  return undefined;
}

const scalars = [
  ["string", string],
  ["number", number],
  ["word", word],
] as const;

/**
 * Reads the members of one flat JSON object in order, including repeated names.
 * `JSON.parse` would drop repeated names and the difference between `5` and `5.0`, which decides the stored type.
 */
export function readJson(source: string): JsonMember[] {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
  const members: JsonMember[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return undefined;
    at = pattern.lastIndex;
    return match[0];
  };
  const takeString = (): string | undefined => {
    if (text.charCodeAt(at) !== quote) return undefined;
    let end = at + 1;
    while (isPlain(text.charCodeAt(end))) end += 1;
    if (text.charCodeAt(end) !== quote) {
      const literal = take(string);
      return literal === undefined ? undefined : (JSON.parse(literal) as string);
    }
    const content = text.slice(at + 1, end);
    at = end + 1;
    return content;
  };
  const skipSpace = (): void => {
    while (isSpace(text.charCodeAt(at))) at += 1;
  };
  const skip = (character: string): boolean => {
    skipSpace();
    if (text[at] !== character) return false;
    at += 1;
    skipSpace();
    return true;
  };
  const malformed = (): ServiceError => new ServiceError("InvalidInput", `Invalid JSON at character ${at}.`);

  if (!skip("{")) throw malformed();
  while (!skip("}")) {
    if (members.length > 0 && !skip(",")) throw malformed();
    const name = takeString();
    if (name === undefined || !skip(":")) throw malformed();
    members.push(member(name));
  }
  if (at !== text.length) throw malformed();
  return members;

  function member(name: string): JsonMember {
    const first = text[at];
    if (first === '"') {
      const content = takeString();
      if (content === undefined) throw malformed();
      return { name, kind: "string", text: content };
    }
    if (first === "{" || first === "[") {
      at = endOfNested(text, at);
      return { name, kind: "nested" };
    }
    const keyword = take(word);
    if (keyword !== undefined) {
      return keyword === "null" ? { name, kind: "null" } : { name, kind: "boolean", value: keyword === "true" };
    }
    const digits = take(number);
    if (digits === undefined) throw malformed();
    return { name, kind: "number", text: digits };
  }
}

/** Returns whether a character of a string needs no unescaping. The code is NaN at the end of the text. */
function isPlain(code: number): boolean {
  return code >= 32 && code !== quote && code !== 92;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

function endOfNested(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      string.lastIndex = at;
      if (string.exec(text) === null) break;
      at = string.lastIndex - 1;
    } else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  throw new ServiceError("InvalidInput", `Invalid JSON at character ${start}.`);
}
