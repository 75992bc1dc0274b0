import type { Diagnostic } from "@tablewright/generator";
import type { ExitCode } from "../exit-code.js";
import type { FileReport, Outcome } from "../generation/outcome.js";

/** What `--json` prints: always one object on one line of stdout, whatever happens. Members are only ever added. */
export interface JsonReport {
  /** Whether `exitCode` is 0. */
  readonly ok: boolean;
  readonly exitCode: ExitCode;
  /** Ordered by path; empty when nothing was generated or compared. */
  readonly files: readonly FileReport[];
  /** All findings, ordered by file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** Why the command could not do its work, where that is not in `diagnostics`. */
  readonly error?: JsonError;
}

export interface JsonError {
  /** Stable, `area.reason`. */
  readonly code: string;
  readonly message: string;
  readonly help: string;
}

export function jsonReport(
  exitCode: ExitCode,
  outcome: Pick<Outcome, "files" | "diagnostics">,
  error?: JsonError,
): string {
  const { files, diagnostics } = outcome;
  const cause = error && { error: { code: error.code, message: error.message, help: error.help } };
  return JSON.stringify({ ok: exitCode === 0, exitCode, files, diagnostics, ...cause } satisfies JsonReport);
}
