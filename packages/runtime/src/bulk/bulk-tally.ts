import { BulkError, type BulkFailure } from "../errors/bulk-error.js";
import { type AmbiguousAttempt, RequestError } from "../errors/call-errors.js";
import { isOutcomeUnknown, TableError } from "../errors/table-error.js";
import { isThenable } from "../platform/built-ins.js";
import type { BulkOptions, BulkOutcome } from "./bulk.js";
import { findAmbiguousAttempts } from "./classify-failure.js";

/** Maximum number of failures that an error lists, because a bulk may have millions. */
const maxFailures = 10;

/** Counts of a bulk's outcomes, and its first failures. */
export class BulkTally {
  written = 0;
  failed = 0;
  /** Number of failed items that may have been written. */
  unknown = 0;
  /** Attempts that may have written the last item counted in `unknown`; empty if there is none. */
  lastAttempts: readonly AmbiguousAttempt[] = [];
  readonly failures: BulkFailure[] = [];

  add(outcome: BulkOutcome<unknown>): void {
    if (outcome.ok) {
      this.written++;
      return;
    }
    const { index, error } = outcome;
    this.failed++;
    if (this.failures.length < maxFailures) this.failures.push({ index, error });
    if (!isOutcomeUnknown(error)) return;
    this.unknown++;
    this.lastAttempts = findAmbiguousAttempts(error) ?? [];
  }

  /** Creates the BulkError with the counts and the first failures. @param cause the error that ended the bulk early */
  toError(cause?: unknown): BulkError {
    const { written, failed, failures, unknown } = this;
    return new BulkError({ written, failed, failures, outcome: unknown > 0 ? "unknown" : undefined, cause });
  }
}

/** Creates the error of writes that were not sent, or not sent again, because the bulk was aborted. */
export function notAttempted(ambiguousAttempts: readonly AmbiguousAttempt[] | undefined): TableError {
  if (ambiguousAttempts === undefined) {
    return new TableError("bulk.not-attempted", "The bulk was aborted before this item was sent.");
  }
  const message = "The bulk was aborted before this item was sent again.";
  return new RequestError("request.aborted", message, { attempts: ambiguousAttempts.length, ambiguousAttempts });
}

/** Creates the error of writes that were not sent because another row of the same call had failed. */
export function stoppedBefore(): TableError {
  return new TableError("bulk.not-attempted", "Another row failed before this one was sent.");
}

/**
 * Creates the error of writes that were not sent because the service does not respond.
 * @param requests the number of consecutive lost requests
 */
export function noResponse(requests: number, cause: unknown): TableError {
  const problem = `This item was not sent: ${requests} requests in a row to its partition got no usable response.`;
  return new TableError("bulk.not-attempted", problem, { cause });
}

/** Numbers of items by outcome, and the attempts that may have written the last item whose outcome is unknown. */
interface BulkCounts {
  readonly written: number;
  readonly unknown: number;
  readonly lastAttempts: readonly AmbiguousAttempt[];
}

/** Creates the error that ends an aborted bulk. @param reason the `reason` of the caller's signal */
export function bulkAborted(reason: unknown, { written, unknown, lastAttempts }: BulkCounts): RequestError {
  const facts = [
    ...(written > 0 ? [` It wrote ${items(written)} before.`] : []),
    ...(unknown > 0 ? [` The outcome of ${items(unknown)} is unknown.`] : []),
  ].join("");
  const message = `The bulk was aborted by the caller's signal.${facts}`;
  const ambiguousAttempts = unknown > 0 ? lastAttempts : undefined;
  return new RequestError("request.aborted", message, {
    attempts: lastAttempts.length,
    ambiguousAttempts,
    cause: reason,
  });
}

const items = (count: number) => (count === 1 ? "1 item" : `${count} items`);

/** Calls `onProgress`, and counts the promises that it returned and that are still pending. A bulk ends only after they have settled. */
export class ProgressReports {
  readonly #onProgress: BulkOptions["onProgress"];
  readonly #fail: (error: unknown) => void;
  readonly #onSettled: () => void;
  #pending = 0;

  /**
   * @param fail called with the error if the callback throws or its promise rejects
   * @param onSettled called each time that a promise of the callback has settled
   */
  constructor(onProgress: BulkOptions["onProgress"], fail: (error: unknown) => void, onSettled: () => void) {
    this.#onProgress = onProgress;
    this.#fail = fail;
    this.#onSettled = onSettled;
  }

  get areSettled(): boolean {
    return this.#pending === 0;
  }

  report({ written, failed }: BulkTally): void {
    try {
      const reported: unknown = this.#onProgress?.({ done: written + failed, failed });
      if (isThenable(reported)) void this.#settle(reported);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #settle(reported: PromiseLike<unknown>): Promise<void> {
    this.#pending++;
    try {
      await reported;
    } catch (error) {
      this.#fail(error);
    }
    this.#pending--;
    this.#onSettled();
  }
}
