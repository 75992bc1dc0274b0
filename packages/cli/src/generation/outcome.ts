import type { Diagnostic } from "@tablewright/generator";
import { type ExitCode, exitCode } from "../exit-code.js";
import type { InputError } from "../input-error.js";

/**
 * `written`, `removed` and `unchanged` are what `generate` did. With `--check` and `--dry-run`, which write nothing, a file is
 * `missing`, `different`, `unneeded` (generated, and no definition produces it any more) or `unchanged`.
 */
export type FileStatus = "written" | "removed" | "unchanged" | "missing" | "different" | "unneeded";

export interface FileReport {
  /** Relative to the current folder, with `/`. */
  readonly path: string;
  readonly status: FileStatus;
  /** Of a `different` file: the lines that generating would add and take away. */
  readonly lines?: { readonly added: number; readonly removed: number };
}

/** What a command found and did, before any of it is printed. Paths are relative to the current folder. */
export interface Outcome {
  readonly definitions: number;
  readonly files: readonly FileReport[];
  readonly diagnostics: readonly Diagnostic[];
  /** Why the command could not do its work, where that is not in the diagnostics. */
  readonly problem?: InputError;
  /** All that the outcome depends on, generated files included: absolute paths, or relative to the project's root. */
  readonly dependencies: readonly string[];
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

export function failed({ diagnostics, problem }: Outcome): boolean {
  return problem !== undefined || hasErrors(diagnostics);
}

export function isStale({ files }: Outcome): boolean {
  return files.some(({ status }) => status !== "unchanged");
}

/** @param checking whether files that are not up to date are what the command was to find */
export function exitCodeOf(outcome: Outcome, checking: boolean): ExitCode {
  if (failed(outcome)) return exitCode.badInput;
  return checking && isStale(outcome) ? exitCode.stale : exitCode.ok;
}
