import { partitionOf, rowKeyOf } from "../codec/keys/entity-keys.js";
import type { Connection } from "../connection/connection.js";
import { and, type Filter } from "../odata/filter.js";
import { checkWhere, translateWhere } from "../odata/filter-where.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import {
  isOpen,
  type KeyScope,
  keyFilter,
  kindFilter,
  type PartitionScope,
  partitionKeysOfKind,
  pinnedValues,
  rowKeysOfKind,
  withoutPinned,
} from "./key-scope.js";
import type { RowKeyTest } from "./leading-parts.js";
import type { QueryRequest, QueryResponse } from "./pages/read-responses.js";
import type { QueryOptions, QueryPlan } from "./query-options.js";
import { entityReader } from "./readers/entity-reader.js";
import type { RowReader } from "./readers/row-reader.js";

/** Function that reads in parallel. `planOf` limits the plan of the query to some PartitionKeys. */
export type ReadInParallel = (
  request: QueryRequest,
  planOf: (partitionKey: KeyScope) => QueryPlan,
) => AsyncIterable<QueryResponse>;

/** State from which the requests of a query are built. Each method of a query changes a part of it. */
export interface QueryState<R> {
  readonly connection: Connection;
  readonly options: QueryOptions;
  readonly reader: RowReader<R>;
  readonly partitionKey: PartitionScope;
  /** True if the caller or a condition set `partitionKey`; otherwise it only limits the query to its kind. */
  readonly isPartitionKeyChosen: boolean;
  readonly rowKey: KeyScope;
  /** True if the caller or a condition set `rowKey`; otherwise it only limits the query to its kind. */
  readonly isRowKeyChosen: boolean;
  /** Test of RowKeys for conditions that `rowKey` cannot express; undefined if there is none. Rows that fail it are skipped. */
  readonly matches?: RowKeyTest | undefined;
  readonly filter: Filter;
  /** Maximum number of rows in total; undefined for all. */
  readonly limit?: number;
  readonly readInParallel?: ReadInParallel;
}

/** Returns the state of a query that reads all rows in these partitions with this reader; in all partitions if the scope is open. */
export function stateOfRows<R>(
  connection: Connection,
  reader: RowReader<R>,
  partitionKey: PartitionScope,
  options: QueryOptions,
  rowKey: KeyScope = {},
): QueryState<R> {
  const isChosen = { isPartitionKeyChosen: true, isRowKeyChosen: true };
  return { connection, options, reader, partitionKey, rowKey, ...isChosen, filter: true };
}

/** Returns the state of a query of all rows of an entity in these partitions; in all partitions if the scope is open. */
export function stateOfEntity<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  chosen: PartitionScope,
  options: QueryOptions,
): QueryState<T["entity"]> {
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

/** Adds a condition. If it determines a whole key, replaces it by the key, because the service seeks only by keys. */
export function withWhere<R>(state: QueryState<R>, where: object): QueryState<R> {
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
  const filter = and([state.filter, translateWhere(filtered, rest)]);
  return { ...state, partitionKey, isPartitionKeyChosen, rowKey, isRowKeyChosen, filter };
}

/**
 * Limits a query to RowKeys. If the query is already limited to other RowKeys, one of the two limits becomes a condition, because the
 * service seeks by only one.
 */
export function withRowKey<R>(given: QueryState<R>, chosen: KeyScope, matches?: RowKeyTest): QueryState<R> {
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

/** Returns the state of the same query, limited to this many rows. */
export function withLimit<R>(state: QueryState<R>, limit: number): QueryState<R> {
  return { ...state, limit: Math.min(limit, state.limit ?? limit) };
}
