import { decodeEntity } from "../codec/decode/decode-entity.js";
import { compileProjection, type Projection } from "../codec/decode/decode-projection.js";
import { decodeOther, notAsked } from "../codec/decode/requested-row.js";
import { partitionOf, rowKeyOf } from "../codec/keys/entity-keys.js";
import { idOf, readETag } from "../codec/system-properties.js";
import { checkCount } from "../connection/check-count.js";
import type { Connection } from "../connection/connection.js";
import { show } from "../errors/show.js";
import { TableError } from "../errors/table-error.js";
import { and, comparison, type Filter } from "../odata/filter.js";
import { prefixRange, stringLiteral, type TextRange } from "../odata/filter-prefix.js";
import { checkWhere, filterOfWhere } from "../odata/filter-where.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes, ETag } from "../schema/entity-types.js";
import { askedRows, askedText } from "./asked-rows.js";
import { pinnedKey } from "./pinned-key.js";
import { checkComparisons, type KeyScope, planQuery } from "./plan.js";
import type { PartitionQuery, Query, RowKeyQuery, Selected } from "./query.js";
import type { QueryOptions, QueryPlan } from "./query-options.js";
import type { Answer, Reading } from "./read-answers.js";
import { rowKeyScope } from "./row-key-scope.js";
import type { RowSource } from "./row-source.js";
import { SourceRows } from "./source-rows.js";

/** What a deletion needs of a row. */
export interface RowAddress extends EntityId {
  readonly $etag: ETag | undefined;
}

/** How a scan in parallel reads: `planOf` limits the reading's plan to a range of PartitionKeys. */
export type ReadInParallel = (reading: Reading, planOf: (range: TextRange) => QueryPlan) => AsyncIterable<Answer>;

/** Everything that a query of one entity is made of. */
export interface EntityQueryState<T extends EntityTypes> {
  readonly connection: Connection;
  readonly schema: EntitySchema<T>;
  readonly options: QueryOptions;
  readonly partitionKey: KeyScope;
  readonly rowKey: KeyScope;
  /** Whether `rowKey` was chosen, and is not only what keeps the query to its kind. */
  readonly isRowKeyChosen: boolean;
  readonly filter: Filter;
  readonly projection: Projection | undefined;
  readonly limit: number | undefined;
  readonly metadata: "minimal" | "none";
  readonly readInParallel: ReadInParallel | undefined;
}

/** The state of a query of all rows of an entity in these partitions. */
export function initialState<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  partitionKey: KeyScope,
  options: QueryOptions,
): EntityQueryState<T> {
  const isConstantKey = schema.rowParts.every((part) => typeof part === "string");
  return {
    connection,
    schema,
    options,
    partitionKey,
    rowKey: isConstantKey ? { eq: rowKeyOf(schema, {}) } : rowKeysOfKind(schema),
    isRowKeyChosen: isConstantKey,
    filter: kindFilter(schema),
    projection: undefined,
    limit: undefined,
    metadata: "minimal",
    readInParallel: undefined,
  };
}

/** The RowKeys that only this entity of its table has; all where there is no such range. */
export function rowKeysOfKind({ rowKeyPrefix }: Pick<EntitySchema<EntityTypes>, "rowKeyPrefix">): TextRange {
  return rowKeyPrefix === undefined ? {} : prefixRange(rowKeyPrefix);
}

/** Keeps to an entity's kind by its stored property, where the RowKey does not tell it. */
export function kindFilter(schema: Pick<EntitySchema<EntityTypes>, "rowKeyPrefix" | "kindProperty" | "kind">): Filter {
  if (schema.rowKeyPrefix !== undefined || schema.kindProperty === undefined) return true;
  return comparison(schema.kindProperty, "eq", stringLiteral(schema.kind));
}

/** A query of one entity. What differs between its public faces (in a partition, of a scan, in parallel) is types. */
export class EntityQuery<T extends EntityTypes> extends SourceRows<T["entity"]> implements PartitionQuery<T> {
  readonly #state: EntityQueryState<T>;

  constructor(state: EntityQueryState<T>) {
    super(sourceOf(state));
    this.#state = state;
  }

  where(condition: T["where"]): EntityQuery<T> {
    return new EntityQuery(withWhere(this.#state, condition));
  }

  select<K extends T["selectable"] & keyof T["entity"]>(...names: readonly K[]): Query<T, Selected<T, K>> {
    const { schema } = this.#state;
    if (names.length === 0) throw new TableError("query.invalid-option", `select needs a property of ${schema.name}.`);
    return this.#with({ projection: compileProjection(schema, names) }) as unknown as Query<T, Selected<T, K>>;
  }

  take(rows: number): EntityQuery<T> {
    checkCount("take", rows, 0);
    return this.#with({ limit: rows });
  }

  metadata(level: "none"): EntityQuery<T> {
    if (level !== "none") throw new TableError("query.invalid-option", `metadata takes "none", not ${show(level)}.`);
    return this.#with({ metadata: level });
  }

  get rowKey(): RowKeyQuery<T> {
    const { schema } = this.#state;
    const scoped = (rowKey: KeyScope) => this.#with({ rowKey, isRowKeyChosen: true });
    return {
      eq: (rowKey) => scoped({ eq: rowKeyOf(schema, rowKey) }),
      startsWith: (prefix) => scoped(rowKeyScope(schema, prefix)),
      between: (range) => scoped(rowKeyScope(schema, range)),
    };
  }

  /** The keys and ETags of the rows, as they are stored. A row that was not asked for is an error, whatever `onMismatch` says. */
  addresses(): SourceRows<RowAddress> {
    const { partitionKey, rowKey, schema } = this.#state;
    const isAsked = askedRows(partitionKey, rowKey);
    const source = sourceOf({ ...this.#state, projection: addressOnly, metadata: "minimal" });
    return new SourceRows<RowAddress>({
      ...source,
      decode(row) {
        if (!isAsked(row)) throw notAsked(schema.name, row, askedText(schema.table, source.plan.filters));
        return { ...idOf(row), $etag: readETag(row) };
      },
    });
  }

  #with(change: Partial<EntityQueryState<T>>): EntityQuery<T> {
    return new EntityQuery({ ...this.#state, ...change });
  }
}

/** Adds a condition. Where it says what a whole key equals, the key takes its place: that is what the service seeks by. */
function withWhere<T extends EntityTypes>(state: EntityQueryState<T>, where: object): EntityQueryState<T> {
  const { schema } = state;
  checkWhere(schema, where);
  let { partitionKey, rowKey, isRowKeyChosen } = state;
  let rest = where;
  if (!("eq" in partitionKey) && partitionKey.ge === undefined && partitionKey.lt === undefined) {
    const pinned = pinnedKey(schema.partitionParts, rest);
    if (pinned !== undefined) {
      partitionKey = { eq: partitionOf(schema, pinned.values).partitionKey };
      rest = pinned.rest;
    }
  }
  if ("eq" in partitionKey && !isRowKeyChosen) {
    const pinned = pinnedKey(schema.rowParts, rest);
    if (pinned !== undefined) {
      rowKey = { eq: rowKeyOf(schema, pinned.values) };
      isRowKeyChosen = true;
      rest = pinned.rest;
    }
  }
  return { ...state, partitionKey, rowKey, isRowKeyChosen, filter: and([state.filter, filterOfWhere(schema, rest)]) };
}

function sourceOf<T extends EntityTypes>(state: EntityQueryState<T>): RowSource<T["entity"]> {
  const { connection, schema, options, limit, metadata, projection, readInParallel } = state;
  const { onMismatch } = connection;
  const typed = metadata === "minimal";
  const decode =
    projection === undefined
      ? (row: EntityPayload) => decodeEntity(schema, row, typed, onMismatch)
      : (row: EntityPayload) => projection.decode(row, typed, onMismatch) as unknown as T["entity"];
  const isAsked = askedRowsOf(state);
  let plan: QueryPlan | undefined;
  return {
    connection,
    options,
    limit,
    metadata,
    isExact: schema.keepsUnknown === true && projection === undefined,
    get plan() {
      plan ??= planOf(state);
      return plan;
    },
    decode(row) {
      if (isAsked(row)) return decode(row);
      const error = notAsked(schema.name, row, askedText(schema.table, this.plan.filters));
      return decodeOther(error, row, undefined, onMismatch, () => decode(row));
    },
    counted: () => sourceOf({ ...state, projection: keyOnly, metadata: "none" }),
    readUnordered:
      readInParallel === undefined || "eq" in state.partitionKey
        ? undefined // A condition named the one partition that there is to read.
        : (reading) => readInParallel(reading, (partitionKey) => checkedPlanOf({ ...state, partitionKey })),
  };
}

/** Rows of another kind are refused by their class; what was selected does not tell their kind. */
function askedRowsOf<T extends EntityTypes>(state: EntityQueryState<T>): (row: EntityPayload) => boolean {
  const { partitionKey, rowKey, isRowKeyChosen, projection } = state;
  if (projection === undefined) return askedRows(partitionKey, isRowKeyChosen ? rowKey : {});
  return projection.select.includes("PartitionKey") ? askedRows(partitionKey, rowKey) : () => true;
}

const addressOnly: Projection = { select: ["PartitionKey", "RowKey"], decode: (row) => ({ ...idOf(row) }) };
const counted = {};
const keyOnly: Projection = { select: ["RowKey"], decode: () => counted };

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
