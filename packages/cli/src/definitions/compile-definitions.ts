import { once } from "node:events";
import { Worker } from "node:worker_threads";
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

/** Node 20 runs no TypeScript, so a command that is run from source has no thread to start. */
const isSource = import.meta.url.endsWith(".ts");

/**
 * Does the same in a thread that ends before it returns, because the TypeScript compiler takes 130 MB. If that fails, compiles in this
 * thread, where errors have their classes.
 */
export async function compileInThread(project: Project): Promise<CompiledDefinitions> {
  if (isSource) return compileDefinitions(project);
  // The path is relative to the bundle of this module.
  const worker = new Worker(new URL("./definitions/compile-worker.js", import.meta.url), {
    workerData: project,
    execArgv: [],
  });
  try {
    const [compiled] = await once(worker, "message");
    return compiled;
  } catch {
    return compileDefinitions(project);
  } finally {
    await worker.terminate();
  }
}
