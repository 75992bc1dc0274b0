import { type CallOptions, callOptionForms } from "../connection/connection.js";
import type { OptionForms } from "../errors/check-options.js";
import type { TableError } from "../errors/table-error.js";
import type { EntityTypes, ETag } from "../schema/entity-types.js";

/** One write of a bulk, named as the method of the entity client that does the same. */
export type BulkItem<T extends EntityTypes> =
  | { readonly insert: T["init"] }
  | { readonly insertOrMerge: T["init"] }
  | { readonly insertOrReplace: T["init"] }
  | { readonly replace: T["init"]; readonly ifMatch: ETag | "*" }
  | { readonly merge: T["key"]; readonly changes: T["merge"]; readonly ifMatch: ETag | "*" }
  | { readonly delete: T["key"]; readonly ifMatch: ETag | "*" };

/** What became of one item. */
export type BulkOutcome<Item> =
  | {
      readonly ok: true;
      /** Position of the item in the source, from 0. */
      readonly index: number;
      readonly item: Item;
      /** The row's new ETag; undefined of a delete. */
      readonly $etag: ETag | undefined;
      /** Of a delete, whether the row was there: its absence is no failure. Undefined of other writes. */
      readonly existed: boolean | undefined;
    }
  | {
      readonly ok: false;
      readonly index: number;
      readonly item: Item;
      /** Its `outcome` is `"unknown"` where the item may have been written all the same. */
      readonly error: TableError;
    };

/** What came of a bulk that was awaited. */
export interface BulkCounts {
  /** Items that were written: all of the source, since one that was not is a `bulk.failed`. */
  readonly written: number;
}

/**
 * A bulk that has not begun: iterating over it, or awaiting it, begins it, and can be done once. Without either nothing is written.
 * An async function that returns it awaits it.
 */
export interface Bulk<Item> extends AsyncIterableIterator<BulkOutcome<Item>, void>, PromiseLike<BulkCounts> {}

export interface BulkProgress {
  /** Items with an outcome, failed ones included. */
  readonly done: number;
  readonly failed: number;
}

export interface BulkOptions extends CallOptions {
  /** Requests under way at a time, each to a partition of its own; 8 unless told otherwise. */
  readonly concurrency?: number | undefined;
  /** Called after every request. What it throws, or what a promise of its rejects with, ends the bulk. */
  readonly onProgress?: ((progress: BulkProgress) => void) | undefined;
}

export const bulkOptionForms: OptionForms<BulkOptions> = {
  ...callOptionForms,
  concurrency: "any",
  onProgress: "function",
};
