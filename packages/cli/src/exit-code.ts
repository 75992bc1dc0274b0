/** What the process ends with, so that scripts can tell the cases apart. */
export const exitCode = {
  /** Done, or nothing to do. */
  ok: 0,
  /** A defect of Tablewright itself. */
  bug: 1,
  /** Wrong arguments, configuration or definitions, or a file that cannot be written. Nothing was generated, unless that came midway. */
  badInput: 2,
  /** `generate --check`: generated files are not what the definitions say. */
  stale: 3,
  /** `--watch` and `serve`, ended by Ctrl-C: 128 + SIGINT, as shells have it. */
  interrupted: 130,
  /** The same, ended by SIGTERM. */
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
