import { partitionOf, rowKeyOf } from "../codec/entity-keys.js";
import type { Connection } from "../rest/connection.js";
import type { EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import type { ServiceKind } from "../schema/limits.js";
import { readNames } from "../schema/property.js";
import { type EntityReader, entityReader } from "./entity-reader.js";
import { checkEvaluated } from "./filter/evaluated-comparisons.js";
import { and, type Filter, intersect, type TextRange } from "./filter/filter.js";
import { checkWhere, type FilteredSchema, translateMembers } from "./filter/filter-where.js";
import type { KeyScope, PartitionScope, RowKeyTest } from "./key-scope.js";
import {
  isOpen,
  keyFilter,
  kindFilter,
  partitionKeysOfKind,
  pinnedValues,
  rowKeysOfKind,
  withoutPinned,
} from "./key-scope.js";
import { maxPartitions, partitionKeysOfWhere, rowKeysOfWhere } from "./keys-of-where.js";
import type { QueryOptions, QueryPlan } from "./query-options.js";
import type { QueryRequest, QueryResponse } from "./read-responses.js";
import type { RowReader } from "./row-reader.js";

/** Returns the plan of a query, limited to some of its PartitionKeys and, within these, to the RowKeys in a range. */
export type PlanOf = (partitionKey: KeyScope, rowKeys?: TextRange) => QueryPlan;

/**
 * Function that reads a query with several concurrent requests. `planOf` returns the query's plan, limited to some of the PartitionKeys in
 * `scope`.
 */
type ReadInParallel = (request: QueryRequest, planOf: PlanOf, scope: PartitionScope) => AsyncIterable<QueryResponse>;

/** State of a query, from which its requests are built. Each method of a query copies the state and changes a part of the copy. */
export interface QueryState<R, Reader extends RowReader<R> = RowReader<R>> {
  readonly connection: Connection;
  readonly options: QueryOptions;
  readonly reader: Reader;
  readonly partitionKey: PartitionScope;
  /** True if the caller or a condition chose `partitionKey`. False if it includes all PartitionKeys that the entity class can have. */
  readonly isPartitionKeyChosen: boolean;
  readonly rowKey: KeyScope;
  /** True if the caller or a condition chose `rowKey`. False if it includes all RowKeys that the entity class can have. */
  readonly isRowKeyChosen: boolean;
  /**
   * Checks RowKeys for a condition that `rowKey` cannot express. Rows that do not meet it are skipped. Undefined if there is no such
   * condition.
   */
  readonly matches?: RowKeyTest | undefined;
  readonly filter: Filter;
  /** Maximum number of rows to read in total; undefined for all. */
  readonly limit?: number;
  readonly readInParallel?: ReadInParallel;
}

/**
 * Returns the initial state of a query that reads all rows in these partitions with this reader. If `partitionKey` is a range without ends,
 * the query reads all partitions.
 */
export function stateOfRows<R, Reader extends RowReader<R>>(
  connection: Connection,
  reader: Reader & RowReader<R>,
  partitionKey: PartitionScope,
  options: QueryOptions,
  rowKey: KeyScope = {},
): QueryState<R, Reader> {
  const isChosen = { isPartitionKeyChosen: true, isRowKeyChosen: true };
  return { connection, options, reader, partitionKey, rowKey, ...isChosen, filter: true };
}

/**
 * Returns the initial state of a query of all rows of an entity class in these partitions. If `chosen` is a range without ends, the query
 * reads all partitions.
 */
export function stateOfEntity<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  chosen: PartitionScope,
  options: QueryOptions,
): QueryState<T["entity"], EntityReader<T["entity"]>> {
  const { partitionKey, filter } = partitionKeysOfKind(schema, chosen);
  const isConstantKey = schema.rowParts.every((part) => typeof part === "string");
  return {
    connection,
    options,
    reader: entityReader(schema, connection.onMismatch),
    partitionKey,
    isPartitionKeyChosen: !isOpen(chosen),
    rowKey: isConstantKey ? { eq: rowKeyOf(schema, {}) } : rowKeysOfKind(schema),
    isRowKeyChosen: isConstantKey,
    filter: and([kindFilter(schema), filter]),
  };
}

/**
 * Adds a condition to a query. If the condition fixes a whole key to one value, the query reads that key in place of comparing properties,
 * because the service seeks only by keys.
 */
export function withWhere<S extends QueryState<unknown>>(state: S, where: object): S {
  const { schema, filtered } = state.reader;
  checkWhere(filtered, where);
  let { partitionKey, isPartitionKeyChosen, rowKey, isRowKeyChosen, matches } = state;
  let rest = where;
  if (schema !== undefined && !isPartitionKeyChosen) {
    const pinned = pinnedValues(schema.partitionParts, where);
    if (pinned !== undefined) {
      partitionKey = { eq: partitionOf(schema, pinned).partitionKey };
      isPartitionKeyChosen = true;
      rest = withoutPinned(rest, schema.partitionParts);
    }
  }
  const partitions =
    schema === undefined || isOne(partitionKey) ? undefined : partitionKeysOfWhere(schema, rest, maxPartitions);
  const chosen = partitions && narrowScope(partitionKey as TextRange, partitions.scopes);
  if (chosen !== undefined && partitions !== undefined) {
    partitionKey = chosen;
    isPartitionKeyChosen = true;
    rest = without(rest, partitions.covered);
  }
  if (schema !== undefined && "eq" in partitionKey && !isRowKeyChosen) {
    const pinned = pinnedValues(schema.rowParts, where);
    if (pinned !== undefined) {
      rowKey = { eq: rowKeyOf(schema, pinned) };
      isRowKeyChosen = true;
      rest = withoutPinned(rest, schema.rowParts);
    }
  }
  const rows = schema && isOne(partitionKey) && !("eq" in rowKey) ? rowKeysOfWhere(schema, rest) : undefined;
  const [within] = rows?.scopes ?? [];
  if (rows !== undefined && within !== undefined && !("eq" in within)) {
    rowKey = intersect(rowKey as TextRange, within);
    isRowKeyChosen = true;
    rest = without(rest, rows.covered);
    matches = both(matches, rows.matches);
  }
  const condition = translateMembers(filtered, rest);
  // Keys take the place of some conditions. Their values have to be of the properties' types all the same.
  translateMembers(filtered, replacedBy(schema, where, rest));
  checkCondition(state.connection.kind, filtered, condition);
  const filter = and([state.filter, condition]);
  return { ...state, partitionKey, isPartitionKeyChosen, rowKey, isRowKeyChosen, filter, matches };
}

function isOne(scope: PartitionScope): boolean {
  return "eq" in scope || "in" in scope;
}

/**
 * Narrows a range of PartitionKeys to those that a condition allows: a list of keys, or one range. Returns undefined if the condition allows
 * several ranges, which one query cannot seek.
 */
function narrowScope(range: TextRange, scopes: readonly KeyScope[]): PartitionScope | undefined {
  const [first, ...others] = scopes;
  if (first === undefined) return undefined;
  if (others.length === 0 && !("eq" in first)) return intersect(range, first);
  const keys = scopes.flatMap((scope) => ("eq" in scope ? scope.eq : []));
  if (keys.length < scopes.length) return undefined;
  const { ge = "", lt } = range;
  return { in: keys.filter((key) => key >= ge && (lt === undefined || key < lt)) };
}

function without(where: object, names: ReadonlySet<string>): object {
  return names.size === 0 ? where : Object.fromEntries(Object.entries(where).filter(([name]) => !names.has(name)));
}

/** Returns the conditions of `where` that `rest` lacks, except those on properties in keys alone, which no filter can compare. */
function replacedBy(schema: FilteredSchema | undefined, where: object, rest: object): object {
  if (schema === undefined || rest === where) return {};
  const replaced = Object.entries(where).filter(
    ([name]) => !Object.hasOwn(rest, name) && schema.properties[name]?.keyOnly !== true,
  );
  return Object.fromEntries(replaced);
}

function checkCondition(kind: ServiceKind, { name: entity, properties }: FilteredSchema, condition: Filter): void {
  if (kind === "storage" || typeof condition === "boolean") return;
  const isAlwaysStored = (stored: string) =>
    stored === "PartitionKey" ||
    stored === "RowKey" ||
    Object.entries(properties).some(
      ([field, { name = field, optional, default: value, makeDefault, formerly }]) =>
        name === stored && !optional && value === undefined && makeDefault === undefined && formerly === undefined,
    );
  const storedTypes = (stored: string) =>
    Object.entries(properties)
      .filter(([field, property]) => readNames(field, property).includes(stored))
      .flatMap(([, { type, reads = [] }]) => [type.edm, ...reads]);
  checkEvaluated({ kind, entity, isAlwaysStored, storedTypes }, condition);
}

/**
 * Limits a query to the RowKeys in `chosen`. If it is already limited to other RowKeys, one of the two limits becomes a part of the filter,
 * because the service seeks by only one.
 * @param matches checks RowKeys for a condition that `chosen` cannot express
 */
export function withRowKey<S extends QueryState<unknown>>(given: S, chosen: KeyScope, matches?: RowKeyTest): S {
  const state = matches === undefined ? given : { ...given, matches: both(given.matches, matches) };
  const { rowKey: before, isRowKeyChosen, filter } = state;
  if (!isRowKeyChosen) return { ...state, rowKey: chosen, isRowKeyChosen: true };
  const [rowKey, rest] = "eq" in before ? [before, chosen] : [chosen, before];
  if ("eq" in rest && "eq" in rowKey && rest.eq === rowKey.eq) return state;
  return { ...state, rowKey, filter: and([filter, keyFilter("RowKey", rest)]) };
}

function both(one: RowKeyTest | undefined, other: RowKeyTest | undefined): RowKeyTest | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return (rowKey) => one(rowKey) && other(rowKey);
}

/** Returns the state of the same query with at most this many rows. Keeps the limit of the query if that is smaller. */
export function withLimit<R>(state: QueryState<R>, limit: number): QueryState<R> {
  return { ...state, limit: Math.min(limit, state.limit ?? limit) };
}
