/** Why what a call said is not what happened. */
export type ViolationKind =
  /** Written, and not there. */
  | "lost"
  /** Applied more than once, or what nobody wrote. */
  | "doubled"
  /** A success of what was never applied. */
  | "falsely ok"
  /** A certain failure of what was applied, or for a reason that did not exist. */
  | "falsely failed"
  /** A transaction of which a part is there. */
  | "torn"
  /** An error without a code. */
  | "uncoded"
  /** A read that gave something else than what was stored. */
  | "misread";

/** What no client can avoid. The documentation says so. */
export type Limit =
  | "refused, as a duplicate of it was applied"
  | "confirmed: another client wrote the same"
  | "inserted again after a deletion"
  | "refused, and inserted after the row was deleted"
  | "an unconditional write lands again";

/** What is wrong with what a call was told, or what it meets that no client can avoid. */
export type Finding =
  | { readonly violation: ViolationKind; readonly what: string }
  | { readonly limit: Limit; readonly what: string };
