import { type CallOptions, callOptionForms } from "../connection/connection.js";
import type { OptionForms } from "../errors/check-options.js";

/** How to read a query. `signal` and `timeoutMs` apply to each of its requests. */
export interface QueryOptions extends CallOptions {
  /**
   * Responses to request ahead, once a second response was read: 0 or 1. Default 1. A higher number would not help,
   * since each response contains the position of the next one.
   */
  readonly prefetch?: 0 | 1 | undefined;
  /**
   * The maximum number of comparisons in one `$filter`. Default 15, the documented limit; raise it only for a service that
   * accepts more. A longer filter is `query.too-many-comparisons`.
   */
  readonly maxComparisons?: number | undefined;
  /**
   * The secret that signs cursors, so that a browser cannot alter them. Default: unsigned. An altered cursor is
   * `query.invalid-cursor`.
   */
  readonly cursorKey?: string | Uint8Array | undefined;
}

/** Which partitions a scan reads: all by default. */
export interface ScanOptions extends QueryOptions {
  /** PartitionKeys that start with this text. */
  readonly partitionKeyPrefix?: string;
  /** Stored PartitionKeys from `ge` up to but not including `lt`. */
  readonly partitionKeyRange?: { readonly ge?: string; readonly lt?: string };
  /** Set on parallel scans only. */
  readonly parallel?: undefined;
}

/** Which rows of a partition a query reads: all by default. */
export interface PartitionRowsOptions extends QueryOptions {
  /** Stored RowKeys from `ge` up to but not including `lt`. */
  readonly rowKeyRange?: { readonly ge?: string; readonly lt?: string };
}

/** Which keys to divide: all PartitionKeys by default. */
export interface SplitOptions extends CallOptions {
  /** Divides the RowKeys of this partition instead. */
  readonly partitionKey?: string | undefined;
  /** Divides only the keys after this one. */
  readonly after?: string | undefined;
}

/** How to scan with several requests at a time: the rows come in no order. */
export interface ParallelScanOptions extends Omit<ScanOptions, "parallel"> {
  /** Requests in flight at a time: 1 to 64. */
  readonly parallel: number;
  /** PartitionKeys at which to split the table. By default the scan first looks up which prefixes are in use. */
  readonly splitAt?: readonly string[] | undefined;
}

/** How to read many partitions, which come one after the other in their order. */
export interface PartitionsOptions extends QueryOptions {
  /** The maximum number of partitions. Default 1,000. More are `query.too-many-partitions`, before a request is sent. */
  readonly maxPartitions?: number | undefined;
  /**
   * Reads stretches of time from the last to the first: with RowKeys that begin with a `desc` part, the rows of a device come newest
   * first. The rows of each partition keep their order, and so do shards. Default false. A cursor belongs to one direction.
   */
  readonly reverse?: boolean | undefined;
  /** Set on queries in parallel only. */
  readonly parallel?: undefined;
}

/** How to read many partitions, several at a time. */
export interface ParallelPartitionsOptions extends Omit<PartitionsOptions, "parallel"> {
  /** Requests in flight at a time: 1 to 64. The rows come in no order. */
  readonly parallel: number;
}

export interface ArrayOptions extends CallOptions {
  /** The maximum number of rows. More rows are `query.too-many-rows`; use `take` to stop at a number instead. */
  readonly max?: number | undefined;
}

export interface PageOptions extends CallOptions {
  /** The maximum number of rows in one page: 1 to 1,000, the default. The service may return fewer. */
  readonly size?: number | undefined;
  /** Continues after the page with this cursor. */
  readonly cursor?: string | undefined;
}

/** Some rows of a query. */
export interface Page<R> {
  readonly items: readonly R[];
  /** Pass it to `page` or `pages` of the same query to continue; undefined after the last page. URL-safe. */
  readonly cursor: string | undefined;
}

/** The requests of a query. */
export interface QueryPlan {
  /** How the service finds the rows, the fastest way first. All but "point" read through the range that they name. */
  readonly access: "point" | "row range" | "partition scan" | "partitions" | "partition range" | "table scan";
  readonly table: string;
  /** Each exact `$filter`, not percent-encoded: several if an `in` was split or many partitions are read, none if no row can match, "" for no filter. */
  readonly filters: readonly string[];
  /** Stored names; undefined for all. */
  readonly select: readonly string[] | undefined;
  /** The comparisons of the longest filter. More than the limit are `query.too-many-comparisons`. */
  readonly comparisons: number;
}

/** @internal */
export const queryOptionForms: OptionForms<QueryOptions> = {
  ...callOptionForms,
  prefetch: "number",
  maxComparisons: "number",
  cursorKey: "textOrBytes",
};

/** @internal */
export const scanOptionForms: OptionForms<Omit<ScanOptions, "parallel">> = {
  ...queryOptionForms,
  partitionKeyPrefix: "any",
  partitionKeyRange: "any",
};

/** @internal */
export const parallelScanOptionForms: OptionForms<ParallelScanOptions> = {
  ...scanOptionForms,
  parallel: "any",
  splitAt: "array",
};

/** @internal */
export const partitionsOptionForms: OptionForms<PartitionsOptions | ParallelPartitionsOptions> = {
  ...queryOptionForms,
  maxPartitions: "any",
  reverse: "boolean",
  parallel: "any",
};

/** @internal */
export const partitionRowsOptionForms: OptionForms<PartitionRowsOptions> = { ...queryOptionForms, rowKeyRange: "any" };

/** @internal */
export const splitOptionForms: OptionForms<SplitOptions> = { ...callOptionForms, partitionKey: "any", after: "any" };

/** @internal */
export const keyRangeForms: OptionForms<NonNullable<ScanOptions["partitionKeyRange"]>> = {
  ge: "any",
  lt: "any",
};

/** @internal */
export const arrayOptionForms: OptionForms<ArrayOptions> = { ...callOptionForms, max: "any" };

/** @internal */
export const pageOptionForms: OptionForms<PageOptions> = { ...callOptionForms, size: "any", cursor: "any" };
