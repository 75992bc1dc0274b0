import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Diagnostic, GeneratedFile } from "@tablewright/generator";
import { readProject } from "../generation/read-project.js";
import type { Project } from "../project/project.js";

/**
 * Classes generated from a project's definitions, compiled to JavaScript, with the diagnostics. Plain data that can be sent between
 * threads.
 */
export interface CompiledDefinitions {
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the definitions of a project, generates their classes and compiles these to JavaScript. */
export async function compileDefinitions(project: Project): Promise<CompiledDefinitions> {
  const generator = await import("@tablewright/generator");
  const { files, diagnostics } = readProject(generator, project, () => undefined, "accept", "ts");
  const compiled = files.map(({ path, text }) => ({ path, text: generator.compileJavaScript(text) }));
  return { files: compiled, diagnostics };
}

/** True if this file runs as TypeScript source. Node 20 cannot start a thread from TypeScript, so no thread is used then. */
const isSource = import.meta.url.endsWith(".ts");

/**
 * Does the same as {@link compileDefinitions} in a separate thread. The thread ends before this function returns, which frees the 130 MB
 * that the TypeScript compiler takes. If the thread fails, compiles again in the calling thread, where errors keep their classes.
 */
export async function compileInThread(project: Project): Promise<CompiledDefinitions> {
  if (isSource) return compileDefinitions(project);
  // This module is bundled into a file in the folder above, so the path is relative to that folder.
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
