import type { GeneratedFile } from "@tablewright/generator";
import { outcomeOf } from "../generation/outcome.js";
import { readProject } from "../generation/read-project.js";
import { locateProject } from "../project/project.js";
import { printFindings } from "../report/print-outcome.js";
import type { Terminal } from "../terminal.js";

/** What the definitions of a project generate, and the generator itself, which is loaded for it. */
export interface Definitions {
  readonly files: readonly GeneratedFile[];
  readonly generator: typeof import("@tablewright/generator");
}

/** The project's definitions, whether or not its generated files are up to date; undefined once their errors are printed. */
export async function readDefinitions(
  cwd: string,
  config: string | undefined,
  terminal: Terminal,
): Promise<Definitions | undefined> {
  const project = locateProject(cwd, config);
  const generator = await import("@tablewright/generator");
  const source = readProject(generator, project, terminal.progress, "ignore");
  terminal.progress("");
  const outcome = outcomeOf(project, { ...source, inputs: {}, outputs: {} }, []);
  const errors = outcome.diagnostics.filter(({ severity }) => severity === "error");
  const hasFailed = await printFindings({ ...outcome, diagnostics: errors }, cwd, terminal, { writes: false });
  return hasFailed ? undefined : { files: source.files, generator };
}
