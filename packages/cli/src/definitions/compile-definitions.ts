import type { Diagnostic, GeneratedFile } from "@tablewright/generator";
import { readProject } from "../generation/read-project.js";
import type { Project } from "../project/project.js";

/** Generated classes of a project's definitions as JavaScript, and findings. Plain data, which a thread can pass to another. */
export interface CompiledDefinitions {
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the definitions of a project, and compiles the classes that the generator makes from them. */
export async function compileDefinitions(project: Project): Promise<CompiledDefinitions> {
  const generator = await import("@tablewright/generator");
  const { files, diagnostics } = readProject(generator, project, () => undefined, "ignore");
  const compiled = files.map(({ path, text }) => ({ path, text: generator.compileJavaScript(text) }));
  return { files: compiled, diagnostics };
}
