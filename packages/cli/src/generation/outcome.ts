import type { Diagnostic } from "@tablewright/generator";
import type { InputError } from "../errors/input-error.js";
import { displayPath, type Project } from "../project/project.js";
import { definitionFolders, type Settings } from "../project/settings.js";
import { type ExitCode, exitCode } from "../terminal/exit-code.js";
import type { FileReport } from "./file-report.js";

/**
 * Outcome of a command that reads definitions, before anything is printed. Paths are relative to the current folder, except in
 * `dependencies`.
 */
export interface Outcome {
  readonly definitions: number;
  readonly files: readonly FileReport[];
  readonly diagnostics: readonly Diagnostic[];
  /** Reason why the command failed, if no diagnostic explains it; otherwise undefined. */
  readonly problem?: InputError;
  /** Warning that there are generated files but no lock file to compare the definitions with. This is not an error in the definitions. */
  readonly notice?: string;
  /** Paths of all files that the outcome depends on, including generated files: absolute, or relative to the project's root. */
  readonly dependencies: readonly string[];
}

/** Inputs and outputs of a generation, either of this run or from the cache. */
export interface Facts {
  readonly settings?: Settings;
  readonly definitions: readonly string[];
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly diagnostics: readonly Diagnostic[];
  readonly problem?: InputError;
}

export function buildOutcome(project: Project, facts: Facts, files: readonly FileReport[]): Outcome {
  const { definitions, diagnostics, inputs, outputs, settings, problem } = facts;
  return {
    definitions: definitions.length,
    files,
    diagnostics: diagnostics.map((diagnostic) => displayed(project, diagnostic)),
    ...(problem === undefined ? {} : { problem }),
    dependencies: [
      project.config,
      ...Object.keys(inputs),
      ...(settings ? definitionFolders(settings) : []),
      ...Object.keys(outputs),
    ],
  };
}

function displayed(project: Project, diagnostic: Diagnostic): Diagnostic {
  const { location } = diagnostic;
  return { ...diagnostic, location: { ...location, file: displayPath(project, location.file) } };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

export function failed({ diagnostics, problem }: Outcome): boolean {
  return problem !== undefined || hasErrors(diagnostics);
}

/** Returns whether the definitions themselves are valid, but differ from the lock file in a way that makes stored rows unreadable. */
function isRefused({ diagnostics, problem }: Outcome): boolean {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return problem === undefined && errors.length > 0 && errors.every(({ code }) => code.startsWith("change."));
}

export function isStale({ files }: Outcome): boolean {
  return files.some(({ status }) => status !== "unchanged");
}

/**
 * Returns the exit code for the outcome of a command.
 * @param checking true with `--check`; then the exit code is not 0 if files are out of date
 */
export function chooseExitCode(outcome: Outcome, checking: boolean): ExitCode {
  if (isRefused(outcome)) return exitCode.stale;
  if (failed(outcome)) return exitCode.badInput;
  return checking && isStale(outcome) ? exitCode.stale : exitCode.ok;
}
