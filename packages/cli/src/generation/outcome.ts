import type { Diagnostic } from "@tablewright/generator";
import type { InputError } from "../errors/input-error.js";
import { displayPath, type Project } from "../project/project.js";
import { definitionFolders, type Settings } from "../project/settings.js";
import { type ExitCode, exitCode } from "../terminal/exit-code.js";
import type { FileReport } from "./file-report.js";

/** What a command found and did, before any of it is printed. Paths are relative to the current folder. */
export interface Outcome {
  readonly definitions: number;
  readonly files: readonly FileReport[];
  readonly diagnostics: readonly Diagnostic[];
  /** Why the command failed, where the diagnostics don't say. */
  readonly problem?: InputError;
  /** What is no mistake of the definitions, but to be known: there are generated files, and no lock file to compare with. */
  readonly notice?: string;
  /** Everything the outcome depends on, generated files included: absolute paths, or relative to the project's root. */
  readonly dependencies: readonly string[];
}

/** What was read and generated, in this run or in the cached one. */
export interface Facts {
  readonly settings?: Settings;
  readonly definitions: readonly string[];
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly diagnostics: readonly Diagnostic[];
  readonly problem?: InputError;
}

export function outcomeOf(project: Project, facts: Facts, files: readonly FileReport[]): Outcome {
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

/** Whether the definitions are right in themselves, and stored rows do not survive their changes. */
function isRefused({ diagnostics, problem }: Outcome): boolean {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return problem === undefined && errors.length > 0 && errors.every(({ code }) => code.startsWith("change."));
}

export function isStale({ files }: Outcome): boolean {
  return files.some(({ status }) => status !== "unchanged");
}

/** @param checking whether the command was run to find files that are out of date */
export function exitCodeOf(outcome: Outcome, checking: boolean): ExitCode {
  if (isRefused(outcome)) return exitCode.stale;
  if (failed(outcome)) return exitCode.badInput;
  return checking && isStale(outcome) ? exitCode.stale : exitCode.ok;
}
