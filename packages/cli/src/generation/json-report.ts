import type { Diagnostic } from "@tablewright/generator";
import type { ExitCode } from "../terminal/exit-code.js";
import type { FileReport } from "./file-report.js";
import type { Outcome } from "./outcome.js";
import { explainCommand } from "./print-outcome.js";

/** Object that `--json` prints, always on one line of stdout, also after errors. New releases may add members but never remove any. */
export interface JsonReport {
  /** True if `exitCode` is 0. */
  readonly ok: boolean;
  readonly exitCode: ExitCode;
  /** Reports on the generated files, ordered by path; empty if nothing was generated or compared. */
  readonly files: readonly FileReport[];
  /** All diagnostics, ordered by file and location. */
  readonly diagnostics: readonly (Diagnostic & More)[];
  /** Warning that the lock file is missing; undefined if it is not. A missing lock file is not an error in the definitions. */
  readonly notice?: string;
  /** Reason why the command failed, if no diagnostic explains it; otherwise undefined. */
  readonly error?: JsonError & More;
}

interface More {
  /** Command that prints more about the code of this error or diagnostic. */
  readonly more: string;
}

export interface JsonError {
  /** Error code in the form `area.reason`, such as `output.blocked`. It stays the same in new releases. */
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
