import type { AmbiguousAttempt } from "../errors/ambiguous-attempt.js";
import { redact } from "../errors/redact.js";
import { RequestError } from "../errors/request-error.js";
import type { TableError } from "../errors/table-error.js";
import type { CancelCause } from "./cancellation.js";
import type { FailureKind } from "./retry-table.js";

/** What is told of a call that got no answer. */
export interface FailedCall {
  readonly operation: string;
  readonly table: string | undefined;
  readonly host: string;
  readonly attempts: number;
  readonly ambiguousAttempts: readonly AmbiguousAttempt[] | undefined;
  readonly limitMs: number;
}

/** The error of a call that got no answer. */
export function requestError(why: CancelCause | FailureKind, error: unknown, call: FailedCall): RequestError {
  const { attempts, ambiguousAttempts } = call;
  const about = call.table === undefined ? call.operation : `${call.operation} on table ${call.table}`;
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  const doubt = ambiguousAttempts !== undefined ? "; the write may have been applied" : "";
  if (why === "caller") {
    const when = attempts === 0 ? "before it was sent" : `after ${tries}`;
    return new RequestError("request.aborted", `${about} was aborted by the caller's signal ${when}${doubt}.`, {
      attempts,
      ambiguousAttempts,
      // The caller's own reason, given back as it is.
      cause: error,
    });
  }
  if (why === "total-timeout" || why === "attempt-timeout") {
    const limit = `${Math.round(call.limitMs)} ms`;
    const message =
      attempts === 0
        ? `${about} could not be sent to ${call.host} within ${limit}: it waited for a connection or a token all that time.`
        : `${about} got no answer from ${call.host} within ${limit} and ${tries}${doubt}.`;
    return new RequestError("request.timeout", message, { attempts, ambiguousAttempts, cause: causeOf(error) });
  }
  const cause = causeOf(error);
  const reason = cause instanceof Error ? cause.message : "the transport threw something that is not an Error";
  const message = `${about} got no answer from ${call.host} after ${tries}: ${reason}${doubt}`;
  return new RequestError("request.failed", message, { attempts, ambiguousAttempts, cause });
}

/** The error of an attempt that was not sent, after one that may have been applied: its own says nothing of that. */
export function ambiguousError(
  error: TableError,
  attempts: number,
  ambiguousAttempts: readonly AmbiguousAttempt[],
): RequestError {
  const isSaid = (error as Partial<RequestError>).ambiguous === true;
  const message = isSaid ? error.message : `${error.message} The write may have been applied by an earlier attempt.`;
  return new RequestError(error.code, message, { attempts, ambiguousAttempts, cause: error });
}

/**
 * A copy of a foreign error that keeps name, message, code and stack, redacted, and nothing else: what libraries hang on their
 * errors (requests, sockets, options) may hold an authorization header.
 */
export function causeOf(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? redact(error) : undefined;
  const cause = depth < 3 && error.cause !== undefined ? causeOf(error.cause, depth + 1) : undefined;
  const code = (error as { readonly code?: unknown }).code;
  // An AggregateError of several addresses has no message of its own.
  const message = error.message === "" && typeof code === "string" ? code : error.message;
  const copy: Error & { code?: string } = new Error(
    redact(message.slice(0, 4096)),
    cause === undefined ? {} : { cause },
  );
  copy.name = error.name;
  if (typeof code === "string") copy.code = code;
  copy.stack = redact((error.stack ?? "").slice(0, 8192));
  return copy;
}
