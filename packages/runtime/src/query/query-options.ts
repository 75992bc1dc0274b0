import { type CallOptions, callOptionForms } from "../connection/connection.js";
import type { OptionForms } from "../errors/check-options.js";

/** How a query is read; `signal` and `timeoutMs` hold for each of its requests. */
export interface QueryOptions extends CallOptions {
  /**
   * Answers to ask for while the one before is consumed, once a second one was wanted: 1, the default, or 0.
   * More would add nothing, since each answer tells where the next one begins.
   */
  readonly prefetch?: 0 | 1 | undefined;
  /** Comparisons of one `$filter`, where the service takes more than the documented 15. */
  readonly maxComparisons?: number | undefined;
  /** Signs cursors, so that they can be handed to a browser and come back unaltered. */
  readonly cursorKey?: string | Uint8Array | undefined;
}

/** Which partitions a scan reads; all of them unless it says so. */
export interface ScanOptions extends QueryOptions {
  /** PartitionKeys that begin with this text. */
  readonly partitionKeyPrefix?: string;
  /** PartitionKeys from `ge` up to but not including `lt`, as they are stored. */
  readonly partitionKeyRange?: { readonly ge?: string; readonly lt?: string };
  /** Only on scans in parallel, where there is no order to page by. */
  readonly parallel?: undefined;
}

export interface ParallelScanOptions extends Omit<ScanOptions, "parallel"> {
  /** Answers under way at a time: 1 to 64. */
  readonly parallel: number;
  /** PartitionKeys at which the table is split. Without them the leading characters in use are looked up first. */
  readonly splitAt?: readonly string[] | undefined;
}

export interface ArrayOptions extends CallOptions {
  /** More rows than this are refused with `query.too-many-rows`, rather than cut off. */
  readonly max?: number | undefined;
}

export interface PageOptions extends CallOptions {
  /** Rows of one page at most, 1 to 1,000; the service may answer with fewer. */
  readonly size?: number | undefined;
  /** Goes on after the page that gave this cursor. */
  readonly cursor?: string | undefined;
}

/** One answer of a query. */
export interface Page<R> {
  readonly items: readonly R[];
  /** For `page` and `pages` of the same query, to go on after this page; undefined after the last one. URL-safe. */
  readonly cursor: string | undefined;
}

/** What a query will ask of the service. */
export interface QueryPlan {
  /** How the service finds the rows, the fastest first. All but a point read through what they name. */
  readonly access: "point" | "row range" | "partition scan" | "partition range" | "table scan";
  readonly table: string;
  /** The exact `$filter`, not percent-encoded: several where an `in` was split, none where nothing can match, "" for no filter. */
  readonly filters: readonly string[];
  /** Stored names; undefined for all. */
  readonly select: readonly string[] | undefined;
  /** Most comparisons of one filter. Above the limit the query is refused with `query.too-many-comparisons`. */
  readonly comparisons: number;
}

export const queryOptionForms: OptionForms<QueryOptions> = {
  ...callOptionForms,
  prefetch: "number",
  maxComparisons: "number",
  cursorKey: "textOrBytes",
};

export const scanOptionForms: OptionForms<Omit<ScanOptions, "parallel">> = {
  ...queryOptionForms,
  partitionKeyPrefix: "any",
  partitionKeyRange: "any",
};

export const parallelScanOptionForms: OptionForms<ParallelScanOptions> = {
  ...scanOptionForms,
  parallel: "any",
  splitAt: "array",
};

export const partitionKeyRangeForms: OptionForms<NonNullable<ScanOptions["partitionKeyRange"]>> = {
  ge: "any",
  lt: "any",
};

export const arrayOptionForms: OptionForms<ArrayOptions> = { ...callOptionForms, max: "any" };

export const pageOptionForms: OptionForms<PageOptions> = { ...callOptionForms, size: "any", cursor: "any" };
