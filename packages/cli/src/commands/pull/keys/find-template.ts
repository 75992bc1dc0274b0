import type { Column } from "../sample/columns.js";
import type { StoredPart, ValuePart } from "./draft-part.js";
import { commonStart, findCuts, leadingJoint } from "./find-cuts.js";
import { findParts } from "./find-parts.js";
import { findShards } from "./find-shards.js";
import { findShape } from "./value-shapes.js";

/** Value of a template, with its text in each row. */
export interface TemplateValue {
  readonly part: ValuePart;
  readonly texts: readonly string[];
}

/** Constant texts and values that, in this order, form a key. */
export type Template = readonly (string | TemplateValue)[];

interface Scored {
  readonly pieces: Template;
  readonly score: number;
}

export interface TemplateOptions {
  /** Columns that every row has, under one type. */
  readonly columns: readonly Column[];
  /** Constant text that distinguishes these keys from those of other kinds. */
  readonly start: string;
  /** True if words within keys are literals: this SDK joins them with `!`. */
  readonly isOurs: boolean;
  /**
   * Widths of `pad` found in the RowKey; empty while the RowKey itself is searched. A shard is calculated from the padded text of a number,
   * so these widths are tried first.
   */
  readonly widths: readonly number[];
}

const maxDepth = 24;

/** Columns whose values earlier parts of the key determine. */
type UsedColumns = readonly string[];

/** Finds the most informative template that gives all these keys. */
export function findTemplate(keys: readonly string[], options: TemplateOptions): Template {
  return new TemplateSearch(options).find(keys);
}

/** Returns the word at the start of the keys, and the rest of each key as one value. */
export function wordTemplate(keys: readonly string[], start: string): Template {
  const common = start === "" ? (/^\p{L}{2,}(?=[^\p{L}\p{Nd}])/u.exec(commonStart(keys))?.[0] ?? "") : start;
  if (isConstant(keys) && (keys[0] === start || keys[0] === "")) return [keys[0]];
  const rests = keys.map((key) => key.slice(common.length));
  const joint = leadingJoint(commonStart(rests));
  return joined(common + joint, [rawValue(rests.map((rest) => rest.slice(joint.length)))]);
}

/** Minimum length of a text from which a single row is conclusive. */
const tellingLength = 2;

class TemplateSearch {
  readonly #options: TemplateOptions;
  /** Best template for the rests of the keys, by the lengths of the rests. */
  readonly #known = new Map<string, Scored>();

  constructor(options: TemplateOptions) {
    this.#options = options;
  }

  find(keys: readonly string[]): Template {
    const { start } = this.#options;
    const whole = this.#whole(keys, true, []);
    if (startsWithColumn(whole.pieces)) return whole.pieces;
    const found = [whole, ...this.#divided(keys, 0, [])];
    if (start !== "" && keys.every((key) => key.startsWith(start))) found.push(...this.#afterStart(keys, start));
    return best(found).pieces;
  }

  /** Returns the templates of keys that begin with the text of their kind. */
  #afterStart(keys: readonly string[], start: string): Scored[] {
    if (keys.every((key) => key === start)) return [{ pieces: [start], score: worth.start }];
    const joint = leadingJoint(commonStart(keys.map((key) => key.slice(start.length))));
    const rests = keys.map((key) => key.slice(start.length + joint.length));
    const rest = this.#rest(rests, 1, []);
    return [{ pieces: joined(start + joint, rest.pieces), score: worth.start + rest.score }];
  }

  /** Returns the best template for the rests of the keys. */
  #rest(texts: readonly string[], depth: number, used: UsedColumns): Scored {
    const key = [...used, "", ...texts.map(({ length }) => length)].join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const whole = this.#whole(texts, false, used);
    const isDone = startsWithColumn(whole.pieces) || depth === maxDepth;
    const found = isDone ? whole : best([whole, ...this.#divided(texts, depth, used)]);
    this.#known.set(key, found);
    return found;
  }

  /** Returns texts as one value. @param isKey whether they are whole keys */
  #whole(texts: readonly string[], isKey: boolean, used: UsedColumns): Scored {
    const value = this.#value(texts, used);
    if (value !== undefined) return value;
    const [first = ""] = texts;
    if (isKey && isConstant(texts) && isName(first)) return { pieces: [first], score: worth.word };
    return { pieces: [rawValue(texts)], score: isKey ? 0 : worth.last };
  }

  /** Returns texts as a value that a column contains, or whose format shows its type. */
  #value(texts: readonly string[], used: UsedColumns): Scored | undefined {
    const stored = this.#stored(texts, used);
    if (stored !== undefined)
      return { pieces: [{ part: stored, texts }], score: stored.isDerived ? worth.derived : worth.stored };
    const part = findShape(texts);
    if (part === undefined) return undefined;
    return { pieces: [{ part, texts }], score: part.encoding === "pad" ? worth.padded : worth.shape };
  }

  /** Finds the part that contains a column's value. Prefers one that determines the value. */
  #stored(texts: readonly string[], used: UsedColumns): StoredPart | undefined {
    const { columns, widths } = this.#options;
    // Short texts of one row, or of equal rows, allow no conclusion.
    if ((texts[0]?.length ?? 0) < tellingLength && isConstant(texts)) return undefined;
    const found = columns
      .flatMap((column) => findParts(column, texts))
      .filter(({ column, isDerived }) => isDerived === true || !used.includes(column));
    const [part] = found.sort((one, other) => rankOf(one) - rankOf(other));
    if (part !== undefined) return part;
    for (const column of columns) {
      const shards = findShards(column, texts, widths);
      if (shards !== undefined) return shards;
    }
    return undefined;
  }

  #divided(texts: readonly string[], depth: number, used: UsedColumns): Scored[] {
    const found = [...this.#touching(texts, depth, used), ...(depth === 0 ? this.#afterWords(texts) : [])];
    for (const { lengths, joint } of findCuts(texts, this.#options.columns)) {
      const heads = texts.map((text, row) => text.slice(0, lengths[row]));
      const rests = texts.map((text, row) => text.slice((lengths[row] ?? 0) + joint.length));
      const value = this.#value(heads, used);
      const rest = this.#rest(rests, depth + 1, [...used, ...(value?.pieces ?? []).flatMap(columnOf)]);
      // A joint with letters or digits counts only between values that columns contain.
      const isText = /[\p{L}\p{Nd}]/u.test(joint);
      if (isText && !(startsWithColumn(value?.pieces ?? []) && startsWithColumn(rest.pieces))) continue;
      const head = this.#head(heads, value, joint, rest.pieces, depth === 0);
      if (head === undefined) continue;
      found.push({ pieces: [...head.pieces, ...joined(joint, rest.pieces)], score: head.score + rest.score });
    }
    return found.map(({ pieces, score }) => ({ pieces: merged(pieces), score }));
  }

  /**
   * Returns the head of texts before a joint, and the rest; undefined if the key could not be read back.
   * @param value the head as a value that a column contains, or whose format shows its type
   */
  #head(
    heads: readonly string[],
    value: Scored | undefined,
    joint: string,
    rest: Template,
    isFirst: boolean,
  ): Scored | undefined {
    const [first = ""] = heads;
    // A constant before a dot is more likely the start of a longer name.
    if (joint === "." && isConstant(heads) && !isKnown(rest)) return undefined;
    if (value !== undefined && startsWithColumn(value.pieces)) return value;
    if (isConstant(heads)) {
      if (first === "") return { pieces: [], score: 0 };
      const isNamed = isFirst ? this.#startsKey(first, joint, rest) : isWithin(first, joint, rest);
      if (isLiteral(first) && isNamed)
        return { pieces: [first], score: joint.startsWith("=") ? worth.named : worth.word };
    }
    if (value !== undefined) return value;
    return heads.some((head) => head.includes(joint)) ? undefined : { pieces: [rawValue(heads)], score: worth.inner };
  }

  /** Returns whether a constant word at the start of keys is the name of a kind rather than a part of a value. */
  #startsKey(word: string, joint: string, [next]: Template): boolean {
    if (this.#options.isOurs && joint === "!") return true;
    if (typeof next !== "object") return false;
    const starts = next.texts.map((text) => /^[\p{L}\p{Nd}]*/u.exec(text)?.[0]);
    return isKnown([next]) || (new Set(starts).size > 1 && word.length > 1 && joint !== ".");
  }

  /** Finds words that keys begin with, before a value: `SS-SE-` of `SS-SE-0000000012`. */
  #afterWords(texts: readonly string[]): Scored[] {
    const words = /^(?:\p{L}+[^\p{L}\p{Nd}~{]+){2,}/u.exec(commonStart(texts))?.[0] ?? "";
    if (words === "" || isConstant(texts)) return [];
    const rest = this.#rest(
      texts.map((text) => text.slice(words.length)),
      1,
      [],
    );
    return isKnown(rest.pieces) ? [{ pieces: joined(words, rest.pieces), score: worth.word + rest.score }] : [];
  }

  /** Finds letters directly before the text of a column's value: `w` of `w29384756`. */
  *#touching(texts: readonly string[], depth: number, used: UsedColumns): Generator<Scored> {
    if (isConstant(texts)) return;
    const start = /^\p{L}+|^0/u.exec(commonStart(texts))?.[0] ?? "";
    for (let length = start.length; length > 0; length--) {
      const literal = start.slice(0, length);
      const rest = this.#rest(
        texts.map((text) => text.slice(length)),
        depth + 1,
        used,
      );
      const [first] = rest.pieces;
      if (first === undefined || typeof first === "string") continue;
      const isSure = isSureAfter(literal, first.part);
      if (isSure) yield { pieces: joined(literal, rest.pieces), score: rest.score + worth.touch };
    }
  }
}

/**
 * Ratings of the pieces of a template. A value that no column contains lowers the rating of a division. A key that consists of one such
 * value is rated 0.
 */
const worth = {
  stored: 4,
  derived: 3,
  shape: 1.5,
  padded: 0.25,
  /** Text of the kind. */
  start: 8,
  word: 1,
  /** Name before `=`. */
  named: 2,
  touch: -1.5,
  /** Text within a key, and at its end. */
  inner: -1.25,
  last: -0.5,
} as const;

/** Returns whether a constant looks like a word of a program rather than like a value. */
function isLiteral(text: string): boolean {
  return text.length <= 64 && /^(?:[\p{L}_$.'-]*\p{L}[\p{L}_$.'-]*|v\d+)$/u.test(text);
}

/** Returns whether a value right after a literal is no coincidence. A single letter before a string might belong to the string. */
function isSureAfter(literal: string, part: ValuePart): boolean {
  if (part.kind === "unstored") return literal === "0" && part.encoding === "asc";
  return part.shards === undefined && !(literal.length === 1 && part.encoding === "text");
}

/** Returns whether a constant key looks like a name of a program: nothing, or text without digits. */
function isName(key: string): boolean {
  return key === "" || (key.length <= 64 && /^[^\p{N}~]*\p{L}[^\p{N}~]*$/u.test(key)) || isLiteral(key);
}

/** Returns whether a constant word between values is a literal: `by` of `{user}!by!{provider}`, and names such as `id=`. */
function isWithin(word: string, joint: string, [next]: Template): boolean {
  if (joint.startsWith("=")) return word.length > 2;
  return typeof next === "object" && next.part.kind === "stored" && word.length > 1;
}

function isConstant(texts: readonly string[]): boolean {
  return texts.every((text) => text === texts[0]);
}

function rawValue(texts: readonly string[]): TemplateValue {
  return { part: { kind: "unstored", type: "string", encoding: "raw" }, texts };
}

function best(candidates: readonly Scored[]): Scored {
  return candidates.reduce((one, other) => (other.score > one.score ? other : one));
}

/** Ranks parts: those that determine their value come first, and columns with names like those of keys. */
function rankOf({ isDerived, column }: StoredPart): number {
  return (isDerived ? 2 : 0) + (/(?:id|key|name|code|no|number)$/i.test(column) ? 0 : 1);
}

/** Adds a constant before pieces. */
function joined(text: string, pieces: Template): Template {
  return merged([text, ...pieces]);
}

/** Joins constants that follow each other. */
function merged(pieces: Template): Template {
  const found: (string | TemplateValue)[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (typeof piece === "string" && typeof last === "string") found[found.length - 1] = last + piece;
    else if (piece !== "" || pieces.length === 1) found.push(piece);
  }
  return found;
}

/** Returns whether a template starts with a value that a column contains, or whose format shows its type. */
function isKnown([first]: Template): boolean {
  return typeof first === "object" && (first.part.kind === "stored" || first.part.type !== "string");
}

function startsWithColumn([first]: Template): boolean {
  return typeof first === "object" && first.part.kind === "stored";
}

/** Returns the column whose value a piece determines. */
function columnOf(piece: string | TemplateValue): string[] {
  return typeof piece === "string" || piece.part.kind !== "stored" || piece.part.isDerived ? [] : [piece.part.column];
}
