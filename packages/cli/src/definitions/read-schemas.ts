import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { buildOutcome } from "../generation/outcome.js";
import { printFindings } from "../generation/print-outcome.js";
import { locateProject, type Project } from "../project/project.js";
import type { Terminal } from "../terminal/terminal.js";
import { type CompiledDefinitions, compileDefinitions } from "./compile-definitions.js";
import { type AnySchema, loadSchemas } from "./load-schema.js";

/**
 * Reads the schemas of all entities, for commands that then read many rows: the TypeScript compiler takes 130 MB, so it runs in a thread
 * that ends before. Returns none for a project without definitions, and undefined after printing their errors.
 */
export async function readSchemas(
  cwd: string,
  config: string | undefined,
  terminal: Terminal,
): Promise<AnySchema[] | undefined> {
  const project = locateProject(cwd, config);
  terminal.progress("→ reading the definitions");
  const { files, diagnostics } = await compileApart(project);
  terminal.progress("");
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const outcome = buildOutcome(project, { diagnostics: errors, definitions: [], inputs: {}, outputs: {} }, []);
  const hasFailed = await printFindings(outcome, cwd, terminal, { writes: false });
  return hasFailed ? undefined : loadSchemas(files, { compileJavaScript: (text) => text });
}

/** Node 20 runs no TypeScript, so a command that is run from source has no thread to start. */
const isSource = import.meta.url.endsWith(".ts");

/** Compiles definitions in a thread; if that fails, in this one, where errors have their classes. */
async function compileApart(project: Project): Promise<CompiledDefinitions> {
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
