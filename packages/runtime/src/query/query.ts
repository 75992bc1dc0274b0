import type { CallOptions } from "../rest/connection.js";
import type { EntityTypes } from "../schema/entity-schema.js";
import type { ArrayOptions, Page, PageOptions, QueryPlan } from "./query-options.js";

/** Rows that a query finds, in no particular order. Iterating reads one response after another; `break` stops reading. */
export interface Rows<R> {
  /**
   * Reads the rows, one response after another.
   * ```ts
   * for await (const order of orders.query({ customerId: "C1" })) console.log(order.total);
   * ```
   */
  [Symbol.asyncIterator](): AsyncIterator<R>;
  /**
   * Reads the first row, or returns undefined if none matches. Requests one row.
   * ```ts
   * const newest = await orders.query({ customerId: "C1" }).first(); // undefined if there is none
   * ```
   */
  first(options?: CallOptions): Promise<R | undefined>;
  /**
   * Reads the first row.
   * ```ts
   * const newest = await orders.query({ customerId: "C1" }).firstOrThrow();
   * ```
   * @throws TableError `query.not-found` if no row matches
   */
  firstOrThrow(options?: CallOptions): Promise<R>;
  /**
   * Reads all rows.
   * ```ts
   * const all = await orders.query({ customerId: "C1" }).toArray({ max: 1000 });
   * ```
   * @throws TableError `query.too-many-rows` if there are more than `max`
   */
  toArray(options?: ArrayOptions): Promise<R[]>;
  /**
   * Counts the rows. The service cannot count, so this reads the key of every row.
   * ```ts
   * const unpaid = await orders.query({ customerId: "C1" }).where({ paid: false }).count();
   * ```
   */
  count(options?: CallOptions): Promise<number>;
  /**
   * Returns whether any row matches. Requests the keys of one row.
   * ```ts
   * const hasOrders = await orders.query({ customerId: "C1" }).exists();
   * ```
   */
  exists(options?: CallOptions): Promise<boolean>;
  /**
   * Returns the plan of the query without sending a request.
   * ```ts
   * const { access, filters } = orders.query({ customerId: "C1" }).explain();
   * ```
   */
  explain(): QueryPlan;
}

/**
 * Rows in the order of their keys, which can be read page by page. Cosmos DB returns them in no order. If an `in` is too long for one
 * `$filter`, several filters are read one after the other (`explain().filters`), and rows are in order only within each.
 */
export interface PagedRows<R> extends Rows<R> {
  /**
   * Reads one page. To read the next one, pass its cursor. A page is empty only if no row is left.
   * ```ts
   * const { items, cursor } = await orders.query({ customerId: "C1" }).page({ size: 50 });
   * const next = await orders.query({ customerId: "C1" }).page({ size: 50, cursor });
   * ```
   * @throws TableError `query.invalid-cursor` for a cursor of another query
   */
  page(options?: PageOptions): Promise<Page<R>>;
  /**
   * Reads page after page, none of them empty.
   * ```ts
   * for await (const { items } of orders.query({ customerId: "C1" }).pages({ size: 500 })) console.log(items.length);
   * ```
   */
  pages(options?: PageOptions): AsyncIterable<Page<R>>;
}

/**
 * Row of a query with `select`: a plain object of these properties. If the row lacks a property, so does the object. Because of the
 * intersection with `{}`, editors show the properties in place of the name `Selected`.
 */
export type Selected<T extends EntityTypes, K extends string> = {
  [P in K]: T["entity"][P & keyof T["entity"]];
} & {};

/**
 * `"$etag"` if the rows of a query have ETags, otherwise `never`. It is a conditional type, because `keyof` of all properties takes the
 * compiler more time.
 */
type ETagOf<R> = R extends Tagged ? "$etag" : never;

interface Tagged {
  readonly $etag: unknown;
}

/** Query of the rows of one entity class. It is immutable: each method returns a new query, and no request is sent before rows are read. */
export interface Query<T extends EntityTypes, R> extends PagedRows<R> {
  /**
   * Keeps the rows that meet all these conditions, and those of earlier calls.
   * ```ts
   * orders.query({ customerId: "C1" }).where({ paid: true, total: { gt: 5 } })
   * // $filter: PartitionKey eq 'cust!C1' and RowKey ge 'order!' and RowKey lt 'order"' and paid eq true and total gt 5.0
   * ```
   * A row that lacks a property meets no condition on that property: not even `ne`, and not even a condition that the property's default
   * would meet. A condition with `eq`, `in` or a range on a property at the beginning of a key becomes a condition on the key, because the
   * service finds keys without a scan:
   * ```ts
   * orders.scan().where({ customerId: "C1", note: "x" })
   * // $filter: PartitionKey eq 'cust!C1' and RowKey ge 'order!' and RowKey lt 'order"' and note eq 'x'
   * ```
   * @throws TableError `query.*`, `value.*` naming entity, property and operator; `query.undefined-value` for undefined
   */
  where(condition: T["where"]): this;
  /**
   * Reads only these properties, by `$select`. The keys and the kind are requested too, because they show whether a row is of this entity
   * class. `$timestamp`, the time at which the service last wrote the row, can be selected too.
   * ```ts
   * orders.query({ customerId: "C1" }).select("total", "paid")
   * // $filter: PartitionKey eq 'cust!C1' and RowKey ge 'order!' and RowKey lt 'order"'
   * ```
   * @throws TableError `query.unknown-property`
   */
  select<K extends T["selectable"] | "$timestamp">(...names: readonly K[]): Query<T, Selected<T, K | ETagOf<R>>>;
  /**
   * Reads at most this many rows in total: a whole number of at least 0. It is sent as `$top`, on Storage at most 1,000 per request.
   * ```ts
   * orders.query({ customerId: "C1" }).take(5)
   * // $filter: PartitionKey eq 'cust!C1' and RowKey ge 'order!' and RowKey lt 'order"'
   * ```
   * @throws TableError `query.invalid-option`
   */
  take(rows: number): Query<T, R>;
  /**
   * Leaves ETags and type annotations out of the responses, which makes them a fifth smaller. The rows have no `$etag`.
   * ```ts
   * orders.query({ customerId: "C1" }).metadata("none")
   * // $filter: PartitionKey eq 'cust!C1' and RowKey ge 'order!' and RowKey lt 'order"'
   * ```
   * @see https://learn.microsoft.com/rest/api/storageservices/payload-format-for-table-service-operations
   */
  metadata(level: "none"): Query<T, Omit<R, "$etag">>;
}

/** Query of the rows of one entity class in one partition. */
export interface PartitionQuery<T extends EntityTypes> extends Query<T, T["entity"]> {
  /**
   * Narrows the query to a range of RowKeys, before or after `where`. The service then seeks the range instead of reading the whole
   * partition.
   */
  readonly rowKey: RowKeyQuery<T, Query<T, T["entity"]>>;
}

/** Methods that narrow a query of type `Q` to a range of RowKeys. */
export interface RowKeyQuery<T extends EntityTypes, Q> {
  /**
   * Reads one RowKey.
   * ```ts
   * orders.query({ customerId: "C1" }).rowKey.eq({ placedAt: new Date("2024-01-01T00:00:00Z"), orderNo: 7 })
   * // $filter: PartitionKey eq 'cust!C1' and RowKey eq 'order!2516982335999999999!0000000007'
   * ```
   */
  eq(rowKey: T["rowKey"]): Q;
  /**
   * Reads RowKeys that start with these parts, left to right.
   * ```ts
   * orders.query({ customerId: "C1" }).rowKey.startsWith({ placedAt: new Date("2024-01-01T00:00:00Z") })
   * // $filter: PartitionKey eq 'cust!C1' and RowKey ge 'order!2516982335999999999!' and RowKey lt 'order!2516982335999999999"'
   * ```
   * ```ts
   * orders.query({ customerId: "C1" }).where({ paid: true }).rowKey.startsWith({})
   * // $filter: PartitionKey eq 'cust!C1' and RowKey ge 'order!' and RowKey lt 'order"' and paid eq true
   * ```
   */
  startsWith(prefix: T["rowKeyPrefix"]): Q;
  /**
   * Reads RowKeys that start with these parts. The last part is a range in the property's own order.
   * ```ts
   * orders.query({ customerId: "C1" }).rowKey.between({ placedAt: { ge: new Date("2024-01-01T00:00:00Z") } })
   * // $filter: PartitionKey eq 'cust!C1' and RowKey ge 'order!' and RowKey lt 'order!251698233599999999:'
   * ```
   */
  between(range: T["rowKeyRange"]): Q;
}

/**
 * Query of whole entities of `T`, which `deleteWhere` and `updateWhere` accept. For any other query this type is a sentence, which the
 * compiler shows as its message.
 */
export type DeletableQuery<T extends EntityTypes, Q, Method extends string = "deleteWhere"> = Q extends
  | Query<T, T["entity"]>
  | ParallelQuery<T, T["entity"]>
  ? Q
  : `✗ ${Method} takes a query of ${T["name"]} without select or metadata`;

/** Query whose rows come from several concurrent requests: in no order, so without pages. */
export interface ParallelQuery<T extends EntityTypes, R> extends Rows<R> {
  /** Keeps the rows that meet all these conditions and all conditions of earlier calls. @see {@link Query.where} */
  where(condition: T["where"]): ParallelQuery<T, R>;
  /** Reads only these properties. @see {@link Query.select} */
  select<K extends T["selectable"] | "$timestamp">(
    ...names: readonly K[]
  ): ParallelQuery<T, Selected<T, K | ETagOf<R>>>;
  /** Reads at most this many rows in total, whichever arrive first. @see {@link Query.take} */
  take(rows: number): ParallelQuery<T, R>;
  /** Reads responses without ETags and type annotations. @see {@link Query.metadata} */
  metadata(level: "none"): ParallelQuery<T, Omit<R, "$etag">>;
}

/**
 * Values of the PartitionKey for `queryPartitions`. A date may be a range. If you leave out a property that determines the shard, all
 * shards are read.
 */
export type PartitionsOf<T extends EntityTypes> = T extends { readonly partitions: infer Given }
  ? Given
  : `✗ the PartitionKey of ${T["name"]} has no part such as .month or .shard(16)`;
