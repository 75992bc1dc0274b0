import { resolve } from "node:path";
import type { Diagnostic } from "@tablewright/generator";
import type { ServiceFailure } from "../errors/service-failure.js";
import { readTextFile } from "../project/read-files.js";
import { count, type Terminal } from "../terminal/terminal.js";
import type { FileReport, FileStatus } from "./file-report.js";
import { failed, type Outcome } from "./outcome.js";

/**
 * Prints diagnostics and errors. Returns whether the command failed.
 * @param writes true for a command that writes files; then the message about a failure adds that nothing was written
 */
export async function printFindings(
  outcome: Outcome,
  cwd: string,
  terminal: Terminal,
  { writes }: { readonly writes: boolean },
): Promise<boolean> {
  const { diagnostics, problem, notice } = outcome;
  await printDiagnostics(diagnostics, (file) => readTextFile(resolve(cwd, file)), terminal);
  if (problem) printProblem(problem, terminal);
  if (notice !== undefined) terminal.log(`${terminal.colors.yellow("⚠")} ${notice}`);
  if (!failed(outcome)) return false;
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  if (errors > 0) {
    const warnings = diagnostics.length - errors;
    const others = warnings > 0 ? ` and ${count(warnings, "warning")}` : "";
    terminal.log(
      `${terminal.colors.red("✖")} ${count(errors, "error")}${others}${writes ? ": nothing was written" : ""}.`,
    );
  }
  return true;
}

/** Prints the status of each generated file on stdout, one line per file. */
export function printFiles(files: readonly FileReport[], terminal: Terminal): void {
  if (files.length > 0) terminal.out(files.map(fileLine).join("\n"));
}

/** Prints one line with the number of files in each status. @param dry true if nothing was written; then the line says so */
export function printDone({ files }: Outcome, dry: boolean, { log, colors }: Terminal): void {
  log(`${colors.green("✔")} ${count(files.length, "file")}: ${summary(files)}${dry ? " (nothing was written)" : ""}`);
}

/** Returns how many files have each status, e.g. `2 written, 1 unchanged`. */
export function summary(files: readonly FileReport[]): string {
  const statuses: readonly FileStatus[] = ["written", "removed", "missing", "different", "unneeded", "unchanged"];
  return statuses
    .map((status) => [files.filter((file) => file.status === status).length, status] as const)
    .filter(([amount]) => amount > 0)
    .map(([amount, status]) => `${amount} ${status}`)
    .join(", ");
}

function fileLine({ path, status, lines, reason }: FileReport): string {
  const change = lines ? `  +${lines.added} -${lines.removed}` : "";
  return `${status.padEnd("unchanged".length)}  ${path}${change}${reason === undefined ? "" : `  (${reason})`}`;
}

/** Maximum length of a source line that is printed with a diagnostic, in UTF-16 code units. Longer lines are rarely written by people. */
const maxLineUnits = 300;

/**
 * Prints each diagnostic with its location, the source lines and the fix. The first diagnostic of each code also names the `explain`
 * command.
 */
async function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  readSource: (file: string) => string | undefined,
  terminal: Terminal,
): Promise<void> {
  if (diagnostics.length === 0) return;
  const { codeFrameColumns } = await import("@babel/code-frame");
  const { colors } = terminal;
  const named = new Set<string>();
  for (const { code, severity, message, location, help } of diagnostics) {
    const { file, line, column, endLine, endColumn } = location;
    const mark = severity === "error" ? colors.red("✖") : colors.yellow("⚠");
    terminal.log(`${mark} ${colors.bold(code)}  ${message}`);
    terminal.log(`  ${colors.cyan(`${file}:${line}:${column}`)}`);
    const source = readSource(file);
    if (source !== undefined && isReadable(source, line, endLine)) {
      const range = { start: { line, column }, end: { line: endLine, column: endColumn } };
      const options = { linesAbove: 1, linesBelow: 1, forceColor: colors.enabled };
      terminal.log(codeFrameColumns(source, range, options).replace(/^/gm, "  "));
    }
    const more = named.has(code) ? "" : `  More: ${explainCommand(code)}\n`;
    named.add(code);
    terminal.log(`  ${colors.green("→")} ${help}\n${more}`);
  }
}

/** Returns whether the source lines of a diagnostic, with one line before and one after, are all short enough to print. */
function isReadable(source: string, line: number, endLine: number): boolean {
  const shown = source.split("\n").slice(Math.max(0, line - 2), endLine + 1);
  return shown.every((text) => text.length <= maxLineUnits);
}

/** Prints an error: its code and message, the fix, and the command that prints more about the error. */
export function printProblem(
  { code, message, help }: Pick<ServiceFailure, "code" | "message" | "help">,
  { log, colors }: Terminal,
): void {
  log(`${colors.red("✖")} ${colors.bold(code)}  ${message}\n  ${colors.green("→")} ${help}`);
  log(`  More: ${explainCommand(code)}`);
}

/** Returns the command that prints more about an error code or diagnostic code. */
export function explainCommand(code: string): string {
  return `npx tablewright explain ${code}`;
}
