import { commands } from "./commands/commands.js";
import { type ExitCode, exitCode } from "./exit-code.js";
import { inputErrorOf } from "./input-error.js";
import { jsonReport } from "./report/json-report.js";
import { printProblem } from "./report/print-problem.js";
import type { Terminal } from "./report/terminal.js";

/** Runs one command line; never throws and never ends the process. */
export async function run(args: readonly string[], cwd: string, terminal: Terminal): Promise<ExitCode> {
  try {
    // What is run over and over needs no parser of arguments, which takes longer to load than most projects to compare.
    if (args.length === 1 && args[0] === "generate") return await commands.generate(cwd, {}, terminal);
    const { runProgram } = await import("./program.js");
    return await runProgram(args, cwd, terminal);
  } catch (error) {
    terminal.progress("");
    return report(error, args.includes("--json"), terminal);
  }
}

function report(error: unknown, json: boolean, terminal: Terminal): ExitCode {
  const problem = inputErrorOf(error);
  const code = problem === undefined ? exitCode.bug : exitCode.badInput;
  if (json) {
    const defect = { code: "cli.defect", message: stackOf(error), help: "Please report it." };
    terminal.out(jsonReport(code, { files: [], diagnostics: [] }, problem ?? defect));
  }
  if (problem === undefined) {
    const { colors } = terminal;
    terminal.note(
      `${colors.red("✖")} This is a defect of Tablewright. Please report it with what follows.\n\n${stackOf(error)}`,
    );
  } else if (!json) printProblem(problem, terminal);
  return code;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
