import type { KeyModel, KeyPart } from "./key-model.js";
import { digitsOf, escapeKeyText, forbiddenInKeys, valueTexts } from "./key-text.js";

/** Transition to a state over one UTF-16 unit, or over none. */
type Edge = { readonly to: number; readonly accepts: ((unit: string) => boolean) | undefined };

/**
 * All texts that a key can have, as a finite automaton: state 0 is the start, the last state the end. Ignores limits of length and of
 * numbers, so it may accept more texts than the key has, never fewer.
 */
export interface KeyLanguage {
  readonly states: readonly (readonly Edge[])[];
  /** Units that some edge distinguishes from others. */
  readonly alphabet: ReadonlySet<string>;
}

/** Builds the language of a key. */
export function languageOf(key: KeyModel, separator: string): KeyLanguage {
  const builder = new Builder();
  key.parts.forEach((part, index) => {
    if (index > 0) builder.text(separator);
    addPart(builder, part, separator);
  });
  return builder.language();
}

/** Builds the language of all texts that start with `prefix`. */
export function startingWith(prefix: string): KeyLanguage {
  const builder = new Builder();
  builder.text(prefix);
  builder.any(() => true);
  return builder.language();
}

/** Returns whether some text is in both languages, by walking through pairs of states. */
export function intersects(a: KeyLanguage, b: KeyLanguage): boolean {
  const alphabet = [...new Set([...a.alphabet, ...b.alphabet, ..."azAZ09-~ "])];
  const seen = new Set<number>();
  const queue: [number, number][] = [[0, 0]];
  for (let pair = queue.pop(); pair !== undefined; pair = queue.pop()) {
    const [x, y] = pair;
    const key = x * b.states.length + y;
    if (seen.has(key)) continue;
    seen.add(key);
    if (x === a.states.length - 1 && y === b.states.length - 1) return true;
    const left = a.states[x] ?? [];
    const right = b.states[y] ?? [];
    for (const edge of left) if (edge.accepts === undefined) queue.push([edge.to, y]);
    for (const edge of right) if (edge.accepts === undefined) queue.push([x, edge.to]);
    for (const p of left) {
      for (const q of right) {
        const { accepts } = p;
        const also = q.accepts;
        if (accepts && also && alphabet.some((unit) => accepts(unit) && also(unit))) queue.push([p.to, q.to]);
      }
    }
  }
  return false;
}

class Builder {
  readonly #states: Edge[][] = [[]];
  readonly #alphabet = new Set<string>();

  text(text: string): void {
    for (const unit of text.split("")) this.#unit(unit);
  }

  /** Accepts any number of units. */
  any(accepts: (unit: string) => boolean): void {
    const here = this.#states.length - 1;
    this.#edge(here, { to: here, accepts });
    this.#step(undefined);
  }

  /** Accepts units that do not contain `text`, and that do not end with a start of it which a following `text` would complete. */
  without(text: string, accepts: (unit: string) => boolean): void {
    const start = this.#states.length - 1;
    // State `start + n` has read the first n units of the text.
    const heads = [...text.split("").keys()].map((length) => text.slice(0, length));
    const units = new Set(text);
    for (const _ of heads.slice(1)) this.#states.push([]);
    const end = this.#states.push([]) - 1;
    for (const unit of units) this.#alphabet.add(unit);
    for (const [index, head] of heads.entries()) {
      for (const unit of units) {
        const next = longestHead(head + unit, text);
        if (next < text.length) {
          this.#edge(start + index, { to: start + next, accepts: (other) => other === unit && accepts(other) });
        }
      }
      this.#edge(start + index, { to: start, accepts: (other) => !units.has(other) && accepts(other) });
      if ((head + text).indexOf(text) === index) this.#edge(start + index, { to: end, accepts: undefined });
    }
  }

  /** Accepts exactly `count` units. */
  times(count: number, accepts: (unit: string) => boolean): void {
    for (let i = 0; i < count; i++) this.#step(accepts);
  }

  /** Accepts one of several texts. */
  oneOf(texts: readonly string[]): void {
    const start = this.#states.length - 1;
    const ends = texts.map((text) => {
      this.#states.push([]);
      this.#edge(start, { to: this.#states.length - 1, accepts: undefined });
      this.text(text);
      return this.#states.length - 1;
    });
    this.#states.push([]);
    for (const end of ends) this.#edge(end, { to: this.#states.length - 1, accepts: undefined });
  }

  language(): KeyLanguage {
    return { states: this.#states, alphabet: this.#alphabet };
  }

  #unit(unit: string): void {
    this.#alphabet.add(unit);
    this.#step((other) => other === unit);
  }

  #step(accepts: Edge["accepts"]): void {
    this.#states.push([]);
    this.#edge(this.#states.length - 2, { to: this.#states.length - 1, accepts });
  }

  #edge(from: number, edge: Edge): void {
    this.#states[from]?.push(edge);
  }
}

/** Returns the length of the longest start of `text` that `read` ends with. */
function longestHead(read: string, text: string): number {
  let length = Math.min(read.length, text.length);
  while (!read.endsWith(text.slice(0, length))) length--;
  return length;
}

function addPart(builder: Builder, part: KeyPart, separator: string): void {
  if (part.kind === "literal") {
    builder.text(part.text);
    return;
  }
  const { encoding } = part;
  const values = valueTexts(part, separator);
  const digits = digitsOf(part);
  const isPlain = (unit: string) => unit === "~" || escapeKeyText(unit, separator) === unit;
  if (values) builder.oneOf(values);
  else if (digits !== undefined) addDigits(builder, digits);
  else if (encoding === "text") builder.any(isPlain);
  else if (encoding === "lower")
    builder.any((unit) => isPlain(unit) && (unit === "\u0130" || unit.toLowerCase() === unit));
  else if (encoding === "raw") builder.without(separator, (unit) => !forbiddenInKeys.test(unit));
  else if (encoding === "boolean") builder.oneOf(["0", "1"]);
  else addGuid(builder);
}

/** Accepts a text in which each digit may be any other. */
function addDigits(builder: Builder, digits: string): void {
  for (const unit of digits) {
    if (unit === "0") builder.times(1, (digit) => /[0-9]/.test(digit));
    else builder.text(unit);
  }
}

function addGuid(builder: Builder): void {
  [8, 4, 4, 4, 12].forEach((count, index) => {
    if (index > 0) builder.text("-");
    builder.times(count, (unit) => /[0-9a-f]/.test(unit));
  });
}
