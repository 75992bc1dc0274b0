import type { ExitCode } from "../exit-code.js";

/** What `--json` prints for a command that connects: one object on one line. Members are only ever added. */
export function liveReport(exitCode: ExitCode, result: object): string {
  return JSON.stringify({ ok: exitCode === 0, exitCode, ...result });
}
