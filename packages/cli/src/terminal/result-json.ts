import type { ExitCode } from "./exit-code.js";

/**
 * Returns the line that a command prints with `--json`: one JSON object with the exit code and the result. New releases may add members.
 */
export function resultJson(exitCode: ExitCode, result: object): string {
  return JSON.stringify({ ok: exitCode === 0, exitCode, ...result });
}
