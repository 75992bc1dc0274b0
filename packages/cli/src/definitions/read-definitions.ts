import type { GeneratedFile } from "@tablewright/generator";
import { buildOutcome, type Facts } from "../generation/outcome.js";
import { printFindings } from "../generation/print-outcome.js";
import { type LockUse, type ProjectSource, readProject } from "../generation/read-project.js";
import { locateProject, type Project } from "../project/project.js";
import type { Terminal } from "../terminal/terminal.js";

/** Classes generated from a project's definitions, and the generator module that was loaded to generate them. */
export interface Definitions {
  readonly files: readonly GeneratedFile[];
  readonly generator: typeof import("@tablewright/generator");
  readonly project: Project;
  readonly source: ProjectSource;
}

/**
 * Reads the project's definitions and generates their classes in memory, even if the generated files on disk are out of date. If the
 * definitions have errors, prints them and returns undefined.
 * @param needsSome false to accept a project without definitions
 */
export async function readDefinitions(
  cwd: string,
  config: string | undefined,
  terminal: Terminal,
  lockUse: LockUse = "ignore",
  needsSome = true,
): Promise<Definitions | undefined> {
  const project = locateProject(cwd, config);
  const generator = await import("@tablewright/generator");
  const { problem, ...source } = readProject(generator, project, terminal.progress, lockUse);
  terminal.progress("");
  const { files, diagnostics } = source;
  const findings = { diagnostics, ...(needsSome && problem && { problem }) };
  if (await printErrors(project, findings, cwd, terminal)) return undefined;
  return { files, generator, project, source };
}

/** Prints the errors in definitions, without the warnings. Returns whether there are any errors. */
export function printErrors(
  project: Project,
  { diagnostics, ...findings }: Pick<Facts, "diagnostics" | "problem">,
  cwd: string,
  terminal: Terminal,
): Promise<boolean> {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const facts = { ...findings, diagnostics: errors, definitions: [], inputs: {}, outputs: {} };
  return printFindings(buildOutcome(project, facts, []), cwd, terminal, { writes: false });
}
