import type { AmbiguousAttempt } from "../errors/ambiguous-attempt.js";
import type { RequestError } from "../errors/request-error.js";
import { isServiceError } from "../errors/service-error.js";
import { isTableError } from "../errors/table-error.js";
import { isTransactionError } from "../errors/transaction-error.js";
import type { AmbiguousError } from "../write/resolve-ambiguous-write.js";

/** What follows from the refusal of a request that held so many writes. */
export type Reaction =
  /** The service asks to slow down: the same request is sent again later. */
  | { readonly next: "wait" }
  /** One write is to blame: it fails, the others are sent again. */
  | { readonly next: "without"; readonly index: number }
  /** Any of them may be to blame: they are sent again in smaller requests. */
  | { readonly next: "split" }
  /** All of them fail. */
  | { readonly next: "fail" };

export function reactionTo(error: unknown, writes: number): Reaction {
  if (!isTableError(error)) return { next: "fail" };
  if (error.code === "service.busy") return { next: "wait" };
  if (writes === 1 || error.code === "table.not-found" || isUnknown(error)) return { next: "fail" };
  if (isTransactionError(error)) return { next: "without", index: error.index };
  const isTooMuch = isServiceError(error) && (error.status === 400 || error.status === 413);
  return { next: isTooMuch ? "split" : "fail" };
}

/** The attempts of a request that may have been applied for all that its error tells. */
export function ambiguousAttemptsOf(error: unknown): readonly AmbiguousAttempt[] | undefined {
  const { ambiguousAttempts } = (isTransactionError(error) ? (error.cause ?? {}) : error) as Partial<AmbiguousError>;
  return ambiguousAttempts;
}

/** Whether the request ended before it was handed to a connection, and so did not write. */
export function isUnsent(error: unknown): boolean {
  return isTableError(error, "request.aborted") && (error as Partial<RequestError>).attempts === 0 && !isUnknown(error);
}

/** Whether the request may have been applied for all that its error tells. */
export function isUnknown(error: unknown): boolean {
  return (error as { readonly outcome?: unknown }).outcome === "unknown";
}
