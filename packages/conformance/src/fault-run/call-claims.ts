import type { WriteKind } from "../schedules/world/parse-writes.js";

/** What a row holds, as far as the run is concerned; undefined where it does not exist. */
export type RowState = string | undefined;

/** What a call that writes was told. */
export type Told =
  | "ok"
  /** A delete: there was no such row. */
  | "absent"
  /** An error that says nothing of doubt: the write was not applied. */
  | "refused"
  | "unknown"
  /** An error that is no `TableError`, or has no code. */
  | "uncoded";

/** A row that a call writes. */
export interface ClaimedRow {
  readonly row: string;
  readonly kind: WriteKind;
  /** The ETag that the row must have; undefined where any will do, and where the call reads it first. */
  readonly ifMatch: string | undefined;
  /** The ETag that the client was given. */
  readonly etag: string | undefined;
}

/** What is applied as a whole or not at all, and has an outcome of its own: a write, a transaction, an item of a bulk. */
export interface Claim {
  /** Name of the call, which its requests carry. The items of a bulk share one. */
  readonly call: string;
  /** Kind of the call, in words. */
  readonly kind: string;
  readonly rows: readonly ClaimedRow[];
  readonly told: Told;
  /** Code of the error, or its text where it has none. */
  readonly code: string | undefined;
  /** Times are milliseconds since 1970, with fractions. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Whether the call adds one to what the row holds. */
  readonly adds: boolean;
}

/** What a read gave. */
export interface ReadClaim {
  readonly call: string;
  readonly rows: Readonly<Record<string, string>>;
  /** Begin of the names of all rows that it had to find; the name of the row itself for a read of one. */
  readonly prefix: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** What one process did and was told. */
export interface CallClaims {
  readonly writes: readonly Claim[];
  readonly reads: readonly ReadClaim[];
  /** Reads that ended with an error. */
  readonly failedReads: number;
}

export function stateOf({ sku, quantity }: { readonly sku?: unknown; readonly quantity?: unknown }): string {
  return `${sku}|${quantity}`;
}
