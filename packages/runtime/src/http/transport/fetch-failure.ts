import { isError } from "../../platform/built-ins.js";
import { failureKind } from "../retry-table.js";

/** Matches the code or message of an error that Bun, Deno or a worker platform throws if a connection failed. */
const notConnected =
  /ConnectionRefused|FailedToOpenSocket|connection refused|dns error|failed to lookup|unreachable|\(connect\)/i;

/**
 * Throws the error of a `fetch` again, with Node's code for it, because the code determines whether the call is retried. An unknown error
 * counts as a connection that was lost after the service may have read the request.
 */
export function networkFailure(error: unknown): never {
  if (!isError(error) || failureKind(error) !== "unknown") throw error;
  const code = notConnected.test(textOf(error)) ? "ECONNREFUSED" : "ECONNRESET";
  throw Object.assign(new Error(error.message, { cause: error }), { code });
}

function textOf(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  const cause = isError(error.cause) ? textOf(error.cause) : "";
  return `${String(code)} ${error.message} ${cause}`;
}
