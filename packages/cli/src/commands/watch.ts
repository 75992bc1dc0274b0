import { resolve } from "node:path";
import { watch as watchFiles } from "chokidar";
import type { ExitCode } from "../exit-code.js";
import { generateProject } from "../generation/generate-project.js";
import { isStale } from "../generation/outcome.js";
import { inputErrorOf } from "../input-error.js";
import type { Project } from "../project/project.js";
import { watchedPaths } from "../project/watched-paths.js";
import { printDone, printFiles, printFindings } from "../report/print-outcome.js";
import { printProblem } from "../report/print-problem.js";
import type { Terminal } from "../report/terminal.js";
import { untilSignal } from "./until-signal.js";

/** How long the files must be at rest before they are read: editors write in several steps. */
const restMs = 50;

/** After a round the files are looked at once more: a file in a folder that has just come may change before it is watched. */
const settledMs = 500;

/**
 * Generates, and again whenever a definition, something that it imports, the config or a tsconfig changes, comes or goes. What
 * the user did wrong is printed and waited out. Ends with the first signal, after the work in hand.
 */
export async function watch(project: Project, terminal: Terminal): Promise<ExitCode> {
  const ended = untilSignal();
  const generate = generateAndPrint(project, terminal);
  let watched = watchedPaths(project.root, await generate());
  const watcher = watchFiles([...watched.folders], {
    ignoreInitial: true,
    ignored: (path) => watched.isIgnored(path),
  });
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  let ending = false;
  try {
    const broken = new Promise<never>((_, reject) => {
      const work = async () => {
        watched = watchedPaths(project.root, await generate());
        if (!ending) watcher.add([...watched.folders]);
      };
      const lookIn = (delayMs: number, next: () => void) => {
        clearTimeout(timer);
        if (ending) return;
        timer = setTimeout(() => {
          working = working.then(work).then(next).catch(reject);
        }, delayMs);
      };
      const lookOnceMore = () => lookIn(settledMs, () => {});
      watcher.on("error", reject);
      watcher.on("all", () => lookIn(restMs, lookOnceMore));
      watcher.once("ready", () => {
        // Something may have changed between the first reading and the first watching.
        working = working.then(work).then(() => terminal.note("Watching for changes. Press Ctrl-C to end."), reject);
      });
    });
    return await Promise.race([ended, broken]);
  } finally {
    ending = true;
    clearTimeout(timer);
    await working;
    await watcher.close();
  }
}

/** One round; prints only what is new. Returns the paths to watch, which are those of before where reading failed. */
function generateAndPrint(project: Project, terminal: Terminal): () => Promise<readonly string[]> {
  let dependencies: readonly string[] = [project.root];
  let printed: string | undefined;
  return async () => {
    try {
      const outcome = await generateProject(project, "write", terminal.progress);
      dependencies = outcome.dependencies.map((path) => resolve(project.root, path));
      const findings = JSON.stringify([outcome.diagnostics, outcome.problem?.message]);
      if (findings === printed && !isStale(outcome)) return dependencies;
      printed = findings;
      if (await printFindings(outcome, project.cwd, terminal)) return dependencies;
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
