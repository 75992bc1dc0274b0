import { decodeEntity } from "../codec/decode/decode-entity.js";
import { decodeUnrequestedRow, unrequestedRowError } from "../codec/decode/requested-row.js";
import { checkIdentity } from "../codec/decode/row-identity.js";
import { decodeTableRow, type StoredTableRow } from "../codec/rows/table-row.js";
import { checkCount } from "../connection/check-count.js";
import type { Connection } from "../connection/connection.js";
import { partitionIn, schemaIn } from "../connection/mapped-tables.js";
import { schemaOf } from "../connection/schema-of.js";
import { checkOptions } from "../errors/check-options.js";
import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import { and, countComparisons, type Filter, or } from "../odata/filter.js";
import { rangeFilter } from "../odata/filter-prefix.js";
import { filterOfWhere } from "../odata/filter-where.js";
import { checkKey } from "../schema/check-key.js";
import type { WhereSystem } from "../schema/conditions.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes, Partition, Stored } from "../schema/entity-types.js";
import { kindFilter, rowKeysOfKind, rowsInScope } from "./key-scope.js";
import { planQuery, queryText } from "./plan-query.js";
import type { PagedRows } from "./query.js";
import { type QueryOptions, type QueryPlan, queryOptionForms } from "./query-options.js";
import type { RowSource } from "./row-source.js";
import { SourceRows } from "./source-rows.js";

/** A generated class whose entities live in partitions of this scope. */
export interface ScopedClass<Scope extends string> {
  readonly $schema: { readonly scope: Scope; decode(row: EntityPayload, typed: boolean): Stored };
}

/** The entities of these classes, a union with `$kind` as its discriminant. */
export type EntityOf<C extends ScopedClass<string>> = ReturnType<C["$schema"]["decode"]>;

/** What to do with a row of another kind: throw an error, skip it, or return a {@link RawEntity}. */
export type OnUnknownKind = "throw" | "skip" | "raw";

/** A row of another kind, each value with its Edm type. `$kind` is undefined, which tells it apart from entities. */
export interface RawEntity extends StoredTableRow {
  readonly $kind: undefined;
}

/** A query of several kinds in one partition, in the order of their RowKeys. */
export interface KindsQuery<R> extends PagedRows<R> {
  /** Keeps the rows that meet this condition, on what rows of every kind have: `$timestamp`, or a part of `$filter` as text. */
  where(condition: WhereSystem): KindsQuery<R>;
  /** Reads at most this many rows in total: a whole number of at least 0. @throws TableError `query.invalid-option` */
  take(rows: number): KindsQuery<R>;
  /** Sets options of the query. @throws TableError `query.invalid-option` */
  with(options: QueryOptions): KindsQuery<R>;
  /** What to do with a row of another kind. Default: `"throw"`, which fails with `entity.wrong-kind`. */
  onUnknownKind<H extends OnUnknownKind>(handling: H): KindsQuery<R | (H extends "raw" ? RawEntity : never)>;
}

/** The rows of these kinds in one partition. */
export function createPartitionQuery<Scope extends string, C extends ScopedClass<Scope>>(
  connection: Connection,
  given: Partition<Scope>,
  classes: readonly C[],
  options: QueryOptions = {},
): KindsQuery<EntityOf<C>> {
  if (classes.length === 0)
    throw new TableError("query.invalid-option", "A query of a partition needs at least one class.");
  const partition = partitionIn(connection, given);
  checkKey(partition.table, "PartitionKey", partition.partitionKey, connection.limits);
  const schemas = classes.map((entity) => schemaIn(connection, schemaOf(entity) as unknown as Schema));
  for (const { name, scope } of schemas) {
    if (scope === partition.scope) continue;
    throw new TableError("query.invalid-option", `${name} lives in ${scope}, not in ${partition.scope}.`);
  }
  return new KindsQueryOf({
    connection,
    partition,
    schemas,
    options,
    filter: true,
    limit: undefined,
    onUnknownKind: "throw",
  });
}

type Schema = EntitySchema<EntityTypes>;

interface State {
  readonly connection: Connection;
  readonly partition: Partition<string>;
  readonly schemas: readonly Schema[];
  readonly options: QueryOptions;
  readonly filter: Filter;
  readonly limit: number | undefined;
  readonly onUnknownKind: OnUnknownKind;
}

class KindsQueryOf<R> extends SourceRows<R> implements KindsQuery<R> {
  readonly #state: State;

  constructor(state: State) {
    super(sourceOf(state, undefined) as RowSource<R>);
    this.#state = state;
  }

  where(condition: WhereSystem): KindsQueryOf<R> {
    const name = this.#state.schemas.map((schema) => schema.name).join(" | ");
    return this.#with({ filter: and([this.#state.filter, filterOfWhere({ name, properties: {} }, condition)]) });
  }

  take(rows: number): KindsQueryOf<R> {
    checkCount("take", rows, 0);
    return this.#with({ limit: rows });
  }

  with(options: QueryOptions): KindsQueryOf<R> {
    checkOptions("with", options, queryOptionForms, "query.invalid-option");
    return this.#with({ options: { ...this.#state.options, ...options } });
  }

  onUnknownKind<H extends OnUnknownKind>(handling: H): KindsQueryOf<R | (H extends "raw" ? RawEntity : never)> {
    if (!["throw", "skip", "raw"].includes(handling)) {
      throw new TableError(
        "query.invalid-option",
        `onUnknownKind takes "throw", "skip" or "raw", not ${formatValue(handling)}.`,
      );
    }
    return this.#with({ onUnknownKind: handling });
  }

  #with<S = R>(change: Partial<State>): KindsQueryOf<S> {
    return new KindsQueryOf({ ...this.#state, ...change });
  }
}

/** With `select` the rows are only told apart, not decoded. */
function sourceOf(state: State, select: readonly string[] | undefined): RowSource<unknown> {
  const { connection, partition, schemas, options, limit, onUnknownKind } = state;
  const typed = select === undefined;
  const isInScope = rowsInScope({ eq: partition.partitionKey }, {});
  const decode = (payload: EntityPayload) => {
    const schema = schemas.find((candidate) => isOfKind(candidate, payload));
    if (schema !== undefined && typed) return decodeEntity(schema, payload, true, connection.onMismatch);
    if (schema !== undefined) {
      checkIdentity(schema, payload, connection.onMismatch);
      return payload;
    }
    if (onUnknownKind === "skip") return undefined;
    if (onUnknownKind === "throw") throw unknownKind(state, payload);
    return typed ? decodeRaw(partition.table, payload) : payload;
  };
  let plan: QueryPlan | undefined;
  return {
    connection,
    options,
    limit,
    metadata: typed ? "minimal" : "none",
    isExact: typed && (onUnknownKind === "raw" || schemas.some((schema) => schema.keepsUnknown)),
    get plan() {
      plan ??= planOf(state, select);
      return plan;
    },
    decode(row) {
      if (isInScope(row)) return decode(row);
      const entity = schemas.find((candidate) => isOfKind(candidate, row))?.name ?? partition.table;
      const error = unrequestedRowError(entity, row, queryText(partition.table, this.plan.filters));
      return decodeUnrequestedRow(error, row, undefined, connection.onMismatch, () => decode(row));
    },
    counted() {
      const kinds = schemas.flatMap(({ kindProperty }) => kindProperty ?? []);
      return sourceOf(state, [...new Set(["PartitionKey", "RowKey", ...kinds])]);
    },
  };
}

function planOf(
  { connection, partition, schemas, options, filter, onUnknownKind }: State,
  select: readonly string[] | undefined,
): QueryPlan {
  const maxComparisons = options.maxComparisons ?? connection.limits.comparisons;
  const kinds = and([
    filter,
    or(schemas.map((schema) => and([kindFilter(schema), rangeFilter("RowKey", rowKeysOfKind(schema))]))),
  ]);
  // The filter leaves out rows to skip, if it stays short enough.
  const isNarrowed = onUnknownKind === "skip" && countComparisons(kinds) < maxComparisons;
  return planQuery({
    table: partition.table,
    partitionKey: { eq: partition.partitionKey },
    rowKey: {},
    filter: isNarrowed ? kinds : filter,
    select,
    maxComparisons,
  });
}

function decodeRaw(table: string, row: EntityPayload): RawEntity {
  return { $kind: undefined, ...decodeTableRow(table, row) };
}

function isOfKind({ kindProperty, kind, rowKeyPrefix }: Schema, row: EntityPayload): boolean {
  if (kindProperty !== undefined) return row[kindProperty] === kind;
  return rowKeyPrefix === undefined || row.RowKey.startsWith(rowKeyPrefix);
}

function unknownKind({ partition, schemas }: State, row: EntityPayload): TableError {
  const names = schemas.map((schema) => schema.name).join(", ");
  return new TableError(
    "entity.wrong-kind",
    `The row (${JSON.stringify(row.PartitionKey)}, ${JSON.stringify(row.RowKey)}) of table ${partition.table} is not one of ${names}. ` +
      `Add its class to the query, or call onUnknownKind("skip") or onUnknownKind("raw").`,
  );
}
