import type { AmbiguousAttempt } from "../../errors/request-error.js";
import type { TableError } from "../../errors/table-error.js";
import type { RecoverOptions } from "../../http/http-message.js";
import type { CallOptions, Connection, NotApplied } from "../../rest/connection.js";
import type { Write } from "../../rest/write.js";
import type { ETag } from "../../schema/entity-types.js";

/** ETags that the rows have after a set of writes, in the order of the writes; undefined for a delete. */
export type WrittenETags = readonly (ETag | undefined)[];

/** Rules that determine whether writes were applied if no usable response says so. The writes are applied together or not at all. */
export interface OutcomeRules {
  /**
   * Reads the rows right after an attempt got no usable response. Returns the ETags if the rows show that the writes were applied.
   * @returns `ruled-out` if the rows do not show this, `unknown` if none was read; the call then sends its next attempt, if any
   * @throws TableError if a row cannot be read; ServiceError with `evidence` if a further attempt is pointless
   */
  recover(
    connection: Connection,
    sent: readonly Write[],
    lost: readonly AmbiguousAttempt[],
    options: RecoverOptions,
  ): Promise<WrittenETags | NotApplied>;

  /** Returns whether an error leaves the outcome open, so that `resolve` has to determine it. */
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
