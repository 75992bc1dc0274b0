import { ServiceError } from "../errors/service-error.js";

/** Member of a JSON object. A number keeps its digits as written. */
export type JsonMember =
  | { readonly name: string; readonly kind: "string"; readonly text: string }
  | { readonly name: string; readonly kind: "number"; readonly text: string }
  | { readonly name: string; readonly kind: "boolean"; readonly value: boolean }
  | { readonly name: string; readonly kind: "null" }
  | { readonly name: string; readonly kind: "nested" };

/** Character code of the double quote, which begins and ends a string. */
export const quote = 34;
const string = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;
const numberOrWord = new RegExp(`${number.source}|${word.source}`, "y");

/**
 * Reads one member from the text of a flat JSON object without white space. Returns undefined if the object has no member of this name.
 * @param quotedName the name as a JSON string. It cannot match inside a value, where every quote is escaped
 */
export function readMember(text: string, quotedName: string, name: string): JsonMember | undefined {
  const at = text.indexOf(`${quotedName}:`);
  const start = at + quotedName.length + 1;
  const end = at < 0 ? undefined : literalEnd(text, start);
  if (end === undefined) return undefined;
  const literal = text.slice(start, end);
  switch (literal.charCodeAt(0)) {
    case quote:
      return { name, kind: "string", text: JSON.parse(literal) as string };
    case 0x6e:
      return { name, kind: "null" };
    case 0x74:
    case 0x66:
      return { name, kind: "boolean", value: literal === "true" };
    default:
      return { name, kind: "number", text: literal };
  }
}

/** Returns the end of the string, number or word (`true`, `false`, `null`) that begins at a position; undefined if none begins there. */
export function literalEnd(text: string, at: number): number | undefined {
  const pattern = text.charCodeAt(at) === quote ? string : numberOrWord;
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/**
 * Reads the members of one flat JSON object in order, including repeated names.
 * `JSON.parse` would drop repeated names and the difference between `5` and `5.0`, which decides the stored type.
 */
export function readJson(source: string): JsonMember[] {
  return new JsonReader(source.charCodeAt(0) === 0xfeff ? source.slice(1) : source).members();
}

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  members(): JsonMember[] {
    const members: JsonMember[] = [];
    if (!this.#skip("{")) throw this.#malformed();
    while (!this.#skip("}")) {
      if (members.length > 0 && !this.#skip(",")) throw this.#malformed();
      const name = this.#takeString();
      if (!this.#skip(":")) throw this.#malformed();
      members.push(this.#takeValue(name));
    }
    if (this.#at !== this.#text.length) throw this.#malformed();
    return members;
  }

  #takeValue(name: string): JsonMember {
    const first = this.#text[this.#at];
    if (first === '"') return { name, kind: "string", text: this.#takeString() };
    if (first === "{" || first === "[") {
      this.#at = endOfNested(this.#text, this.#at);
      return { name, kind: "nested" };
    }
    if (first === "t" || first === "f") return { name, kind: "boolean", value: this.#take(word) === "true" };
    if (first === "n" && this.#take(word) === "null") return { name, kind: "null" };
    return { name, kind: "number", text: this.#take(number) };
  }

  #takeString(): string {
    const text = this.#text;
    const start = this.#at + 1;
    if (text.charCodeAt(start - 1) !== quote) throw this.#malformed();
    let end = start;
    while (isPlain(text.charCodeAt(end))) end += 1;
    if (text.charCodeAt(end) !== quote) return JSON.parse(this.#take(string)) as string;
    this.#at = end + 1;
    return text.slice(start, end);
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) throw this.#malformed();
    const start = this.#at;
    this.#at = pattern.lastIndex;
    return this.#text.slice(start, this.#at);
  }

  /** Skips white space, the given character and the white space after it. Returns false if another character comes first. */
  #skip(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    this.#skipSpace();
    return true;
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #malformed(): ServiceError {
    return new ServiceError("InvalidInput", `Invalid JSON at character ${this.#at}.`);
  }
}

/** Returns whether a JSON string can contain this character without an escape. Returns false for the end of the text, whose code is NaN. */
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
