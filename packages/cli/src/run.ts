import { toInputError } from "./errors/input-error.js";
import { findExitCode, ServiceFailure, withoutSecrets } from "./errors/service-failure.js";
import { type JsonError, jsonReport } from "./generation/json-report.js";
import { printProblem } from "./generation/print-outcome.js";
import { type ExitCode, exitCode } from "./terminal/exit-code.js";
import type { Terminal } from "./terminal/terminal.js";

/** Runs one command line and returns its exit code. Never throws and never exits the process. */
export async function run(args: readonly string[], cwd: string, terminal: Terminal): Promise<ExitCode> {
  try {
    // The most frequent command skips the argument parser: loading the parser takes longer than comparing the files of most projects.
    if (args.length === 1 && args[0] === "generate") {
      const { generate } = await import("./commands/generate/generate.js");
      return await generate(cwd, {}, terminal);
    }
    const { runProgram } = await import("./program.js");
    return await runProgram(args, cwd, terminal);
  } catch (error) {
    terminal.progress("");
    return report(error, args, terminal);
  }
}

/** Advice to write to another path if the disk is full or read-only, by command. */
const elsewhere: Readonly<Record<string, string>> = {
  export: "choose another file with --out",
  pull: "choose another file with --out",
  import: "copy the file to another folder and import that",
};

function report(error: unknown, args: readonly string[], terminal: Terminal): ExitCode {
  const json = args.includes("--json");
  const problem = error instanceof ServiceFailure ? error : toInputError(error, elsewhere[args[0] ?? ""]);
  const code = findExitCode(problem);
  if (json) {
    const bug = {
      code: "cli.defect",
      message: formatStack(error),
      help: "This is a bug in Tablewright. Please report it.",
    };
    terminal.out(jsonReport(code, { files: [], diagnostics: [] }, problem ?? bug));
  }
  if (problem === undefined) {
    const mark = terminal.colors.red("✖");
    terminal.log(
      `${mark} This is a bug in Tablewright. Please report it with the output below.\n\n${formatStack(error)}`,
    );
  } else if (!json) printProblem(problem, terminal);
  return code;
}

/** Prints that the process ends although its command has not returned, because it has nothing left to wait for. Returns the exit code. */
export function reportUnfinished(args: readonly string[], terminal: Terminal): ExitCode {
  const again = withoutSecrets(["npx tablewright", ...args.map(quoted)].join(" "));
  const problem: JsonError = {
    code: "cli.unfinished",
    message: "The command ended before its work was done. This is a bug in Tablewright. Please report it.",
    help: `Run it again: ${again}`,
  };
  terminal.progress("");
  if (args.includes("--json")) terminal.out(jsonReport(exitCode.bug, { files: [], diagnostics: [] }, problem));
  else printProblem(problem, terminal);
  return exitCode.bug;
}

/** Quotes an argument for a shell if necessary. */
function quoted(arg: string): string {
  return /^[\w./:=,@%+-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}

function formatStack(error: unknown): string {
  return withoutSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
