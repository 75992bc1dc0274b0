import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { toInputError } from "../../../errors/input-error.js";
import { generateProject } from "../../../generation/generate-project.js";
import { isStale } from "../../../generation/outcome.js";
import { printDone, printFiles, printFindings, printProblem } from "../../../generation/print-outcome.js";
import type { Project } from "../../../project/project.js";
import type { ExitCode } from "../../../terminal/exit-code.js";
import { Interruption } from "../../../terminal/interruption.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { FileChanges } from "./file-changes.js";
import { watchedPaths } from "./watched-paths.js";

/**
 * Generates the classes, and does so again whenever a definition, one of its imports, the config or a tsconfig is changed, created or
 * deleted. If a generated file is deleted or edited, it is restored. After an error, prints it and waits for the next change. A signal ends
 * the watch after the current round. Each round starts to watch the files before it reads them, so it misses no change in between. A folder
 * that version control replaces as a whole is watched again in the next round.
 * @param locate finds the project; called in each round, because a config that the user named can be deleted
 * @returns the exit code of the signal
 */
export async function watch(locate: () => Project, terminal: Terminal): Promise<ExitCode> {
  const { root } = locate();
  using interruption = new Interruption();
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
      const code = await Promise.race([interruption.ended, changes.changed]);
      if (code !== undefined) return code;
    } finally {
      changes.close();
    }
  }
}

/**
 * Returns a function that runs one round: it generates, prints the output if that differs from the previous round's, and returns the paths
 * to watch. If the project cannot be read, it returns the paths of the previous round.
 */
function generateAndPrint(locate: () => Project, terminal: Terminal): () => Promise<readonly string[]> {
  let dependencies: readonly string[] = [locate().root];
  let printed: string | undefined;
  return async () => {
    try {
      const project = locate();
      const outcome = await generateProject(project, "write", terminal.progress, "compare");
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
      const problem = toInputError(error);
      if (problem === undefined) throw error;
      if (problem.message !== printed) printProblem(problem, terminal);
      printed = problem.message;
    } finally {
      terminal.progress("");
    }
    return dependencies;
  };
}
