import type { WriteKind } from "../schedules/world/parse-writes.js";

/** `sku` and `quantity` of a row, as {@link formatState} joins them; undefined if the row does not exist. */
export type RowState = string | undefined;

/** Reported outcome of a call that writes. */
export type ReportedOutcome =
  | "ok"
  /** Delete that reported that the row did not exist. */
  | "absent"
  /** Error that reports with certainty that the write was not applied. */
  | "refused"
  | "unknown"
  /** Error that is not a `TableError`, or has no code. */
  | "uncoded";

/** Row that a call writes. */
export interface ClaimedRow {
  readonly row: string;
  readonly kind: WriteKind;
  /** ETag that the row must have; undefined if any ETag is accepted, or if the call reads it first. */
  readonly ifMatch: string | undefined;
  /** ETag that the client received. */
  readonly etag: string | undefined;
}

/** Writes that are applied as a whole or not at all, with one outcome: a write, a transaction, an item of a bulk. */
export interface Claim {
  /** Name of the call, which its requests carry. The items of a bulk share one. */
  readonly call: string;
  /** Kind of the call, in words. */
  readonly kind: string;
  readonly rows: readonly ClaimedRow[];
  readonly told: ReportedOutcome;
  /** Code of the error, or its text if it has none. */
  readonly code: string | undefined;
  /** Time in milliseconds since 1970, with fractions, like all times here. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** True if the call increments the value of the row. */
  readonly adds: boolean;
}

/** Result of a read. */
export interface ReadClaim {
  readonly call: string;
  readonly rows: Readonly<Record<string, string>>;
  /** Prefix of the names of all rows that the read had to find. For a read of one row, the name of that row. */
  readonly prefix: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Calls of one process with their results. */
export interface CallClaims {
  readonly writes: readonly Claim[];
  readonly reads: readonly ReadClaim[];
  /** Number of reads that ended with an error. */
  readonly failedReads: number;
}

export function formatState({ sku, quantity }: { readonly sku?: unknown; readonly quantity?: unknown }): string {
  return `${sku}|${quantity}`;
}
