import type { AmbiguousAttempt } from "../../errors/request-error.js";
import type { TableError } from "../../errors/table-error.js";
import type { RecoverOptions } from "../../http/http-message.js";
import type { CallOptions, Connection, NotApplied } from "../../rest/connection.js";
import type { Write } from "../../rest/write.js";
import type { ETag } from "../../schema/entity-types.js";

/** ETags that the rows have after a set of writes, in the order of the writes; undefined for a delete. */
export type WrittenETags = readonly (ETag | undefined)[];

/** Rules that determine whether writes were applied if no response says so. The writes are applied together or not at all. */
export interface OutcomeRules {
  /**
   * Reads the rows right after an attempt got no usable response. If they show that the writes were applied, returns the ETags.
   * @returns otherwise `ruled-out`, or `unknown` if no row was read; the call then sends its next attempt, if there is one
   * @throws TableError if a row cannot be read; ServiceError with `evidence` if a further attempt is pointless
   */
  recover(
    connection: Connection,
    sent: readonly Write[],
    lost: readonly AmbiguousAttempt[],
    options: RecoverOptions,
  ): Promise<WrittenETags | NotApplied>;

  /** Returns whether an error leaves the outcome open, so that `resolve` has to be called. */
  isOpen(error: unknown): boolean;

  /**
   * Determines the outcome after an error. Returns the ETags if the writes were applied.
   * @throws TableError the definite error, or one whose `outcome` is `"unknown"`
   */
  resolve(
    connection: Connection,
    sent: readonly Write[],
    error: TableError,
    options: CallOptions | undefined,
  ): Promise<WrittenETags>;
}
