import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError, wrongValue } from "../errors/table-error.js";
import type { KeyName } from "../schema/check-key.js";
import type { AnySchema, EntityId, EntityPayload } from "../schema/entity-schema.js";
import { storedNames } from "../schema/property.js";
import { isObject, notAnObject } from "./check-entity.js";
import { malformedPart } from "./keys/key-codec.js";
import { isReversible, type KeyPart, type PropertyPart } from "./keys/key-part.js";
import { escapePattern } from "./keys/text.js";
import { idOf, own } from "./payload.js";

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

type Values = Record<string, unknown>;

/**
 * Reads the values of all key properties back from stored keys.
 * @throws TableError `key.malformed` naming the entity and its key; `key.not-reversible` naming a property if the keys contain only derived
 * values of it
 */
export function parseKeyOf(schema: AnySchema, id: EntityId): object {
  const values = readKeyOf(schema, id);
  const property = findUndetermined(schema.partitionParts, values) ?? findUndetermined(schema.rowParts, values);
  if (property === undefined) return values;
  const problem = `${schema.name}.parseKey cannot return ${property}: the keys contain only a derived value. Read the row, which stores it.`;
  throw new TableError("key.not-reversible", problem, { entity: schema.name, property });
}

function findUndetermined(parts: readonly KeyPart[], values: object): string | undefined {
  for (const part of parts) if (typeof part !== "string" && !Object.hasOwn(values, part.field)) return part.field;
  return undefined;
}

/** Returns the property values that can be read from stored keys. @throws TableError `key.malformed` naming the entity and its key */
export function readKeyOf(schema: AnySchema, id: EntityId): object {
  checkId(schema.name, id);
  try {
    return parseKey(schema, id);
  } catch (error) {
    if (!isTableError(error)) throw error;
    throw new TableError("key.malformed", error.message, { entity: schema.name, cause: error });
  }
}

/**
 * Returns the property values that can be read from the keys of a row. The result is that of {@link readKeyOf}, but most keys are cut
 * without a regular expression, because generated code calls this for every row. @throws TableError `key.malformed`
 */
export function readKeysOfRow(schema: AnySchema, row: EntityPayload): object {
  const values: Values = {};
  try {
    if (cutKey(schema.partitionParts, row.PartitionKey, values) && cutKey(schema.rowParts, row.RowKey, values))
      return values;
  } catch (error) {
    if (!isTableError(error, "key.malformed")) throw error;
  }
  return readKeyOf(schema, idOf(row));
}

/**
 * Reads the parts of a key into `values`. A part ends by its length, or before the next constant.
 * @returns false if a part does not end in this way, or does not determine its value
 */
function cutKey(parts: readonly KeyPart[], key: string, values: Values): boolean {
  let at = 0;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as KeyPart;
    if (typeof part === "string") {
      if (!key.startsWith(part, at)) return false;
      at += part.length;
      continue;
    }
    if (part.isDerived || values[part.field] !== undefined) return false;
    const next = parts[index + 1];
    const end =
      next === undefined ? key.length : part.length !== undefined ? at + part.length : endOf(part, next, key, at);
    if (end < 0) return false;
    values[part.field] = part.parse(key.slice(at, end));
    at = end;
  }
  return at === key.length;
}

function endOf(part: PropertyPart, next: KeyPart, key: string, at: number): number {
  return typeof next === "string" && part.endsBefore?.(next) ? key.indexOf(next, at) : -1;
}

/** Returns the error of keys that do not have the shape of the entity class's keys. */
export function explainMalformedKey(schema: AnySchema, id: EntityId): TableError {
  try {
    readKeyOf(schema, id);
  } catch (error) {
    if (error instanceof TableError) return error;
    throw error;
  }
  throw new TypeError(`These are keys of ${schema.name}.`);
}

function checkId(entity: string, id: EntityId): void {
  if (!isObject(id)) throw notAnObject(entity, `The argument of ${entity}.parseKey`, id);
  for (const key of [id.partitionKey, id.rowKey]) {
    if (typeof key === "string") continue;
    const problem = `${entity}.parseKey takes the stored { partitionKey, rowKey }; one of them is ${formatValue(key)}.`;
    throw wrongValue(problem, { entity });
  }
}

/**
 * Returns whether a RowKey has the shape of the entity class's RowKeys. Call it only for a schema whose RowKey alone gives the values of
 * the properties in it.
 */
export function isRowKeyOf(schema: AnySchema, rowKey: string): boolean {
  try {
    const { rowParts } = schema;
    const cut: Values = {};
    if (cutKey(rowParts, rowKey, cut)) return schema.makesRowKey(cut, rowKey);
    const values: Values = {};
    readParts(rowParts, splitKey(rowParts, rowKey), values);
    return schema.makesRowKey(values, rowKey);
  } catch (error) {
    if (isTableError(error)) return false;
    throw error;
  }
}

/** Returns whether both keys have the shape of the entity class's keys, whatever their values. */
export function hasShape({ partitionParts, rowParts }: AnySchema, { partitionKey, rowKey }: EntityId): boolean {
  return isSplit(partitionParts, partitionKey) && isSplit(rowParts, rowKey);
}

function parseKey(schema: AnySchema, id: EntityId): Values {
  const { partitionParts, rowParts } = schema;
  const values: Values = {};
  let reading: KeyName = "PartitionKey";
  try {
    const partition = splitKey(partitionParts, id.partitionKey);
    readParts(partitionParts, partition, values);
    reading = "RowKey";
    const row = splitKey(rowParts, id.rowKey);
    readParts(rowParts, row, values);
    reading = "PartitionKey";
    readParts(partitionParts, partition, values, true);
    reading = "RowKey";
    readParts(rowParts, row, values, true);
    return values;
  } catch (error) {
    if (!isTableError(error)) throw error;
    const [key, parts] = reading === "RowKey" ? [id.rowKey, rowParts] : [id.partitionKey, partitionParts];
    const what = `${reading} ${formatValue(key)} is not a key of ${schema.name}, whose shape is ${formatShape(parts)}`;
    // If a property is the whole key, its error repeats the text of the key, which the message already shows. So that is removed.
    const problem = error.message.replace(`has key text ${formatValue(key)}, which is not`, "is not");
    throw new TableError("key.malformed", `${what}: ${problem}`, { cause: error });
  }
}

/**
 * Reads the parts of a key. Parts that determine a value, such as a date, are added to `values`.
 * @param areDerived true if the parts are derived, such as the month of that date: they are compared with `values` instead
 */
function readParts(parts: readonly KeyPart[], texts: readonly string[], values: Values, areDerived = false): void {
  let index = 0;
  try {
    for (; index < parts.length; index++) {
      const part = parts[index] as KeyPart;
      if (typeof part === "string" || isReversible(part) === areDerived) continue;
      const { field } = part;
      if (Object.hasOwn(values, field)) checkPart(part, texts[index], values[field]);
      else if (!areDerived) values[field] = part.parse(texts[index]);
    }
  } catch (error) {
    if (!isTableError(error)) throw error;
    const at = texts.slice(0, index).join("").length;
    const { field } = parts[index] as PropertyPart;
    throw new TableError("key.malformed", `at index ${at} {${field}} ${error.message}`, { cause: error });
  }
}

function checkPart(part: PropertyPart, text: string | undefined, value: unknown): void {
  if (part.encode(value) === text) return;
  throw malformedPart(text, `the text of ${part.field}, which is ${formatValue(value)} in the other part`);
}

/**
 * Returns a row with the key properties that it does not store, read from PartitionKey and RowKey.
 * @throws TableError `key.malformed`
 */
export function completeRow(row: EntityPayload, schema: AnySchema): EntityPayload {
  const members: [string, unknown][] = [];
  for (const [field, value] of Object.entries(readKeyOf(schema, idOf(row)))) {
    const property = schema.properties[field] as (typeof schema.properties)[string];
    const { name = field, type } = property;
    const isAbsent = storedNames(field, property).every((stored) => (own(row, stored) ?? undefined) === undefined);
    if (isAbsent) {
      members.push([name, JSON.parse(type.toJson(value))], [`${name}@odata.type`, type.edm]);
    }
  }
  return { ...row, ...Object.fromEntries(members) };
}

/** Formats the shape of a key: `"order!{placedAt}!{orderNo}"`. */
function formatShape(parts: readonly KeyPart[]): string {
  return JSON.stringify(parts.map((part) => (typeof part === "string" ? part : `{${part.field}}`)).join(""));
}
