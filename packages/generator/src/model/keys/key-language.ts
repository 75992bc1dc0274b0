import type { KeyModel, KeyPart } from "./key-model.js";
import { shapeOf } from "./key-shape.js";

/**
 * Transition of an automaton to the state `to`. If `accepts` is undefined, it reads nothing; otherwise it reads one UTF-16 code unit that
 * `accepts` allows. `part` is the index of the key part that the code unit belongs to; −1 for a separator.
 */
type Edge = { readonly to: number; readonly accepts: ((unit: string) => boolean) | undefined; readonly part: number };

/**
 * Set of the texts that a key can have, as a finite automaton: state 0 is the start, the last state the end. It accepts every text that the
 * key can have. It ignores limits of length and of numbers, so it also accepts some texts that the key never has.
 */
export interface KeyLanguage {
  readonly states: readonly (readonly Edge[])[];
  /**
   * UTF-16 code units of the constant texts in the automaton, such as separators. A search for a code unit that a transition accepts tries
   * these, and some common characters.
   */
  readonly alphabet: ReadonlySet<string>;
}

/** Builds the set of the texts that a key can have. */
export function buildLanguage({ parts, separator }: Pick<KeyModel, "parts" | "separator">): KeyLanguage {
  const builder = new Builder();
  parts.forEach((part, index) => {
    builder.part = -1;
    if (index > 0 && !part.touches) builder.text(separator);
    builder.part = index;
    addPart(builder, part);
  });
  return builder.language();
}

/** Builds the set of all texts that start with `prefix`. */
export function startingWith(prefix: string): KeyLanguage {
  const builder = new Builder();
  builder.text(prefix);
  builder.any(() => true);
  return builder.language();
}

class Builder {
  /** Index of the key part whose transitions are being added; −1 for a separator. */
  part = -1;
  readonly #states: Edge[][] = [[]];
  readonly #alphabet = new Set<string>();

  /** Adds a UTF-16 code unit of a constant text to the alphabet. */
  know(unit: string): void {
    this.#alphabet.add(unit);
  }

  text(text: string): void {
    for (const unit of text.split("")) this.#unit(unit);
  }

  /** Adds transitions for any number of code units that `accepts` allows. */
  any(accepts: (unit: string) => boolean): void {
    const here = this.#states.length - 1;
    this.#edge(here, { to: here, accepts });
    this.#step(undefined);
  }

  /**
   * Adds transitions for a value that is followed by `text` in the key. In the value with `text` appended, the first occurrence of `text`
   * must be the appended one: before `::`, neither the value `a::b` nor `a:` is accepted.
   */
  without(text: string, accepts: (unit: string) => boolean): void {
    const start = this.#states.length - 1;
    // In state `start + n`, the last code units read are the first n of `text`.
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

  /** Adds transitions for exactly `count` code units that `accepts` allows. */
  times(count: number, accepts: (unit: string) => boolean): void {
    for (let i = 0; i < count; i++) this.#step(accepts);
  }

  /** Adds transitions for exactly one of several texts. */
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

  /** Adds transitions for a decimal number without leading zeros. */
  number(isSigned: boolean): void {
    const start = this.#states.length - 1;
    if (isSigned) this.oneOf(["", "-"]);
    this.times(1, (unit) => /^[1-9]$/.test(unit));
    this.any((unit) => /^[0-9]$/.test(unit));
    const end = this.#states.length - 1;
    this.#edge(start, { to: end, accepts: (unit) => unit === "0" });
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

  #edge(from: number, edge: Omit<Edge, "part">): void {
    this.#states[from]?.push({ ...edge, part: this.part });
  }
}

/** Returns the length of the longest prefix of `text` that `read` ends with. */
function longestHead(read: string, text: string): number {
  let length = Math.min(read.length, text.length);
  while (!read.endsWith(text.slice(0, length))) length--;
  return length;
}

function addPart(builder: Builder, part: KeyPart): void {
  const shape = shapeOf(part);
  if (shape.kind === "fixed") {
    for (const unit of shape.literals) builder.know(unit);
    for (const accepts of shape.units) builder.times(1, accepts);
  } else if (shape.kind === "texts") {
    const [only, another] = shape.texts;
    if (only !== undefined && another === undefined) builder.text(only);
    else builder.oneOf(shape.texts);
  } else if (shape.kind === "number") {
    builder.number(shape.isSigned);
  } else {
    if (shape.min > 0) builder.times(1, shape.accepts);
    if (shape.end === "") builder.any(shape.accepts);
    else builder.without(shape.end, shape.accepts);
  }
}
