import { CommanderError } from "commander";
import { type ExitCode, exitCode } from "./exit-code.js";
import { inputErrorOf } from "./input-error.js";
import { createProgram } from "./program.js";
import { type JsonError, jsonReport } from "./report/json-report.js";
import { printProblem } from "./report/print-problem.js";
import type { Terminal } from "./report/terminal.js";

/** Runs one command line; never throws and never ends the process. */
export async function run(args: readonly string[], cwd: string, terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = exitCode.ok;
  const program = createProgram(cwd, terminal, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    terminal.progress("");
    return report(error, args.includes("--json"), terminal);
  }
}

function report(error: unknown, json: boolean, terminal: Terminal): ExitCode {
  const code = codeOf(error);
  if (json && code !== exitCode.ok) terminal.out(jsonReport(code, { files: [], diagnostics: [] }, jsonError(error)));
  if (error instanceof CommanderError) return code;
  const problem = inputErrorOf(error);
  if (problem === undefined) {
    const { colors } = terminal;
    terminal.note(
      `${colors.red("✖")} This is a defect of Tablewright. Please report it with what follows.\n\n${stackOf(error)}`,
    );
  } else if (!json) printProblem(problem, terminal);
  return code;
}

/** What the parser of arguments reports is printed by itself; help that was asked for is no error. */
function codeOf(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.badInput;
  return inputErrorOf(error) === undefined ? exitCode.bug : exitCode.badInput;
}

function jsonError(error: unknown): JsonError {
  if (error instanceof CommanderError) {
    const message = error.message.replace(/^error: /, "");
    return { code: "cli.usage", message, help: "Run `tablewright --help`." };
  }
  return inputErrorOf(error) ?? { code: "cli.defect", message: stackOf(error), help: "Please report it." };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
