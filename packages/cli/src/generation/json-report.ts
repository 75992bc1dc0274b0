import type { Diagnostic } from "@tablewright/generator";
import type { ExitCode } from "../terminal/exit-code.js";
import type { FileReport } from "./file-report.js";
import type { Outcome } from "./outcome.js";
import { explainCommand } from "./print-outcome.js";

/** What `--json` prints: always one object on one line of stdout, also for errors. Members are only ever added. */
export interface JsonReport {
  /** Whether `exitCode` is 0. */
  readonly ok: boolean;
  readonly exitCode: ExitCode;
  /** Ordered by path; empty when nothing was generated or compared. */
  readonly files: readonly FileReport[];
  /** All diagnostics, ordered by file and location. */
  readonly diagnostics: readonly (Diagnostic & More)[];
  /** What is no mistake of the definitions, but to be known: that the lock file is gone. */
  readonly notice?: string;
  /** Why the command failed, where `diagnostics` don't say. */
  readonly error?: JsonError & More;
}

interface More {
  /** The command that prints more about the code. */
  readonly more: string;
}

export interface JsonError {
  /** Stable, `area.reason`. */
  readonly code: string;
  readonly message: string;
  readonly help: string;
}

export function jsonReport(
  exitCode: ExitCode,
  outcome: Pick<Outcome, "files" | "diagnostics" | "notice">,
  error?: JsonError,
): string {
  const { files, notice } = outcome;
  const diagnostics = outcome.diagnostics.map((diagnostic) => ({
    ...diagnostic,
    more: explainCommand(diagnostic.code),
  }));
  const others = {
    ...(notice !== undefined && { notice }),
    ...(error && {
      error: { code: error.code, message: error.message, help: error.help, more: explainCommand(error.code) },
    }),
  };
  return JSON.stringify({ ok: exitCode === 0, exitCode, files, diagnostics, ...others } satisfies JsonReport);
}
