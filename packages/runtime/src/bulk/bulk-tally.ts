import { BulkError, type BulkFailure } from "../errors/bulk-error.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import { isOutcomeUnknown } from "../errors/table-error.js";
import type { BulkOutcome } from "./bulk.js";
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
  /** First failures, at most `maxFailures`. */
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

  /** Creates the BulkError with the counts and the first failures. @param cause error that ended the bulk early */
  toError(cause?: unknown): BulkError {
    const { written, failed, failures, unknown } = this;
    return new BulkError({ written, failed, failures, outcome: unknown > 0 ? "unknown" : undefined, cause });
  }
}
