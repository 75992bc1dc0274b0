/** Exit codes of the process, by which scripts distinguish the outcomes. */
export const exitCode = {
  /** The command did its work, or there was nothing to do. */
  ok: 0,
  /** The command failed because of a bug in Tablewright. */
  bug: 1,
  /** Arguments, config or definitions are invalid, or a file cannot be written. Nothing was generated, unless writing failed midway. */
  badInput: 2,
  /** Generated files do not match the definitions (with `generate --check`), or a changed definition would make stored rows unreadable. */
  stale: 3,
  /** `verify` found rows that do not match their definitions, or `migrate` or `reindex` left such rows as they were. */
  found: 3,
  /** The service rejected a request or a row, or could not be reached. */
  failed: 4,
  /** The terminal was closed during `--watch`, `serve` or a command that connects: 128 + SIGHUP. */
  hungUp: 129,
  /** The user pressed Ctrl-C during `--watch`, `serve` or a command that connects: 128 + SIGINT, as in shells. */
  interrupted: 130,
  /** The reader of stdout or stderr closed the pipe before the command had returned: 128 + SIGPIPE. */
  brokenPipe: 141,
  /** The process received SIGTERM during `--watch`, `serve` or a command that connects: 128 + SIGTERM. */
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
