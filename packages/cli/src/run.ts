import { inputErrorOf } from "./errors/input-error.js";
import { exitCodeOfProblem, ServiceFailure, withoutSecrets } from "./errors/service-failure.js";
import { jsonReport } from "./generation/json-report.js";
import { printProblem } from "./generation/print-outcome.js";
import type { ExitCode } from "./terminal/exit-code.js";
import type { Terminal } from "./terminal/terminal.js";

/** Runs one command line; never throws and never exits the process. */
export async function run(args: readonly string[], cwd: string, terminal: Terminal): Promise<ExitCode> {
  try {
    // The most frequent command skips the argument parser. Loading the parser takes longer than comparing the files of most projects.
    if (args.length === 1 && args[0] === "generate") {
      const { generate } = await import("./commands/generate/generate.js");
      return await generate(cwd, {}, terminal);
    }
    const { runProgram } = await import("./program.js");
    return await runProgram(args, cwd, terminal);
  } catch (error) {
    terminal.progress("");
    return report(error, args.includes("--json"), terminal);
  }
}

function report(error: unknown, json: boolean, terminal: Terminal): ExitCode {
  const problem = error instanceof ServiceFailure ? error : inputErrorOf(error);
  const code = exitCodeOfProblem(problem);
  if (json) {
    const bug = {
      code: "cli.defect",
      message: stackOf(error),
      help: "This is a bug in Tablewright. Please report it.",
    };
    terminal.out(jsonReport(code, { files: [], diagnostics: [] }, problem ?? bug));
  }
  if (problem === undefined) {
    const mark = terminal.colors.red("✖");
    terminal.log(`${mark} This is a bug in Tablewright. Please report it with the output below.\n\n${stackOf(error)}`);
  } else if (!json) printProblem(problem, terminal);
  return code;
}

function stackOf(error: unknown): string {
  return withoutSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
