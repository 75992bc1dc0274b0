import type { KeyPart } from "../keys/key-part.js";
import { comparison, type Filter } from "../odata/filter.js";
import { prefixRange, rangeFilter, stringLiteral, type TextRange } from "../odata/filter-prefix.js";
import { isOperators } from "../odata/filter-property.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";

/** Which keys a query reads: one, or a range. An end that is absent leaves the range open. */
export type KeyScope = { readonly eq: string } | TextRange;

type KindSchema = Pick<EntitySchema<EntityTypes>, "rowKeyPrefix" | "kindProperty" | "kind">;

/** Whether the scope holds every key. */
export function isOpen(scope: KeyScope): boolean {
  return !("eq" in scope) && scope.ge === undefined && scope.lt === undefined;
}

export function keyFilter(property: "PartitionKey" | "RowKey", scope: KeyScope): Filter {
  return "eq" in scope ? comparison(property, "eq", stringLiteral(scope.eq)) : rangeFilter(property, scope);
}

/** The RowKeys that only this entity of its table has; all RowKeys where its key has no such prefix. */
export function rowKeysOfKind({ rowKeyPrefix }: Pick<KindSchema, "rowKeyPrefix">): TextRange {
  return rowKeyPrefix === undefined ? {} : prefixRange(rowKeyPrefix);
}

/** The condition on the stored kind, for an entity whose RowKeys do not show it. */
export function kindFilter(schema: KindSchema): Filter {
  if (schema.rowKeyPrefix !== undefined || schema.kindProperty === undefined) return true;
  return comparison(schema.kindProperty, "eq", stringLiteral(schema.kind));
}

/** Whether a row of a response has keys that the query asked for. */
export function rowsInScope(partitionKey: KeyScope, rowKey: KeyScope): (row: EntityPayload) => boolean {
  const isInPartition = keyTest(partitionKey);
  const isInRange = keyTest(rowKey);
  return ({ PartitionKey, RowKey }) => isInPartition(PartitionKey) && isInRange(RowKey);
}

/** From here on the order of UTF-16 units, which is ours, may differ from that of a service. */
const unordered = /[\ud800-\uffff]/;

function keyTest(scope: KeyScope): (key: unknown) => boolean {
  if ("eq" in scope) return (key) => key === scope.eq;
  const { ge = "", lt } = scope;
  if (isOpen(scope) || unordered.test(ge + (lt ?? ""))) return (key) => typeof key === "string";
  return (key) => typeof key === "string" && ((key >= ge && (lt === undefined || key < lt)) || unordered.test(key));
}

/** A condition divided into the values of a key and the conditions that remain. */
export interface PinnedKey {
  readonly values: object;
  readonly rest: object;
}

/** Takes a key out of a condition that gives each of its properties one value; undefined if it does not. */
export function pinnedKey(parts: readonly KeyPart[], where: object): PinnedKey | undefined {
  const values: Record<string, unknown> = {};
  const rest: Record<string, unknown> = { ...where };
  for (const part of parts) {
    if (typeof part === "string") continue;
    const [name] = part;
    const value = Object.hasOwn(where, name) ? equalValue(rest[name]) : undefined;
    if (value === undefined || value === null) return undefined;
    values[name] = value;
    delete rest[name];
  }
  return { values, rest };
}

function equalValue(condition: unknown): unknown {
  if (!isOperators(condition)) return condition;
  return Object.keys(condition).length === 1 ? condition["eq"] : undefined;
}
