/** What the process exits with, so that scripts can tell the cases apart. */
export const exitCode = {
  /** Done, or nothing to do. */
  ok: 0,
  /** A bug in Tablewright. */
  bug: 1,
  /** Invalid arguments, config or definitions, or a file that cannot be written. Nothing was generated, unless writing failed midway. */
  badInput: 2,
  /** `generate --check`: generated files do not match the definitions. Or stored rows do not survive a change of them. */
  stale: 3,
  /** `verify`: rows do not match their definitions. */
  found: 3,
  /** The service refused, could not be reached, or did not take a row. */
  failed: 4,
  /** `--watch`, `serve` and commands that connect, when their terminal closed: 128 + SIGHUP. */
  hungUp: 129,
  /** The same, stopped by Ctrl-C: 128 + SIGINT, as in shells. */
  interrupted: 130,
  /** The same, stopped by SIGTERM. */
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** Resolves to the exit code of the first SIGHUP, SIGINT or SIGTERM. A second one kills the process. */
export function untilSignal(): Promise<ExitCode> {
  return new Promise((resolve) => {
    process.once("SIGHUP", () => resolve(exitCode.hungUp));
    process.once("SIGINT", () => resolve(exitCode.interrupted));
    process.once("SIGTERM", () => resolve(exitCode.terminated));
  });
}
