import { stringLiteral } from "../codec/edm/string.js";
import { fieldsOf, isReversible, type KeyPart } from "../codec/keys/key-part.js";
import { isSplit, splitKey } from "../codec/parse-key.js";
import type { AnySchema, PayloadKeys } from "../schema/entity-schema.js";
import { comparison, type Filter, intersect, prefixRange, rangeFilter, type TextRange } from "./filter/filter.js";
import { isOperators } from "./filter/filter-property.js";

/** Keys that a query reads: one (`eq`), or a range. If an end is missing, the range is open there. */
export type KeyScope = { readonly eq: string } | TextRange;

type KindSchema = Pick<AnySchema, "partitionKeyPrefix" | "rowKeyPrefix" | "kindProperty" | "kind">;

/** PartitionKeys that a query reads: one, a range, or each of a list (`in`). */
export type PartitionScope = KeyScope | { readonly in: readonly string[] };

/** Returns whether a scope includes every key. A scope is the set of keys that a query reads. */
export function isOpen(scope: PartitionScope): boolean {
  return !("eq" in scope) && !("in" in scope) && scope.ge === undefined && scope.lt === undefined;
}

export function keyFilter(property: "PartitionKey" | "RowKey", scope: KeyScope): Filter {
  return "eq" in scope ? comparison(property, "eq", stringLiteral(scope.eq)) : rangeFilter(property, scope);
}

/**
 * Returns the range of RowKeys with the prefix that only this entity class has. If it has no such prefix, returns the range of all RowKeys.
 */
export function rowKeysOfKind({ rowKeyPrefix }: Pick<KindSchema, "rowKeyPrefix">): TextRange {
  return rowKeyPrefix === undefined ? {} : prefixRange(rowKeyPrefix);
}

/**
 * Narrows the PartitionKeys that the caller chose to those that rows of this entity class can have. Suppose that the class has one constant
 * PartitionKey and the caller chose a range. Then the range stays, and `filter` requires that PartitionKey. Otherwise `filter` is `true`.
 */
export function partitionKeysOfKind(
  schema: Pick<AnySchema, "partitionKeyPrefix" | "partitionParts">,
  chosen: PartitionScope,
): { readonly partitionKey: PartitionScope; readonly filter: Filter } {
  const { partitionKeyPrefix: prefix, partitionParts } = schema;
  if (prefix === undefined || "eq" in chosen || "in" in chosen) return { partitionKey: chosen, filter: true };
  const isConstant = partitionParts.every((part) => typeof part === "string");
  if (!isConstant) return { partitionKey: intersect(chosen, prefixRange(prefix)), filter: true };
  if (isOpen(chosen)) return { partitionKey: { eq: prefix }, filter: true };
  return { partitionKey: chosen, filter: keyFilter("PartitionKey", { eq: prefix }) };
}

/**
 * Returns a filter for rows that store the kind of this entity class. It is `true` (every row) if the keys already show the class, or if
 * rows store no kind.
 */
export function kindFilter(schema: KindSchema): Filter {
  const isInKeys = schema.partitionKeyPrefix !== undefined || schema.rowKeyPrefix !== undefined;
  if (isInKeys || schema.kindProperty === undefined) return true;
  return comparison(schema.kindProperty, "eq", stringLiteral(schema.kind));
}

/** Returns a function that checks whether the query asked for the keys of a row. */
export function rowsInScope(partitionKey: PartitionScope, rowKey: KeyScope): (keys: PayloadKeys) => boolean {
  const isInPartition = partitionTest(partitionKey);
  const isInRange = keyTest(rowKey);
  return ({ PartitionKey, RowKey }) => isInPartition(PartitionKey) && isInRange(RowKey);
}

function partitionTest(scope: PartitionScope): (key: unknown) => boolean {
  if (!("in" in scope)) return keyTest(scope);
  const keys: ReadonlySet<unknown> = new Set(scope.in);
  return (key) => keys.has(key);
}

/**
 * Characters that a service may sort differently than JavaScript, which compares UTF-16 code units. If a key or an end of the range has one
 * of them, the key counts as in range.
 */
const unordered = /[\ud800-\uffff]/;

function keyTest(scope: KeyScope): (key: unknown) => boolean {
  if ("eq" in scope) return (key) => key === scope.eq;
  const { ge = "", lt } = scope;
  if (isOpen(scope) || unordered.test(ge + (lt ?? ""))) return (key) => typeof key === "string";
  return (key) => typeof key === "string" && ((key >= ge && (lt === undefined || key < lt)) || unordered.test(key));
}

/**
 * If a condition requires exactly one value of each property in a key, as `{ customerId: "C1" }` does, returns these values. Otherwise
 * returns undefined.
 */
export function pinnedValues(parts: readonly KeyPart[], where: object): object | undefined {
  const values: Record<string, unknown> = {};
  for (const name of fieldsOf(parts)) {
    const value = Object.hasOwn(where, name)
      ? equalValue((where as Readonly<Record<string, unknown>>)[name])
      : undefined;
    if (value === undefined || value === null) return undefined;
    values[name] = value;
  }
  return values;
}

/**
 * Removes properties from a condition if a key contains their exact values. A property stays if the key contains only a part of its value,
 * such as a hash.
 */
export function withoutPinned(where: object, parts: readonly KeyPart[]): object {
  const names = new Set(parts.filter(isReversible).map(({ field }) => field));
  return Object.fromEntries(Object.entries(where).filter(([name]) => !names.has(name)));
}

function equalValue(condition: unknown): unknown {
  if (!isOperators(condition)) return condition;
  return Object.keys(condition).length === 1 ? condition["eq"] : undefined;
}

type RowShape = Pick<AnySchema, "rowParts">;

/** Function that checks whether a RowKey within the range of a query has the values that the query asked for. */
export type RowKeyTest = (rowKey: string) => boolean;

/**
 * Returns a function that checks whether the leading parts of a RowKey have exactly these texts. Undefined if no check is needed, because
 * every key that starts with the texts has them. A check is needed for `{no.text}{isDone}`, for example: a key that starts with `1` may
 * have the number 1 or 10.
 * @param texts texts of the leading parts, constants included
 */
export function testLeadingParts({ rowParts }: RowShape, texts: readonly string[]): RowKeyTest | undefined {
  if (texts.every((_, index) => endsItself(rowParts[index] ?? "", rowParts[index + 1]))) return undefined;
  return (rowKey) => {
    // If a RowKey does not consist of these parts, it is accepted here, and the decoder reports it as an error later.
    if (!isSplit(rowParts, rowKey)) return true;
    const found = splitKey(rowParts, rowKey);
    return texts.every((text, index) => text === found[index]);
  };
}

/**
 * Returns whether a key always shows where the text of a part ends, either because all its texts have the same length, or by the constant
 * that follows.
 */
function endsItself(part: KeyPart, next: KeyPart | undefined): boolean {
  if (typeof part === "string" || part.endsBefore === undefined) return true;
  return typeof next === "string" && part.endsBefore(next);
}
