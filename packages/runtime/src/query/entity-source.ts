import { decodeEntity } from "../codec/decode/decode-entity.js";
import type { Projection } from "../codec/decode/decode-projection.js";
import { decodeUnrequestedRow, unrequestedRowError } from "../codec/decode/requested-row.js";
import { identityCheck, identityNames } from "../codec/decode/row-identity.js";
import { partitionOf, rowKeyOf } from "../codec/keys/entity-keys.js";
import type { Connection } from "../connection/connection.js";
import { and, type Filter } from "../odata/filter.js";
import { checkWhere, filterOfWhere } from "../odata/filter-where.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
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
  rowsInScope,
  withoutPinned,
} from "./key-scope.js";
import { checkComparisons, planQuery, queryText } from "./plan-query.js";
import type { QueryOptions, QueryPlan } from "./query-options.js";
import type { PageRequest, PageSource, QueryResponse } from "./read-responses.js";
import type { RowSource } from "./row-source.js";

/** How a parallel query reads: `planOf` limits the plan of the source to some PartitionKeys. */
export type ReadInParallel = (
  source: PageSource,
  request: PageRequest,
  planOf: (partitionKey: KeyScope) => QueryPlan,
) => AsyncIterable<QueryResponse>;

/** What the methods of a query of one entity have set. */
export interface EntityQueryState<T extends EntityTypes> {
  readonly connection: Connection;
  readonly schema: EntitySchema<T>;
  readonly options: QueryOptions;
  readonly partitionKey: PartitionScope;
  /** Whether the caller or a condition set `partitionKey`; otherwise it only limits the query to its kind. */
  readonly isPartitionKeyChosen: boolean;
  readonly rowKey: KeyScope;
  /** Whether the caller or a condition set `rowKey`; otherwise it only limits the query to its kind. */
  readonly isRowKeyChosen: boolean;
  readonly filter: Filter;
  readonly projection: Projection | undefined;
  readonly limit: number | undefined;
  readonly metadata: "minimal" | "none";
  readonly readInParallel: ReadInParallel | undefined;
}

/** A query of all rows of an entity in these partitions, or in all where the scope is open. */
export function initialState<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  chosen: PartitionScope,
  options: QueryOptions,
): EntityQueryState<T> {
  const isPartitionKeyChosen = !isOpen(chosen);
  const { partitionKey, filter } = partitionKeysOfKind(schema, chosen);
  const isConstantKey = schema.rowParts.every((part) => typeof part === "string");
  return {
    connection,
    schema,
    options,
    partitionKey,
    isPartitionKeyChosen,
    rowKey: isConstantKey ? { eq: rowKeyOf(schema, {}) } : rowKeysOfKind(schema),
    isRowKeyChosen: isConstantKey,
    filter: and([kindFilter(schema), filter]),
    projection: undefined,
    limit: undefined,
    metadata: "minimal",
    readInParallel: undefined,
  };
}

/** Adds a condition. If it gives a whole key, the key replaces it: the service seeks by keys alone. */
export function withWhere<T extends EntityTypes>(state: EntityQueryState<T>, where: object): EntityQueryState<T> {
  const { schema } = state;
  checkWhere(schema, where);
  let { partitionKey, isPartitionKeyChosen, rowKey, isRowKeyChosen } = state;
  let rest = where;
  if (!isPartitionKeyChosen) {
    const pinned = pinnedValues(schema.partitionParts, where);
    if (pinned !== undefined) {
      partitionKey = { eq: partitionOf(schema, pinned).partitionKey };
      isPartitionKeyChosen = true;
      rest = withoutPinned(rest, schema.partitionParts);
    }
  }
  if ("eq" in partitionKey && !isRowKeyChosen) {
    const pinned = pinnedValues(schema.rowParts, where);
    if (pinned !== undefined) {
      rowKey = { eq: rowKeyOf(schema, pinned) };
      isRowKeyChosen = true;
      rest = withoutPinned(rest, schema.rowParts);
    }
  }
  const filter = and([state.filter, filterOfWhere(schema, rest)]);
  return { ...state, partitionKey, isPartitionKeyChosen, rowKey, isRowKeyChosen, filter };
}

/** Chooses RowKeys. Those that a condition has chosen before stay a condition: the service seeks by one of both. */
export function withRowKey<T extends EntityTypes>(state: EntityQueryState<T>, chosen: KeyScope): EntityQueryState<T> {
  const { rowKey: before, isRowKeyChosen, filter } = state;
  if (!isRowKeyChosen) return { ...state, rowKey: chosen, isRowKeyChosen: true };
  const [rowKey, rest] = "eq" in before ? [before, chosen] : [chosen, before];
  if ("eq" in rest && "eq" in rowKey && rest.eq === rowKey.eq) return state;
  return { ...state, rowKey, filter: and([filter, keyFilter("RowKey", rest)]) };
}

export function sourceOf<T extends EntityTypes>(state: EntityQueryState<T>): RowSource<T["entity"]> {
  const { connection, schema, options, limit, metadata, projection, readInParallel } = state;
  const { onMismatch } = connection;
  const typed = metadata === "minimal";
  const decode =
    projection === undefined
      ? (row: EntityPayload) => decodeEntity(schema, row, typed, onMismatch)
      : (row: EntityPayload) => projection.decode(row, typed, onMismatch) as unknown as T["entity"];
  const isRequested = rowsInScope(state.partitionKey, state.rowKey);
  // What is decoded is checked to be of the entity, so that its RowKey needs no look unless the query chose it.
  const isInScope = state.isRowKeyChosen ? isRequested : rowsInScope(state.partitionKey, {});
  let plan: QueryPlan | undefined;
  return {
    connection,
    options,
    limit,
    metadata,
    isExact: schema.keepsUnknown === true && projection === undefined,
    isRequested,
    get plan() {
      plan ??= planOf(state);
      return plan;
    },
    decode(row) {
      if (isInScope(row)) return decode(row);
      const error = unrequestedRowError(schema.name, row, queryText(schema.table, this.plan.filters));
      return decodeUnrequestedRow(error, row, undefined, onMismatch, () => decode(row));
    },
    counted: () => sourceOf({ ...state, projection: identityOf(schema), metadata: "none" }),
    readUnordered:
      readInParallel === undefined || "eq" in state.partitionKey
        ? undefined // A condition named the only partition to read.
        : (source, request) =>
            readInParallel(source, request, (partitionKey) => checkedPlanOf({ ...state, partitionKey })),
  };
}

const counted = {};

/** What tells that a row is of the entity, and nothing else. */
function identityOf<T extends EntityTypes>(schema: EntitySchema<T>): Projection {
  const checkIdentity = identityCheck(schema);
  return {
    select: identityNames(schema),
    decode(row, _typed, onMismatch) {
      checkIdentity(row, onMismatch);
      return counted;
    },
  };
}

/** A range of PartitionKeys adds comparisons of its own. @throws TableError `query.too-many-comparisons` */
function checkedPlanOf<T extends EntityTypes>(state: EntityQueryState<T>): QueryPlan {
  const plan = planOf(state);
  checkComparisons(plan, state.options.maxComparisons ?? state.connection.limits.comparisons);
  return plan;
}

function planOf<T extends EntityTypes>(state: EntityQueryState<T>): QueryPlan {
  const { connection, schema, options, partitionKey, rowKey, filter, projection } = state;
  return planQuery({
    table: schema.table,
    partitionKey,
    rowKey,
    filter,
    select: projection?.select,
    maxComparisons: options.maxComparisons ?? connection.limits.comparisons,
  });
}
