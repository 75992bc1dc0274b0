import { generateProject } from "../../generation/generate-project.js";
import { jsonReport } from "../../generation/json-report.js";
import { chooseExitCode, isStale, type Outcome } from "../../generation/outcome.js";
import { printDone, printFiles, printFindings, summary } from "../../generation/print-outcome.js";
import { locateProject } from "../../project/project.js";
import type { ExitCode } from "../../terminal/exit-code.js";
import type { Terminal } from "../../terminal/terminal.js";
import { count } from "../../terminal/terminal.js";

/** Options of `generate`. */
export interface GenerateFlags {
  readonly config?: string;
  readonly check?: boolean;
  readonly dryRun?: boolean;
  readonly accept?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
}

/** Writes the generated classes of all definitions. With `--dry-run` or `--check`, only prints which files are out of date. */
export async function generate(cwd: string, flags: GenerateFlags, terminal: Terminal): Promise<ExitCode> {
  const locate = () => locateProject(cwd, flags.config);
  if (flags.watch) {
    const { watch } = await import("./watch/watch.js");
    return watch(locate, terminal);
  }
  const project = locate();
  const checking = flags.check === true;
  const mode = checking || flags.dryRun ? "compare" : "write";
  const outcome = await generateProject(project, mode, terminal.progress, flags.accept ? "accept" : "compare");
  terminal.progress("");
  const code = chooseExitCode(outcome, checking);
  if (flags.json) terminal.out(jsonReport(code, outcome, outcome.problem));
  else if (!(await printFindings(outcome, cwd, terminal, { writes: true }))) {
    printFiles(outcome.files, terminal);
    if (checking) printChecked(outcome, terminal);
    else printDone(outcome, flags.dryRun === true, terminal);
  }
  return code;
}

function printChecked(outcome: Outcome, { log, colors }: Terminal): void {
  const { files } = outcome;
  if (!isStale(outcome)) {
    log(`${colors.green("✔")} ${count(files.length, "generated file")} up to date`);
    return;
  }
  const stale = files.filter(({ status }) => status !== "unchanged");
  log(`${colors.red("✖")} ${count(stale.length, "generated file")} out of date: ${summary(stale)}`);
  log(`  ${colors.green("→")} Run: npx tablewright generate`);
}
