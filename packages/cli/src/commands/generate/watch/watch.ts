import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { inputErrorOf } from "../../../errors/input-error.js";
import { generateProject } from "../../../generation/generate-project.js";
import { isStale } from "../../../generation/outcome.js";
import { printDone, printFiles, printFindings, printProblem } from "../../../generation/print-outcome.js";
import type { Project } from "../../../project/project.js";
import type { ExitCode } from "../../../terminal/exit-code.js";
import { untilSignal } from "../../../terminal/exit-code.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { FileChanges } from "./file-changes.js";
import { watchedPaths } from "./watched-paths.js";

/**
 * Generates, and again whenever a definition, something that it imports, the config or a tsconfig changes, comes or goes. A
 * generated file that is deleted or edited gets its text back. Mistakes are printed and waited out. Ends with the first signal,
 * after the work in hand.
 *
 * The files are watched anew for each round, and read after that: no change falls between, and a folder that was replaced as a
 * whole, as version control does, is not watched as the one that it was.
 *
 * @param locate finds the project, again for each round: a config that was named may have gone
 */
export async function watch(locate: () => Project, terminal: Terminal): Promise<ExitCode> {
  const { root } = locate();
  const ended = untilSignal();
  const generate = generateAndPrint(locate, terminal);
  let dependencies = await generate();
  const known = new Set<string>();
  let isNew = true;
  for (;;) {
    const watched = dependencies;
    const changes = new FileChanges(watchedPaths(root, watched, known));
    try {
      dependencies = await generate();
      if (!isDeepStrictEqual(dependencies, watched)) continue;
      if (isNew) terminal.log("Watching for changes. Press Ctrl-C to stop.");
      isNew = false;
      const code = await Promise.race([ended, changes.changed]);
      if (code !== undefined) return code;
    } finally {
      changes.close();
    }
  }
}

/** One round; prints only what is new. Returns the paths to watch, which are those of before where reading failed. */
function generateAndPrint(locate: () => Project, terminal: Terminal): () => Promise<readonly string[]> {
  let dependencies: readonly string[] = [locate().root];
  let printed: string | undefined;
  return async () => {
    try {
      const project = locate();
      const outcome = await generateProject(project, "write", terminal.progress);
      dependencies = outcome.dependencies.map((path) => resolve(project.root, path));
      const findings = JSON.stringify([outcome.diagnostics, outcome.problem?.message]);
      if (findings === printed && !isStale(outcome)) return dependencies;
      printed = findings;
      if (await printFindings(outcome, project.cwd, terminal, { writes: true })) return dependencies;
      printFiles(
        outcome.files.filter(({ status }) => status !== "unchanged"),
        terminal,
      );
      printDone(outcome, false, terminal);
    } catch (error) {
      const problem = inputErrorOf(error);
      if (problem === undefined) throw error;
      if (problem.message !== printed) printProblem(problem, terminal);
      printed = problem.message;
    } finally {
      terminal.progress("");
    }
    return dependencies;
  };
}
