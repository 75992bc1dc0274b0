import { decodeEntity } from "../codec/decode/decode-entity.js";
import { compileProjection, type Projection } from "../codec/decode/decode-projection.js";
import { decodeUnrequestedRow, unrequestedRowError } from "../codec/decode/requested-row.js";
import { identityCheck, identityNames } from "../codec/decode/row-identity.js";
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
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes, Partition, Stored } from "../schema/entity-types.js";
import { kindFilter, rowKeysOfKind, rowsInScope } from "./key-scope.js";
import {
  checkSelected,
  type KindsWhere,
  kindNames,
  type SelectedOfKinds,
  type SharedSelectable,
  sharedProperties,
  type TypesOf,
} from "./kinds/shared-properties.js";
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
export interface KindsQuery<R, T extends EntityTypes = EntityTypes> extends PagedRows<R> {
  /**
   * Keeps the rows that meet all these conditions, on properties that all kinds have with the same type.
   * ```ts
   * partition.query(Order, OrderLine).where({ orderNo: 7 })
   * // $filter: PartitionKey eq 'cust!C1' and orderNo eq 7
   * ```
   * @throws TableError `query.*`, `value.*` naming the kinds, the property and the operator
   */
  where(condition: KindsWhere<T>): KindsQuery<R, T>;
  /**
   * Reads only these properties, which all kinds have with the same type, and what tells the kinds apart. The rows are plain
   * objects of these names, `$kind` and `$etag`.
   * ```ts
   * partition.query(Order, OrderLine).select("orderNo")
   * // $filter: PartitionKey eq 'cust!C1'
   * ```
   * @throws TableError `query.unknown-property`
   */
  select<K extends SharedSelectable<T>>(...names: readonly K[]): KindsQuery<SelectedOfKinds<T, K>, T>;
  /** Reads at most this many rows in total: a whole number of at least 0. @throws TableError `query.invalid-option` */
  take(rows: number): KindsQuery<R, T>;
  /** Sets options of the query. @throws TableError `query.invalid-option` */
  with(options: QueryOptions): KindsQuery<R, T>;
  /**
   * What to do with a row of another kind. Default: `"throw"`, which fails with `entity.wrong-kind`, but skips the rows of the indexes
   * that these entities have.
   */
  onUnknownKind<H extends OnUnknownKind>(handling: H): KindsQuery<R | (H extends "raw" ? RawEntity : never), T>;
}

/** The rows of these kinds in one partition. */
export function createPartitionQuery<Scope extends string, C extends ScopedClass<Scope>>(
  connection: Connection,
  given: Partition<Scope>,
  classes: readonly C[],
  options: QueryOptions = {},
): KindsQuery<EntityOf<C>, TypesOf<C>> {
  if (classes.length === 0)
    throw new TableError("query.invalid-option", "A query of a partition needs at least one class.");
  const partition = partitionIn(connection, given);
  checkKey(partition.table, "PartitionKey", partition.partitionKey, connection.limits);
  const schemas = classes.map((entity) => schemaIn(connection, schemaOf(entity) as unknown as Schema));
  for (const { name, scope } of schemas) {
    if (scope === partition.scope) continue;
    throw new TableError("query.invalid-option", `${name} lives in ${scope}, not in ${partition.scope}.`);
  }
  return new KindsQueryOf<EntityOf<C>>({
    connection,
    partition,
    schemas,
    options,
    filter: true,
    projections: undefined,
    limit: undefined,
    onUnknownKind: "throw",
  }) as unknown as KindsQuery<EntityOf<C>, TypesOf<C>>;
}

type Schema = EntitySchema<EntityTypes>;

interface State {
  readonly connection: Connection;
  readonly partition: Partition<string>;
  readonly schemas: readonly Schema[];
  readonly options: QueryOptions;
  readonly filter: Filter;
  /** What `select` reads of each kind. */
  readonly projections: ReadonlyMap<Schema, Projection> | undefined;
  readonly limit: number | undefined;
  readonly onUnknownKind: OnUnknownKind;
}

/** Its public interface differs in types alone. */
class KindsQueryOf<R> extends SourceRows<R> {
  readonly #state: State;

  constructor(state: State) {
    super(sourceOf(state, false) as RowSource<R>);
    this.#state = state;
  }

  where(condition: object): KindsQueryOf<R> {
    const { schemas, filter } = this.#state;
    const shared = { name: kindNames(schemas), properties: sharedProperties(schemas) };
    return this.#with({ filter: and([filter, filterOfWhere(shared, condition)]) });
  }

  select(...names: readonly string[]): KindsQueryOf<Record<string, unknown>> {
    const { schemas } = this.#state;
    checkSelected(schemas, names);
    return this.#with({ projections: new Map(schemas.map((schema) => [schema, compileProjection(schema, names)])) });
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

/** Rows that are only counted are told apart, not decoded. */
function sourceOf(state: State, isCounted: boolean): RowSource<unknown> {
  const { connection, partition, schemas, projections, options, limit, onUnknownKind } = state;
  const isInScope = rowsInScope({ eq: partition.partitionKey }, {});
  const entries = schemas.flatMap(({ indexes = [] }) => indexes.map(({ entry }) => entry));
  const checks = new Map(schemas.map((schema) => [schema, identityCheck(schema)]));
  const decode = (payload: EntityPayload) => {
    const schema = schemas.find((candidate) => isOfKind(candidate, payload));
    if (schema !== undefined && isCounted) {
      checks.get(schema)?.(payload, connection.onMismatch);
      return payload;
    }
    if (schema !== undefined) {
      const selected = projections?.get(schema)?.decode(payload, true, connection.onMismatch);
      if (selected === undefined) return decodeEntity(schema, payload, true, connection.onMismatch);
      return Object.assign(selected, { $kind: schema.kind });
    }
    if (onUnknownKind === "skip") return undefined;
    if (onUnknownKind === "throw" && entries.some((entry) => isOfKind(entry, payload))) return undefined;
    if (onUnknownKind === "throw") throw unknownKind(state, payload);
    return isCounted ? payload : decodeRaw(partition.table, payload);
  };
  let plan: QueryPlan | undefined;
  return {
    connection,
    options,
    limit,
    metadata: isCounted ? "none" : "minimal",
    isExact:
      !isCounted &&
      (onUnknownKind === "raw" || (projections === undefined && schemas.some((schema) => schema.keepsUnknown))),
    isRequested: isInScope,
    get plan() {
      plan ??= planOf(state, isCounted);
      return plan;
    },
    decode(row) {
      if (isInScope(row)) return decode(row);
      const entity = schemas.find((candidate) => isOfKind(candidate, row))?.name ?? partition.table;
      const error = unrequestedRowError(entity, row, queryText(partition.table, this.plan.filters));
      return decodeUnrequestedRow(error, row, undefined, connection.onMismatch, () => decode(row));
    },
    counted: () => sourceOf(state, true),
  };
}

function planOf(state: State, isCounted: boolean): QueryPlan {
  const { connection, partition, schemas, projections, options, filter, onUnknownKind } = state;
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
    select: isCounted
      ? [...new Set(schemas.flatMap(identityNames))]
      : projections && [...new Set([...projections.values()].flatMap(({ select }) => select))],
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
