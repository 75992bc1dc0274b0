/** Kind of contradiction between the result of a call and the service's record. */
export type ViolationKind =
  /** Content that a write stored but that is missing from the table, or an increment that started from an old value. */
  | "lost"
  /** Write that was applied more than once, or a row that no write explains. */
  | "doubled"
  /** Write that was reported as a success but never applied, or reported with an ETag that its row never had. */
  | "falsely ok"
  /** Write that was reported as a certain failure, but was applied or had no reason to fail. */
  | "falsely failed"
  /** Transaction that was applied only in part. */
  | "torn"
  /** Error without a code. */
  | "uncoded"
  /** A read returned a value that was never stored. */
  | "misread";

/** Documented case in which no client can know or prevent the outcome. */
export type Limit =
  | "refused, as a duplicate of it was applied"
  | "confirmed: another client wrote the same"
  | "inserted again after a deletion"
  | "written again after a deletion"
  | "refused, and inserted after the row was deleted"
  | "an unconditional write lands again";

/** Contradiction in the result of a call, or a documented case in which no client can know or prevent the outcome. */
export type Finding =
  | { readonly violation: ViolationKind; readonly what: string }
  | { readonly limit: Limit; readonly what: string };
