import type { ExitCode } from "./exit-code.js";

/** Returns the `--json` output of a command that connects: one object on one line. New releases may add members. */
export function resultJson(exitCode: ExitCode, result: object): string {
  return JSON.stringify({ ok: exitCode === 0, exitCode, ...result });
}
