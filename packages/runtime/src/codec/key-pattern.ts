import { isTableError, TableError } from "../errors/table-error.js";
import { malformedPart } from "./keys/key-codec.js";
import type { KeyPart, PropertyPart } from "./keys/key-part.js";
import { escapePattern } from "./keys/text.js";

/* The generator has proven that there is only one way to split a stored key into its parts, so the regular expression finds that one. */

/**
 * Regular expression that splits a key into its parts, and a cache of the last key that it split. Consecutive rows often have the same
 * PartitionKey, and the shape of a key is often tested just before it is split.
 */
interface Splitter {
  readonly pattern: RegExp;
  lastKey: string | undefined;
  lastTexts: readonly string[];
}

const splitters = new WeakMap<readonly KeyPart[], Splitter>();

/**
 * Splits a stored key into the texts of its parts, constants included: `["order!", "7"]`.
 * @throws TableError `key.malformed` naming the position at which the key differs
 */
export function splitKey(parts: readonly KeyPart[], key: string): readonly string[] {
  const texts = findTexts(parts, key);
  if (texts === undefined) throw breakOf(parts, key);
  return texts;
}

/** Returns whether a stored key has the shape of these parts, so that `splitKey` can split it. */
export function isSplit(parts: readonly KeyPart[], key: string): boolean {
  return findTexts(parts, key) !== undefined;
}

function findTexts(parts: readonly KeyPart[], key: string): readonly string[] | undefined {
  const splitter = splitterOf(parts);
  if (key === splitter.lastKey) return splitter.lastTexts;
  const found = splitter.pattern.exec(key);
  if (found === null) return undefined;
  found.shift();
  splitter.lastKey = key;
  splitter.lastTexts = found;
  return found;
}

function splitterOf(parts: readonly KeyPart[]): Splitter {
  let splitter = splitters.get(parts);
  if (splitter === undefined) {
    splitter = { pattern: new RegExp(`^${sourceOf(parts)}$`), lastKey: undefined, lastTexts: [] };
    splitters.set(parts, splitter);
  }
  return splitter;
}

function sourceOf(parts: readonly KeyPart[]): string {
  return parts.map((part) => `(${typeof part === "string" ? escapePattern(part) : part.pattern()})`).join("");
}

/**
 * Creates the error of a key that has another shape than its parts. It names the position of the first difference, and the part that should
 * be there.
 */
function breakOf(parts: readonly KeyPart[], key: string): TableError {
  for (let count = parts.length; count >= 0; count--) {
    const fitting = new RegExp(`^${sourceOf(parts.slice(0, count))}`).exec(key)?.[0];
    if (fitting === undefined) continue;
    const at = `at index ${fitting.length}`;
    const part = parts[count];
    if (part === undefined) return new TableError("key.malformed", `${at} the key should end`);
    if (typeof part === "string") return new TableError("key.malformed", `${at} ${JSON.stringify(part)} should follow`);
    const problem = problemOf(part, restOf(key.slice(fitting.length), parts[count + 1])) ?? "should follow";
    return new TableError("key.malformed", `${at} {${part.field}} ${problem}`);
  }
  return malformedPart(key, "a key");
}

/** Returns the text up to the constant `next`; the whole text if `next` is not a constant, or does not occur. */
function restOf(text: string, next: KeyPart | undefined): string {
  const end = typeof next === "string" ? text.indexOf(next) : -1;
  return end < 0 ? text : text.slice(0, end);
}

function problemOf(part: PropertyPart, text: string): string | undefined {
  if (part.shards !== undefined) return undefined;
  if (part.isDerived) return malformedPart(text, `of the form ${part.form}`).message;
  try {
    part.parse(text);
    return undefined;
  } catch (error) {
    if (isTableError(error, "key.malformed")) return error.message;
    throw error;
  }
}
