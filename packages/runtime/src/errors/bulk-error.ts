import { isTableError, recognizeCopies, TableError } from "./table-error.js";

/** Item of a bulk write that was not written. */
export interface BulkFailure {
  /** Position of the item in the bulk's source, from 0. */
  readonly index: number;
  readonly error: TableError;
}

interface BulkErrorDetails {
  readonly written: number;
  readonly failed: number;
  readonly failures: readonly BulkFailure[];
  readonly outcome: "unknown" | undefined;
  /** Error that ended the bulk early; otherwise the first failure. */
  readonly cause?: unknown;
}

/**
 * Error of an awaited bulk that did not write all items (`bulk.failed`), or of `deleteWhere`, `updateWhere` or `deletePartition`. All other
 * items that the bulk had read were written. The error does not contain the items: find them in your source by `index`. To get every
 * outcome, iterate over the bulk instead.
 */
export class BulkError extends TableError implements BulkErrorDetails {
  static {
    recognizeCopies(BulkError, isBulkError);
  }

  /** Number of items written. */
  readonly written: number;
  /** Number of items that were read but not written. If a bulk ends early, for example by an abort, it reads no more. */
  readonly failed: number;
  /** First failures, at most 10, in the order in which they happened. */
  readonly failures: readonly BulkFailure[];
  readonly #outcome: "unknown" | undefined;

  constructor({ written, failed, failures, outcome, cause }: BulkErrorDetails) {
    const list = failures.map(({ index, error }) => `\n- item ${index}: ${error.message}`).join("");
    const more = failed - failures.length;
    const others = more > 0 ? `\n- and ${more} ${more === 1 ? "other" : "others"}` : "";
    const total = written + failed;
    const endedEarly = cause !== undefined;
    const items = endedEarly ? `the ${total} items read so far` : `${total} items`;
    const what = total === 1 ? "The item was" : `${failed} of ${items} ${failed === 1 ? "was" : "were"}`;
    const unread = endedEarly ? ", and no further item was read" : "";
    const reason = isTableError(cause) ? `: ${cause.message}` : ".";
    const message =
      failed === 0
        ? `The bulk ended after it had written ${total === 1 ? "1 item" : `${total} items`}${reason}`
        : `${what} not written${unread}:${list}${others}`;
    super("bulk.failed", message, { cause: cause ?? failures[0]?.error });
    this.name = "BulkError";
    this.written = written;
    this.failed = failed;
    this.failures = failures;
    this.#outcome = outcome;
  }

  /** `"unknown"` if one of the failed items may have been written after all. */
  override get outcome(): "unknown" | undefined {
    return this.#outcome;
  }
}

/** Returns whether `error` lists items of an awaited bulk that were not written. */
export function isBulkError(error: unknown): error is BulkError {
  return isTableError(error) && error.name === "BulkError";
}
