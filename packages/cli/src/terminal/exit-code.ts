/** Exit codes of the process, so that scripts can distinguish the cases. */
export const exitCode = {
  /** Done, or nothing to do. */
  ok: 0,
  /** A bug in Tablewright. */
  bug: 1,
  /** Invalid arguments, config or definitions, or a file that cannot be written. Nothing was generated, unless writing failed midway. */
  badInput: 2,
  /**
   * `generate --check`: generated files do not match the definitions. Otherwise: a definition change would make stored rows unreadable.
   */
  stale: 3,
  /** `verify`: rows do not match their definitions. */
  found: 3,
  /** The service rejected a request or a row, or could not be reached. */
  failed: 4,
  /** Terminal closed during `--watch`, `serve` or a command that connects: 128 + SIGHUP. */
  hungUp: 129,
  /** Ctrl-C during `--watch`, `serve` or a command that connects: 128 + SIGINT, as in shells. */
  interrupted: 130,
  /** The reader of stdout or stderr closed it before the command had returned: 128 + SIGPIPE. */
  brokenPipe: 141,
  /** SIGTERM during `--watch`, `serve` or a command that connects: 128 + SIGTERM. */
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** Waits for the first SIGHUP, SIGINT or SIGTERM and resolves to its exit code. A second one kills the process. */
export function untilSignal(): Promise<ExitCode> {
  return new Promise((resolve) => {
    process.once("SIGHUP", () => resolve(exitCode.hungUp));
    process.once("SIGINT", () => resolve(exitCode.interrupted));
    process.once("SIGTERM", () => resolve(exitCode.terminated));
  });
}
