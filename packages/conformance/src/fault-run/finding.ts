/** Kind of contradiction between the result of a call and the facts. */
export type ViolationKind =
  /** Reported as written, but missing. */
  | "lost"
  /** Applied more than once, or written by nobody. */
  | "doubled"
  /** Reported as a success, but never applied. */
  | "falsely ok"
  /** Reported as a certain failure, but applied, or rejected for a reason that did not exist. */
  | "falsely failed"
  /** Transaction that was applied only in part. */
  | "torn"
  /** Error without a code. */
  | "uncoded"
  /** Read with a result that was not stored. */
  | "misread";

/** Condition that no client can avoid, as the documentation says. */
export type Limit =
  | "refused, as a duplicate of it was applied"
  | "confirmed: another client wrote the same"
  | "inserted again after a deletion"
  | "written again after a deletion"
  | "refused, and inserted after the row was deleted"
  | "an unconditional write lands again";

/** Contradiction in the result of a call, or a limit that no client can avoid. */
export type Finding =
  | { readonly violation: ViolationKind; readonly what: string }
  | { readonly limit: Limit; readonly what: string };
