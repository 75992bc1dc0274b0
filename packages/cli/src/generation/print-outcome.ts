import { resolve } from "node:path";
import type { Diagnostic } from "@tablewright/generator";
import type { ServiceFailure } from "../errors/service-failure.js";
import { readTextFile } from "../project/read-files.js";
import { count, type Terminal } from "../terminal/terminal.js";
import type { FileReport, FileStatus } from "./file-report.js";
import { failed, type Outcome } from "./outcome.js";

/**
 * Prints diagnostics and errors. Returns whether the command failed.
 * @param writes whether the command would have written files
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

/** Prints one line per file on stdout. */
export function printFiles(files: readonly FileReport[], terminal: Terminal): void {
  if (files.length > 0) terminal.out(files.map(fileLine).join("\n"));
}

/** Prints one line that sums up the files. @param dry whether nothing was written */
export function printDone({ files }: Outcome, dry: boolean, { log, colors }: Terminal): void {
  log(`${colors.green("✔")} ${count(files.length, "file")}: ${summary(files)}${dry ? " (nothing was written)" : ""}`);
}

/** Returns `2 written, 1 unchanged`. */
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

/** Maximum length of a line in a frame, in UTF-16 units. Longer lines are not shown, because programs write them, not people. */
const maxLineUnits = 300;

/** Prints each diagnostic with its location, a frame of the source, and the fix. The first of each code also names `explain`. */
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

/** Returns whether all lines of a frame, including one before and one after, are short enough to show. */
function isReadable(source: string, line: number, endLine: number): boolean {
  const shown = source.split("\n").slice(Math.max(0, line - 2), endLine + 1);
  return shown.every((text) => text.length <= maxLineUnits);
}

/** Prints why a command failed, the fix, and the command that prints more. */
export function printProblem(
  { code, message, help }: Pick<ServiceFailure, "code" | "message" | "help">,
  { log, colors }: Terminal,
): void {
  log(`${colors.red("✖")} ${colors.bold(code)}  ${message}\n  ${colors.green("→")} ${help}`);
  log(`  More: ${explainCommand(code)}`);
}

/** Returns the command that prints more about a code. */
export function explainCommand(code: string): string {
  return `npx tablewright explain ${code}`;
}
