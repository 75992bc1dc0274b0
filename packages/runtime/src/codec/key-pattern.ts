import { isTableError, TableError } from "../errors/table-error.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { keyPartText, parseKeyPart } from "./keys/key-encoding.js";
import { type KeyPart, malformedPart, type PropertyPart } from "./keys/key-part.js";
import { findCodec } from "./keys/part-codec.js";
import { escapePattern } from "./keys/text.js";

type Properties = EntitySchema<EntityTypes>["properties"];

/* The generator has proven that there is only one way to split a stored key into its parts, so the regular expression finds that one. */

/**
 * Regular expression that splits a key into its parts, and the last key that it split, because consecutive rows often have the same
 * PartitionKey.
 */
interface Splitter {
  readonly pattern: RegExp;
  lastKey: string | undefined;
  lastTexts: readonly string[];
}

const splitters = new WeakMap<readonly KeyPart[], Splitter>();

/**
 * Splits a stored key into the texts of its parts, those of constants too: `["order!", "7"]`.
 * @throws TableError `key.malformed` naming the position at which the key differs
 */
export function splitKey(parts: readonly KeyPart[], properties: Properties, key: string): readonly string[] {
  const splitter = splitterOf(parts, properties);
  if (key === splitter.lastKey) return splitter.lastTexts;
  const found = splitter.pattern.exec(key);
  if (found === null) throw breakOf(parts, properties, key);
  found.shift();
  splitter.lastKey = key;
  splitter.lastTexts = found;
  return found;
}

/** Returns whether a stored key has the shape of these parts, so that `splitKey` can split it. */
export function isSplit(parts: readonly KeyPart[], properties: Properties, key: string): boolean {
  const { pattern, lastKey } = splitterOf(parts, properties);
  return key === lastKey || pattern.test(key);
}

function splitterOf(parts: readonly KeyPart[], properties: Properties): Splitter {
  let splitter = splitters.get(parts);
  if (splitter === undefined) {
    splitter = { pattern: new RegExp(`^${sourceOf(parts, properties)}$`), lastKey: undefined, lastTexts: [] };
    splitters.set(parts, splitter);
  }
  return splitter;
}

function sourceOf(parts: readonly KeyPart[], properties: Properties): string {
  return parts
    .map((part) => `(${typeof part === "string" ? escapePattern(part) : partPattern(part, properties)})`)
    .join("");
}

function partPattern(part: PropertyPart, properties: Properties): string {
  const [property, encoding, width = 0, shards, end = ""] = part;
  if (shards !== undefined) return findCodec(".shard").pattern(end, shards, {});
  const rules = properties[property];
  const values = rules?.oneOf ?? part[5]?.names;
  if (values === undefined) return findCodec(encoding).pattern(end, width, rules ?? {});
  return values.map((value) => escapePattern(keyPartText(part, value))).join("|");
}

/**
 * Creates the error of a key that does not have the shape of its parts. It names the position where the difference begins, and the part
 * that should follow there.
 */
function breakOf(parts: readonly KeyPart[], properties: Properties, key: string): TableError {
  for (let count = parts.length; count >= 0; count--) {
    const fitting = new RegExp(`^${sourceOf(parts.slice(0, count), properties)}`).exec(key)?.[0];
    if (fitting === undefined) continue;
    const at = `at index ${fitting.length}`;
    const part = parts[count];
    if (part === undefined) return new TableError("key.malformed", `${at} the key should end`);
    if (typeof part === "string") return new TableError("key.malformed", `${at} ${JSON.stringify(part)} should follow`);
    const problem = problemOf(part, properties, restOf(key.slice(fitting.length), parts[count + 1])) ?? "should follow";
    return new TableError("key.malformed", `${at} {${part[0]}} ${problem}`);
  }
  return malformedPart(key, "a key");
}

/** Returns the text up to the constant `next`; the whole text if `next` is not a constant, or does not occur. */
function restOf(text: string, next: KeyPart | undefined): string {
  const end = typeof next === "string" ? text.indexOf(next) : -1;
  return end < 0 ? text : text.slice(0, end);
}

function problemOf(part: PropertyPart, properties: Properties, text: string): string | undefined {
  const [name, encoding, width = 0, shards, end = ""] = part;
  const property = properties[name];
  if (shards !== undefined || property === undefined) return undefined;
  if (findCodec(encoding).isDerived) return malformedPart(text, `of the form ${encoding}`).message;
  try {
    parseKeyPart(text, encoding, { type: property.type, end, width });
  } catch (error) {
    if (isTableError(error, "key.malformed")) return error.message;
    throw error;
  }
  return property.oneOf && malformedPart(text, `one of ${JSON.stringify(property.oneOf)}`).message;
}
