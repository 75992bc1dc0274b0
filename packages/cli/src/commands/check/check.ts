import { generateProject } from "../../generation/generate-project.js";
import { githubAnnotations } from "../../generation/github-annotations.js";
import { jsonReport } from "../../generation/json-report.js";
import { chooseExitCode } from "../../generation/outcome.js";
import { printFindings } from "../../generation/print-outcome.js";
import { locateProject } from "../../project/project.js";
import type { ExitCode } from "../../terminal/exit-code.js";
import type { Terminal } from "../../terminal/terminal.js";
import { count } from "../../terminal/terminal.js";

/** Options of `check`. */
export interface CheckFlags {
  readonly config?: string;
  readonly json?: boolean;
  readonly format?: "github";
}

/** Reads and checks the definitions and prints the problems found. Neither reads nor writes the output folder. */
export async function check(cwd: string, flags: CheckFlags, terminal: Terminal): Promise<ExitCode> {
  const project = locateProject(cwd, flags.config);
  const outcome = await generateProject(project, "ignore", terminal.progress);
  terminal.progress("");
  const code = chooseExitCode(outcome, false);
  if (flags.json) terminal.out(jsonReport(code, outcome, outcome.problem));
  else if (flags.format === "github") for (const line of githubAnnotations(outcome)) terminal.out(line);
  else if (!(await printFindings(outcome, cwd, terminal, { writes: false }))) {
    const { colors } = terminal;
    const warnings = outcome.diagnostics.length;
    const found = warnings === 0 ? "no problems found" : count(warnings, "warning");
    terminal.log(`${colors.green("✔")} ${count(outcome.definitions, "definition file")}: ${found}`);
  }
  return code;
}
