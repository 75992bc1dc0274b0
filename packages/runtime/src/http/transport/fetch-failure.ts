import { failureKind } from "../retry-table.js";

/** How runtimes name that no connection was made: Bun by a code of its own, Deno and workers in the message. */
const notConnected =
  /ConnectionRefused|FailedToOpenSocket|connection refused|dns error|failed to lookup|unreachable|\(connect\)/i;

/**
 * Rejects with what a `fetch` rejected with, and with Node's code for it, by which it is retried: where the error has none that is known,
 * the connection counts as lost after the service may have read the request.
 */
export function networkFailure(error: unknown): never {
  if (!(error instanceof Error) || failureKind(error) !== "unknown") throw error;
  const code = notConnected.test(textOf(error)) ? "ECONNREFUSED" : "ECONNRESET";
  throw Object.assign(new Error(error.message, { cause: error }), { code });
}

function textOf(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  const cause = error.cause instanceof Error ? textOf(error.cause) : "";
  return `${String(code)} ${error.message} ${cause}`;
}
