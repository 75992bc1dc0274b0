import { failureKind } from "../../retry-table.js";

/** Error texts of runtimes for a failed connection: Bun's own code, messages of Deno and workers. */
const notConnected =
  /ConnectionRefused|FailedToOpenSocket|connection refused|dns error|failed to lookup|unreachable|\(connect\)/i;

/**
 * Rejects with the error of a `fetch`, with Node's code for it added, which determines the retry. Without a known code, the connection
 * counts as lost after the service may have read the request.
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
