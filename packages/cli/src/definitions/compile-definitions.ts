import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Diagnostic, FormerIndexRows, FormerResult, GeneratedFile } from "@tablewright/generator";
import type { BuildCache } from "../cache/build-cache.js";
import { type ProjectSource, readProject } from "../generation/read-project.js";
import type { Project } from "../project/project.js";
import { recordingHost } from "../project/read-files.js";

/**
 * Classes generated from a project's definitions and their lock file, compiled to JavaScript, with the diagnostics. Plain data that can be
 * sent between threads and stored in a file.
 */
export interface CompiledDefinitions {
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** Classes that read rows with former keys; none without a lock file. */
  readonly former: FormerResult;
  /** Rows of former indexes that may still be stored, by entity. */
  readonly formerIndexes: readonly (readonly [entity: string, rows: readonly FormerIndexRows[]])[];
  /** Tables that former definitions used. */
  readonly formerTables: readonly string[];
  /** Files that were read, as in the cache of `generate`; undefined if the config has errors, or if there are no definitions. */
  readonly from?: Pick<BuildCache, "settings" | "definitions" | "listing" | "inputs"> | undefined;
}

/** Passes on JavaScript that was compiled by {@link compileDefinitions}. */
export const asCompiled = { compileJavaScript: (text: string) => text };

/** Reads the definitions of a project, generates their classes and compiles these to JavaScript. */
export async function compileDefinitions(project: Project): Promise<CompiledDefinitions> {
  const generator = await import("@tablewright/generator");
  return compileSource(
    generator,
    project,
    readProject(generator, project, () => undefined, "accept", "ts"),
  );
}

/** Compiles the classes of definitions that were read, and generates those that read former rows. */
export function compileSource(
  generator: typeof import("@tablewright/generator"),
  project: Project,
  source: ProjectSource,
): CompiledDefinitions {
  const { diagnostics, settings, definitions, listing, lock } = source;
  const compile = (files: readonly GeneratedFile[]) =>
    files.map(({ path, text }) => ({ path, text: generator.compileJavaScript(text) }));
  const host = recordingHost(project.root);
  const former =
    settings === undefined || lock === undefined
      ? { files: [], classes: [] }
      : generator.generateFormer({ host, files: definitions, ...settings }, lock);
  return {
    files: compile(source.files),
    diagnostics,
    former: { ...former, files: compile(former.files) },
    formerIndexes: lock === undefined ? [] : [...generator.formerIndexes(lock)],
    formerTables: lock === undefined ? [] : [...generator.formerTables(lock)],
    ...(settings !== undefined &&
      definitions.length > 0 && {
        from: { settings, definitions, listing, inputs: Object.fromEntries(source.inputs) },
      }),
  };
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
