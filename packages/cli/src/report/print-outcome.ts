import { resolve } from "node:path";
import { type FileReport, type FileStatus, failed, type Outcome } from "../generation/outcome.js";
import { readTextFile } from "../project/recording-host.js";
import { count } from "./count.js";
import { printDiagnostics } from "./print-diagnostics.js";
import { printProblem } from "./print-problem.js";
import type { Terminal } from "./terminal.js";

/** Prints findings and, for a command that failed, that nothing was written. Returns whether it failed. */
export async function printFindings(outcome: Outcome, cwd: string, terminal: Terminal): Promise<boolean> {
  const { diagnostics, problem } = outcome;
  await printDiagnostics(diagnostics, (file) => readTextFile(resolve(cwd, file)), terminal);
  if (problem) printProblem(problem, terminal);
  if (!failed(outcome)) return false;
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  if (errors > 0) {
    const warnings = diagnostics.length - errors;
    const others = warnings > 0 ? ` and ${count(warnings, "warning")}` : "";
    terminal.note(`${terminal.colors.red("✖")} ${count(errors, "error")}${others}: nothing was written.`);
  }
  return true;
}

/** One line per file, on stdout. */
export function printFiles(files: readonly FileReport[], terminal: Terminal): void {
  if (files.length > 0) terminal.out(files.map(fileLine).join("\n"));
}

/** What was done, in one line. @param dry whether nothing was written */
export function printDone({ files }: Outcome, dry: boolean, { note, colors }: Terminal): void {
  note(`${colors.green("✔")} ${count(files.length, "file")}: ${summary(files)}${dry ? " (nothing was written)" : ""}`);
}

/** `2 written, 1 unchanged` */
export function summary(files: readonly FileReport[]): string {
  const statuses: readonly FileStatus[] = ["written", "removed", "missing", "different", "unneeded", "unchanged"];
  return statuses
    .map((status) => [files.filter((file) => file.status === status).length, status] as const)
    .filter(([amount]) => amount > 0)
    .map(([amount, status]) => `${amount} ${status}`)
    .join(", ");
}

function fileLine({ path, status, lines }: FileReport): string {
  const change = lines ? `  +${lines.added} -${lines.removed}` : "";
  return `${status.padEnd("unchanged".length)}  ${path}${change}`;
}
