import type { CallOptions } from "../connection/connection.js";
import type { EntityTypes, ETag } from "../schema/entity-types.js";
import type { ArrayOptions, Page, PageOptions, QueryPlan } from "./query-options.js";

/** Rows without an order: what every query can be asked for. Iterating reads answer by answer; `break` ends it. */
export interface Rows<R> {
  [Symbol.asyncIterator](): AsyncIterator<R>;
  /** The first row, or undefined; asks for one row. */
  first(options?: CallOptions): Promise<R | undefined>;
  /** @throws TableError `query.not-found` where no row matches */
  firstOrThrow(options?: CallOptions): Promise<R>;
  /** All rows. @throws TableError `query.too-many-rows` where there are more than `max` */
  toArray(options?: ArrayOptions): Promise<R[]>;
  /** The number of rows: the service cannot count, so their keys are read. */
  count(options?: CallOptions): Promise<number>;
  /** Whether there is a row; asks for one key. */
  exists(options?: CallOptions): Promise<boolean>;
  /** What will be asked of the service, without asking it. */
  explain(): QueryPlan;
}

/** Rows in the order of their keys (on Cosmos in none), which can be read page by page. */
export interface PagedRows<R> extends Rows<R> {
  /** One page, to be continued by its cursor; empty only where nothing is left. */
  page(options?: PageOptions): Promise<Page<R>>;
  /** Page after page; none of them is empty. */
  pages(options?: PageOptions): AsyncIterable<Page<R>>;
}

/** What `select` gives: plain objects. A property that the row lacks is absent. */
export type Selected<T extends EntityTypes, K extends keyof T["entity"]> = Pick<T["entity"], K> & {
  readonly $etag: ETag;
};

/** A query of one entity. Immutable: each method gives a new one, and nothing is sent before rows are asked for. */
export interface Query<T extends EntityTypes, R> extends PagedRows<R> {
  /**
   * Only rows that fulfil all of these, and those of earlier calls. A row that lacks a property fulfils no comparison of
   * it, `ne` included, also where reading it fills in a default. Where a condition says what a whole key equals, that one
   * row is read.
   * @throws TableError `query.*`, `value.*` naming entity, property and operator; undefined is refused, never dropped
   */
  where(condition: T["where"]): Query<T, R>;
  /** Reads only these properties. */
  select<K extends T["selectable"] & keyof T["entity"]>(...names: readonly K[]): Query<T, Selected<T, K>>;
  /** At most this many rows in total. */
  take(rows: number): Query<T, R>;
  /** Leaves ETags and type annotations out of the answers: a fifth less to transfer and to parse. No row has an `$etag` then. */
  metadata(level: "none"): QueryWithoutETag<T, Omit<R, "$etag">>;
}

/** A query after `metadata("none")`: what `select` gives has no `$etag` either. */
export interface QueryWithoutETag<T extends EntityTypes, R> extends PagedRows<R> {
  where(condition: T["where"]): QueryWithoutETag<T, R>;
  select<K extends T["selectable"] & keyof T["entity"]>(
    ...names: readonly K[]
  ): QueryWithoutETag<T, Pick<T["entity"], K>>;
  take(rows: number): QueryWithoutETag<T, R>;
}

/** A query of one entity's rows in one partition. */
export interface PartitionQuery<T extends EntityTypes> extends Query<T, T["entity"]> {
  /** Narrows the query to a range of RowKeys, which the service seeks. */
  readonly rowKey: RowKeyQuery<T>;
}

export interface RowKeyQuery<T extends EntityTypes> {
  eq(rowKey: T["rowKey"]): Query<T, T["entity"]>;
  /** Leading parts of the RowKey, left to right. */
  startsWith(prefix: T["rowKeyPrefix"]): Query<T, T["entity"]>;
  /** Leading parts of the RowKey, the last of them a range in the property's own order. */
  between(range: T["rowKeyRange"]): Query<T, T["entity"]>;
}

/** A query whose rows come from several requests at a time: in no order, so without pages. */
export interface ParallelQuery<T extends EntityTypes, R> extends Rows<R> {
  where(condition: T["where"]): ParallelQuery<T, R>;
  select<K extends T["selectable"] & keyof T["entity"]>(...names: readonly K[]): ParallelQuery<T, Selected<T, K>>;
  take(rows: number): ParallelQuery<T, R>;
  metadata(level: "none"): ParallelQueryWithoutETag<T, Omit<R, "$etag">>;
}

/** The same after `metadata("none")`. */
export interface ParallelQueryWithoutETag<T extends EntityTypes, R> extends Rows<R> {
  where(condition: T["where"]): ParallelQueryWithoutETag<T, R>;
  select<K extends T["selectable"] & keyof T["entity"]>(
    ...names: readonly K[]
  ): ParallelQueryWithoutETag<T, Pick<T["entity"], K>>;
  take(rows: number): ParallelQueryWithoutETag<T, R>;
}
