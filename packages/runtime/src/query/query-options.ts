import { type OptionKinds, wholeNumber } from "../errors/check-options.js";
import { type CallOptions, callOptionKinds } from "../rest/connection.js";

/** Options to read one row. */
export interface GetOptions extends CallOptions {
  /** If true, a row that has expired by the `ttl` of the definition is read too. Default false. */
  readonly expired?: boolean | undefined;
}

/** @internal */
export const getOptionKinds: OptionKinds<GetOptions> = { ...callOptionKinds, expired: "boolean" };

/** Options to read a query. `signal` and `timeoutMs` apply to each of its requests. */
export interface QueryOptions extends CallOptions {
  /**
   * Number of responses to request ahead, once the caller wants a second one: 0 or 1. Default 1. More would not help, because each response
   * contains the position of the next one.
   */
  readonly prefetch?: 0 | 1 | undefined;
  /**
   * Maximum number of comparisons in one `$filter`. Default 15, the documented limit; raise it only for a service that accepts more. A
   * longer filter fails with `query.too-many-comparisons`.
   */
  readonly maxComparisons?: number | undefined;
  /**
   * Secret that signs cursors, so that a browser cannot alter them. Default: unsigned. An altered cursor fails with `query.invalid-cursor`.
   */
  readonly cursorKey?: string | Uint8Array | undefined;
  /** If true, the query also reads rows that have expired by the `ttl` of the definition. Default false. */
  readonly expired?: boolean | undefined;
  /**
   * If true, the query also reads rows in its range of keys that are still under the keys of a former definition. They are returned as
   * `migrate` will store them. Such an entity cannot be written before it is moved. Default false.
   */
  readonly formerKeys?: boolean | undefined;
}

/** Options of a scan, such as the partitions to read: all by default. */
export interface ScanOptions extends QueryOptions {
  /** Prefix of the PartitionKeys to read. */
  readonly partitionKeyPrefix?: string;
  /** Range of stored PartitionKeys, from `ge` up to but not including `lt`. */
  readonly partitionKeyRange?: { readonly ge?: string; readonly lt?: string };
  /** Not an option of this scan. Only {@link ParallelScanOptions} has it. */
  readonly parallel?: undefined;
}

/** Options of a query of one partition, such as the rows to read: all by default. */
export interface PartitionRowsOptions extends QueryOptions {
  /** Range of stored RowKeys, from `ge` up to but not including `lt`. */
  readonly rowKeyRange?: { readonly ge?: string; readonly lt?: string };
}

/** Options of `splitKeys`: the keys to divide into ranges. All PartitionKeys of the table by default. */
export interface SplitOptions extends CallOptions {
  /** PartitionKey of a partition. If it is given, the RowKeys of this partition are divided, not the PartitionKeys of the table. */
  readonly partitionKey?: string | undefined;
  /** Key at which the range to divide begins; it is not part of the range. */
  readonly after?: string | undefined;
}

/** Options to scan with several concurrent requests. The rows come in no order. */
export interface ParallelScanOptions extends Omit<ScanOptions, "parallel"> {
  /** Number of requests in flight: 1 to 64. */
  readonly parallel: number;
  /** PartitionKeys at which to split the table. By default the scan first looks up which prefixes of PartitionKeys are in use. */
  readonly splitAt?: readonly string[] | undefined;
}

/** Options to read many partitions, one after the other in their order. */
export interface PartitionsOptions extends QueryOptions {
  /** Maximum number of partitions. Default 1,000. A query of more fails with `query.too-many-partitions` before a request is sent. */
  readonly maxPartitions?: number | undefined;
  /**
   * If true, intervals of time come from the last to the first. If RowKeys begin with a `desc` part, you then get all rows newest first,
   * such as those of one device over many days. The order of shards, and of rows within a partition, stays the same. Default false. A
   * cursor belongs to one direction.
   */
  readonly reverse?: boolean | undefined;
  /** Not an option of this query. Only {@link ParallelPartitionsOptions} has it. */
  readonly parallel?: undefined;
}

/** Options to read many partitions, several concurrently. */
export interface ParallelPartitionsOptions extends Omit<PartitionsOptions, "parallel"> {
  /** Number of requests in flight: 1 to 64. The rows come in no order. */
  readonly parallel: number;
}

export interface ArrayOptions extends CallOptions {
  /** Maximum number of rows. If there are more, the call fails with `query.too-many-rows`. To stop at a number, use `take`. */
  readonly max?: number | undefined;
}

export interface PageOptions extends CallOptions {
  /** Maximum number of rows in one page: 1 to 1,000. Default 1,000. The service may return fewer. */
  readonly size?: number | undefined;
  /** Cursor that came with the previous page, to read the page after it; undefined to begin with the first page. */
  readonly cursor?: string | undefined;
}

/** Page of rows of a query. */
export interface Page<R> {
  readonly items: readonly R[];
  /** Cursor to pass to `page` or `pages` of the same query to continue; undefined after the last page. URL-safe. */
  readonly cursor: string | undefined;
}

/** Plan of a query: the requests that it sends. `explain()` returns it. */
export interface QueryPlan {
  /** Way in which the service finds the rows. The type lists the fastest way first. All but "point" read the whole range that they name. */
  readonly access: "point" | "row range" | "partition scan" | "partitions" | "partition range" | "table scan";
  readonly table: string;
  /**
   * Exact texts of `$filter`, not percent-encoded. There are several if a long list of values (`in`) was split or many partitions are read,
   * and none if no row can match. "" is a request without a filter.
   */
  readonly filters: readonly string[];
  /** Stored names for `$select`; undefined to read all properties. */
  readonly select: readonly string[] | undefined;
  /** Number of comparisons in the longest filter. A number above the limit fails with `query.too-many-comparisons`. */
  readonly comparisons: number;
}

/** Check of the number of requests in flight of a parallel query. @internal */
export const parallelCheck = wholeNumber(1, 64);

/** @internal */
export const queryOptionKinds: OptionKinds<QueryOptions> = {
  ...callOptionKinds,
  prefetch: "number",
  maxComparisons: "number",
  cursorKey: "textOrBytes",
  expired: "boolean",
  formerKeys: "boolean",
};

/** @internal */
export const scanOptionKinds: OptionKinds<Omit<ScanOptions, "parallel">> = {
  ...queryOptionKinds,
  partitionKeyPrefix: "text",
  partitionKeyRange: "object",
};

/** @internal */
export const parallelScanOptionKinds: OptionKinds<ParallelScanOptions> = {
  ...scanOptionKinds,
  parallel: parallelCheck,
  splitAt: "array",
};

/** @internal */
export const partitionsOptionKinds: OptionKinds<PartitionsOptions | ParallelPartitionsOptions> = {
  ...queryOptionKinds,
  maxPartitions: wholeNumber(1),
  reverse: "boolean",
  parallel: parallelCheck,
};

/** @internal */
export const partitionRowsOptionKinds: OptionKinds<PartitionRowsOptions> = {
  ...queryOptionKinds,
  rowKeyRange: "object",
};

/** @internal */
export const splitOptionKinds: OptionKinds<SplitOptions> = { ...callOptionKinds, partitionKey: "text", after: "text" };

/** @internal */
export const keyRangeKinds: OptionKinds<NonNullable<ScanOptions["partitionKeyRange"]>> = { ge: "text", lt: "text" };

/** @internal */
export const arrayOptionKinds: OptionKinds<ArrayOptions> = { ...callOptionKinds, max: wholeNumber(0) };

/** @internal */
export const pageOptionKinds: OptionKinds<PageOptions> = { ...callOptionKinds, size: "number", cursor: "text" };
