import type { TableRow } from "../codec/rows/table-row.js";
import { type CallOptions, callOptionForms } from "../connection/connection.js";
import type { OptionForms } from "../errors/check-options.js";
import type { TableError } from "../errors/table-error.js";
import type { EntityTypes, ETag } from "../schema/entity-types.js";

/** One write of a bulk. Its name is that of the entity client's method. */
export type BulkItem<T extends EntityTypes> =
  | ({ readonly insert: T["init"] } & Unconditional)
  | ({ readonly insertOrMerge: T["init"] } & Unconditional)
  | ({ readonly insertOrReplace: T["init"] } & Unconditional)
  | BulkReplace<T>
  | BulkMerge<T>
  | BulkDelete<T>;

/** These operations have no condition: the service would not check it. */
interface Unconditional {
  readonly ifMatch?: never;
  readonly changes?: never;
}

export interface BulkReplace<T extends EntityTypes> extends BulkCondition {
  readonly replace: T["init"];
  readonly changes?: never;
}

export interface BulkMerge<T extends EntityTypes> extends BulkCondition {
  readonly merge: T["key"];
  readonly changes: T["merge"];
}

export interface BulkDelete<T extends EntityTypes> extends BulkCondition {
  readonly delete: T["key"];
  readonly changes?: never;
}

interface BulkCondition {
  /** The ETag of the row as it was read, or `"*"` to write whatever the row holds now. */
  readonly ifMatch: ETag | "*";
}

/** One write of a bulk of rows without a definition. Its name is that of the table client's method. */
export type TableBulkItem =
  | { readonly insert: TableRow }
  | { readonly insertOrMerge: TableRow }
  | { readonly insertOrReplace: TableRow };

/** The items of a bulk. Arrays stand on their own, so that the compiler names the item and the property that is wrong. */
export type BulkInput<Item> = readonly Item[] | Iterable<Item> | AsyncIterable<Item>;

/** What became of one item. */
export type BulkOutcome<Item> = BulkItemWritten<Item> | BulkItemFailed<Item>;

/** An item that was written. */
export interface BulkItemWritten<Item> {
  readonly ok: true;
  /** Position of the item in the source, from 0. */
  readonly index: number;
  readonly item: Item;
  /** The row's new ETag; undefined for a delete. */
  readonly $etag: ETag | undefined;
  /**
   * For a delete, whether the row existed: a missing row is not a failure. Where an attempt got no usable response, true for a row that is
   * gone, whoever deleted it. Undefined for other writes.
   */
  readonly existed: boolean | undefined;
}

/** An item that was not written, or whose outcome is unknown. */
export interface BulkItemFailed<Item> {
  readonly ok: false;
  /** Position of the item in the source, from 0. */
  readonly index: number;
  readonly item: Item;
  /** Its `outcome` is `"unknown"` if the item may have been written all the same. */
  readonly error: TableError;
}

/** The result of awaiting a bulk. */
export interface BulkCounts {
  /** Items that were written: all of them, because a single failed one rejects with `bulk.failed`. */
  readonly written: number;
}

/**
 * A bulk that has not started. Iterate over it or await it, once, to start it; until then nothing is written. An async
 * function that returns it awaits it.
 */
export interface Bulk<Item>
  extends AsyncIterator<BulkOutcome<Item>, void>,
    AsyncIterable<BulkOutcome<Item>>,
    PromiseLike<BulkCounts> {}

/** How far a bulk is. */
export interface BulkProgress {
  /** Items with an outcome, failed ones included. */
  readonly done: number;
  readonly failed: number;
}

export interface BulkOptions extends CallOptions {
  /**
   * Maximum number of requests in flight, each to a different partition. Default 8.
   * @throws TableError `config.invalid-option` unless it is a whole number of at least 1
   */
  readonly concurrency?: number | undefined;
  /** Called after every request. An error that it throws, or that its promise rejects with, ends the bulk. */
  readonly onProgress?: ((progress: BulkProgress) => void) | undefined;
}

export const bulkOptionForms: OptionForms<BulkOptions> = {
  ...callOptionForms,
  concurrency: "any",
  onProgress: "function",
};
