import type { Column } from "../sample/columns.js";
import type { StoredPart, ValuePart } from "./draft-part.js";
import { commonStart, findCuts, leadingJoint } from "./find-cuts.js";
import { findShards } from "./find-shards.js";
import { findTellingParts } from "./find-telling-parts.js";
import { findShape } from "./value-shapes.js";

/** Value within a key template, with its text in each row. */
export interface TemplateValue {
  readonly part: ValuePart;
  readonly texts: readonly string[];
}

/** Constant texts and values that form a key if they are joined in this order. */
export type Template = readonly (string | TemplateValue)[];

interface Scored {
  readonly pieces: Template;
  readonly score: number;
}

export interface TemplateOptions {
  /** Columns that every row has, with the same type in all rows. */
  readonly columns: readonly Column[];
  /** Constant text that distinguishes the keys of this kind of rows from those of other kinds; empty if there is none. */
  readonly start: string;
  /** True if the keys look like those of this SDK, which joins parts with `!`. Then a word before the first `!` counts as constant text. */
  readonly isOurs: boolean;
  /**
   * Widths of padded numbers in the RowKey; empty while the template of the RowKey itself is searched for. A shard number in the
   * PartitionKey may be calculated from the padded text of a number, so these widths are tried first.
   */
  readonly widths: readonly number[];
}

const maxDepth = 24;

/** Names of columns whose values can be read back from earlier parts of the key. Such a column is not used again for a later part. */
type UsedColumns = readonly string[];

/** Finds the template that results in exactly these keys and says most about them: the one with the highest rating (see `worth`). */
export function findTemplate(keys: readonly string[], options: TemplateOptions): Template {
  return new TemplateSearch(options).find(keys);
}

/** Returns a simple template: the word that all keys start with, then the rest of each key as one value. */
export function wordTemplate(keys: readonly string[], start: string): Template {
  const common = start === "" ? (/^\p{L}{2,}(?=[^\p{L}\p{Nd}])/u.exec(commonStart(keys))?.[0] ?? "") : start;
  if (isConstant(keys) && keys[0] === start) return [start];
  const rests = keys.map((key) => key.slice(common.length));
  const joint = leadingJoint(commonStart(rests));
  return joined(common + joint, [rawValue(rests.map((rest) => rest.slice(joint.length)))]);
}

/** Minimum length of a text that is the same in all rows and can still count as a column's value. A shorter text may match by chance. */
const tellingLength = 2;

/**
 * If more different texts than this follow a single letter, the letter counts as a word: `I` in `I|op1`, `I|op2` and so on. With fewer
 * texts, the letter may be the same by chance.
 */
const manyValues = 15;

class TemplateSearch {
  readonly #options: TemplateOptions;
  /** Best templates found so far for the ends of the keys, by the lengths of the ends and the columns that the parts before them use. */
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

  /** Returns the template for keys that all begin with `start`, the constant text of their kind. */
  #afterStart(keys: readonly string[], start: string): Scored[] {
    if (keys.every((key) => key === start)) return [{ pieces: [start], score: worth.start }];
    const joint = leadingJoint(commonStart(keys.map((key) => key.slice(start.length))));
    const rests = keys.map((key) => key.slice(start.length + joint.length));
    const rest = this.#rest(rests, 1, []);
    return [{ pieces: joined(start + joint, rest.pieces), score: worth.start + rest.score }];
  }

  /** Returns the best template for the ends of the keys that are left after a split. Takes it from `#known` if it was found before. */
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

  /** Returns the simplest template: one value or one constant for the whole text. @param isKey true if the texts are whole keys */
  #whole(texts: readonly string[], isKey: boolean, used: UsedColumns): Scored {
    const value = this.#value(texts, used);
    if (value !== undefined) return value;
    const [first = ""] = texts;
    if (isKey && isConstant(texts) && isName(first)) return { pieces: [first], score: worth.word };
    return { pieces: [rawValue(texts)], score: isKey ? 0 : worth.last };
  }

  /**
   * Returns a template that consists of one value if each whole text is the value of a column or has a known format, e.g. that of guids.
   * Otherwise returns undefined.
   */
  #value(texts: readonly string[], used: UsedColumns): Scored | undefined {
    const stored = this.#stored(texts, used);
    if (stored !== undefined)
      return { pieces: [{ part: stored, texts }], score: stored.isDerived ? worth.derived : worth.stored };
    const part = findShape(texts);
    if (part === undefined) return undefined;
    return { pieces: [{ part, texts }], score: part.encoding === "pad" ? worth.padded : worth.shape };
  }

  /**
   * Finds a column from whose value the whole text can be built in every row; undefined if there is none. Prefers a column whose value can
   * be read back from the text.
   */
  #stored(texts: readonly string[], used: UsedColumns): StoredPart | undefined {
    const { columns, widths } = this.#options;
    // A short text that is the same in all rows may match a column by chance.
    if ((texts[0]?.length ?? 0) < tellingLength && isConstant(texts)) return undefined;
    const found = columns
      .flatMap((column) => findTellingParts(column, texts))
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
      // A joint with letters or digits may be part of a value. So it counts only between two values that columns store.
      const isText = /[\p{L}\p{Nd}]/u.test(joint);
      if (isText && !(startsWithColumn(value?.pieces ?? []) && startsWithColumn(rest.pieces))) continue;
      const head = this.#head(heads, value, joint, rest.pieces, depth === 0);
      if (head === undefined) continue;
      found.push({ pieces: [...head.pieces, ...joined(joint, rest.pieces)], score: head.score + rest.score });
    }
    return found.map(({ pieces, score }) => ({ pieces: merged(pieces), score }));
  }

  /**
   * Returns the template of the heads (the texts before a joint); undefined if they cannot be a part of the key, e.g. because a head
   * contains the joint.
   * @param value the heads as one value that a column stores, or whose format shows its type; undefined if they are no such value
   * @param rest template of the texts after the joint
   */
  #head(
    heads: readonly string[],
    value: Scored | undefined,
    joint: string,
    rest: Template,
    isFirst: boolean,
  ): Scored | undefined {
    const [first = ""] = heads;
    // A constant before a dot is probably the start of a longer name, not a part of the key.
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

  /** Returns whether a constant word at the start of keys names the kind of the rows. If it does not, it belongs to the value after it. */
  #startsKey(word: string, joint: string, [next]: Template): boolean {
    if (this.#options.isOurs && joint === "!") return true;
    if (typeof next !== "object") return false;
    const starts = new Set(next.texts.map((text) => /^[\p{L}\p{Nd}]*/u.exec(text)?.[0]));
    return isKnown([next]) || starts.size > (word.length > 1 ? 1 : manyValues);
  }

  /** Splits after several words that all keys begin with, e.g. `SS-SE-` in `SS-SE-0000000012`, if a value of a known type follows. */
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

  /** Splits after constant letters, e.g. `w` in `w29384756`, if the value of a column follows them without a separator. */
  *#touching(texts: readonly string[], depth: number, used: UsedColumns): Generator<Scored> {
    if (isConstant(texts)) return;
    const start = /^\p{L}+/u.exec(commonStart(texts))?.[0] ?? "";
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
 * Ratings of the pieces of a template. The template with the highest sum wins. A value that no column stores lowers the sum, except that a
 * whole key which is one such value is rated 0.
 */
const worth = {
  stored: 4,
  derived: 3,
  shape: 1.5,
  padded: 0.25,
  /** Constant text that distinguishes the kind. */
  start: 8,
  word: 1,
  /** Constant name before `=`. */
  named: 2,
  touch: -1.5,
  /** Value that no column stores and whose format is unknown: `inner` before a joint, `last` at the end of the key. */
  inner: -1.25,
  last: -0.5,
} as const;

/** Returns whether a constant looks like a word of a program rather than a value. */
function isLiteral(text: string): boolean {
  return text.length <= 64 && /^(?:[\p{L}_$.'-]*\p{L}[\p{L}_$.'-]*|v\d+)$/u.test(text);
}

/**
 * Returns whether a constant that touches the following value is certainly not a part of that value. A single letter before a string may be
 * a part of the string.
 */
function isSureAfter(literal: string, part: ValuePart): boolean {
  return part.kind === "stored" && part.shards === undefined && !(literal.length === 1 && part.encoding === "text");
}

/** Returns whether a key that is the same in all rows looks like a name in a program: empty, or text without digits. */
function isName(key: string): boolean {
  return key === "" || (key.length <= 64 && /^[^\p{N}~]*\p{L}[^\p{N}~]*$/u.test(key)) || isLiteral(key);
}

/**
 * Returns whether a constant word within keys counts as a word of the program: it stands before a stored value, such as `by` in
 * `{user}!by!{provider}`, or is a name before `=`, such as `id=`.
 */
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

/**
 * Returns the rank of a column's part; the lowest rank is best. Parts from which the value can be read back rank before others. Among each
 * of these, columns with names that are usual for keys rank first.
 */
function rankOf({ isDerived, column }: StoredPart): number {
  return (isDerived ? 2 : 0) + (/(?:id|key|name|code|no|number)$/i.test(column) ? 0 : 1);
}

/** Puts a constant before a template. */
function joined(text: string, pieces: Template): Template {
  return merged([text, ...pieces]);
}

/** Joins constants that directly follow each other in a template. */
function merged(pieces: Template): Template {
  const found: (string | TemplateValue)[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (typeof piece === "string" && typeof last === "string") found[found.length - 1] = last + piece;
    else if (piece !== "") found.push(piece);
  }
  return found;
}

/** Returns whether a template starts with a value that a column stores, or whose format shows its type. */
function isKnown([first]: Template): boolean {
  return typeof first === "object" && (first.part.kind === "stored" || first.part.type !== "string");
}

function startsWithColumn([first]: Template): boolean {
  return typeof first === "object" && first.part.kind === "stored";
}

/** Returns the column whose value can be read back from a piece of a template; none for constants and other values. */
function columnOf(piece: string | TemplateValue): string[] {
  return typeof piece === "string" || piece.part.kind !== "stored" || piece.part.isDerived ? [] : [piece.part.column];
}
