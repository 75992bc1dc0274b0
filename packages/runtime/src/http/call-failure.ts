import type { AmbiguousAttempt } from "../errors/ambiguous-attempt.js";
import { foreignText } from "../errors/foreign-text.js";
import type { KnownSecrets } from "../errors/known-secrets.js";
import { redact } from "../errors/redact.js";
import { RequestError } from "../errors/request-error.js";
import type { TableError } from "../errors/table-error.js";
import type { CancelCause } from "./cancellation.js";
import type { FailureKind } from "./retry-table.js";

const maxMessage = 1000;
const maxName = 80;
const maxFrames = 20;

/** What is told of a call that got no answer. */
export interface FailedCall {
  readonly operation: string;
  readonly table: string | undefined;
  readonly host: string;
  readonly attempts: number;
  readonly ambiguousAttempts: readonly AmbiguousAttempt[] | undefined;
  readonly limitMs: number;
  readonly secrets: KnownSecrets;
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
    return new RequestError("request.timeout", message, {
      attempts,
      ambiguousAttempts,
      cause: causeOf(error, call.secrets.remove),
    });
  }
  const cause = causeOf(error, call.secrets.remove);
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
 * A copy of a foreign error that keeps name, message, code and stack, without secrets and visible, and nothing else: what libraries hang
 * on their errors (requests, sockets, options) may hold an authorization header.
 */
export function causeOf(error: unknown, withoutSecrets: (text: string) => string = redact, depth = 0): unknown {
  const text = (foreign: unknown, max: number) => foreignText(String(foreign), max, withoutSecrets);
  if (!(error instanceof Error)) return typeof error === "string" ? text(error, maxMessage) : undefined;
  const cause = depth < 3 && error.cause !== undefined ? causeOf(error.cause, withoutSecrets, depth + 1) : undefined;
  const code = (error as { readonly code?: unknown }).code;
  // An AggregateError of several addresses has no message of its own.
  const message = error.message === "" && typeof code === "string" ? code : error.message;
  const copy: Error & { code?: string } = new Error(text(message, maxMessage), cause === undefined ? {} : { cause });
  copy.name = text(error.name, maxName);
  if (typeof code === "string") copy.code = text(code, maxName);
  const frames = String(error.stack ?? "")
    .split("\n")
    .filter((line) => /^ {4}at /.test(line));
  copy.stack = [`${copy.name}: ${copy.message}`, ...frames.slice(0, maxFrames).map((line) => text(line, 300))].join(
    "\n",
  );
  return copy;
}
