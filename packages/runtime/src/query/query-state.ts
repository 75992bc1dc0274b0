import { partitionOf, rowKeyOf } from "../codec/entity-keys.js";
import type { Connection } from "../rest/connection.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { ServiceKind } from "../schema/limits.js";
import { readNames } from "../schema/property.js";
import { type EntityReader, entityReader } from "./entity-reader.js";
import { checkEvaluated } from "./filter/evaluated-comparisons.js";
import { and, type Filter } from "./filter/filter.js";
import { checkWhere, type FilteredSchema, translateMembers } from "./filter/filter-where.js";
import {
  isOpen,
  type KeyScope,
  keyFilter,
  kindFilter,
  type PartitionScope,
  partitionKeysOfKind,
  pinnedValues,
  type RowKeyTest,
  rowKeysOfKind,
  withoutPinned,
} from "./key-scope.js";
import type { QueryOptions, QueryPlan } from "./query-options.js";
import type { QueryRequest, QueryResponse } from "./read-responses.js";
import type { RowReader } from "./row-reader.js";

/** Function that reads a query with several concurrent requests. `planOf` returns the query's plan, limited to some PartitionKeys. */
export type ReadInParallel = (
  request: QueryRequest,
  planOf: (partitionKey: KeyScope) => QueryPlan,
) => AsyncIterable<QueryResponse>;

/** State of a query, from which its requests are built. Each method of a query changes a part of a copy. */
export interface QueryState<R, Reader extends RowReader<R> = RowReader<R>> {
  readonly connection: Connection;
  readonly options: QueryOptions;
  readonly reader: Reader;
  readonly partitionKey: PartitionScope;
  /**
   * True if the caller or a condition limited the query to `partitionKey`; false if `partitionKey` includes all PartitionKeys that the
   * entity class can have.
   */
  readonly isPartitionKeyChosen: boolean;
  readonly rowKey: KeyScope;
  /**
   * True if the caller or a condition limited the query to `rowKey`; false if `rowKey` includes all RowKeys that the entity class can have.
   */
  readonly isRowKeyChosen: boolean;
  /** Checks RowKeys for a condition that `rowKey` cannot express. Rows that fail are skipped. Undefined if there is no such condition. */
  readonly matches?: RowKeyTest | undefined;
  readonly filter: Filter;
  /** Maximum number of rows to read in total; undefined for all. */
  readonly limit?: number;
  readonly readInParallel?: ReadInParallel;
}

/**
 * Returns the initial state of a query that reads all rows in these partitions with this reader. If `partitionKey` is a range without ends,
 * it includes all partitions.
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
 * Returns the initial state of a query of all rows of an entity class in these partitions. If `chosen` is a range without ends, it includes
 * all partitions.
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
 * Adds a condition to a query. If the condition determines a whole key, the query reads this key in place of comparing the properties,
 * because the service seeks only by keys.
 */
export function withWhere<S extends QueryState<unknown>>(state: S, where: object): S {
  const { schema, filtered } = state.reader;
  checkWhere(filtered, where);
  let { partitionKey, isPartitionKeyChosen, rowKey, isRowKeyChosen } = state;
  let rest = where;
  if (schema !== undefined && !isPartitionKeyChosen) {
    const pinned = pinnedValues(schema.partitionParts, where);
    if (pinned !== undefined) {
      partitionKey = { eq: partitionOf(schema, pinned).partitionKey };
      isPartitionKeyChosen = true;
      rest = withoutPinned(rest, schema.partitionParts);
    }
  }
  if (schema !== undefined && "eq" in partitionKey && !isRowKeyChosen) {
    const pinned = pinnedValues(schema.rowParts, where);
    if (pinned !== undefined) {
      rowKey = { eq: rowKeyOf(schema, pinned) };
      isRowKeyChosen = true;
      rest = withoutPinned(rest, schema.rowParts);
    }
  }
  const condition = translateMembers(filtered, rest);
  checkCondition(state.connection.kind, filtered, condition);
  const filter = and([state.filter, condition]);
  return { ...state, partitionKey, isPartitionKeyChosen, rowKey, isRowKeyChosen, filter };
}

/** Rejects a condition that the service does not evaluate. @throws TableError `query.not-evaluated` */
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
 * Limits a query to the RowKeys in `chosen`. If the query is already limited to other RowKeys, one of the two limits becomes a part of the
 * filter, because the service seeks by only one.
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

function both(one: RowKeyTest | undefined, other: RowKeyTest): RowKeyTest {
  return one === undefined ? other : (rowKey) => one(rowKey) && other(rowKey);
}

/** Returns the state of the same query, limited to at most this many rows. A lower limit of the query stays. */
export function withLimit<R>(state: QueryState<R>, limit: number): QueryState<R> {
  return { ...state, limit: Math.min(limit, state.limit ?? limit) };
}
