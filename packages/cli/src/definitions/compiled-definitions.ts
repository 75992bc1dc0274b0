import { loadCache, saveCache } from "../cache/build-cache.js";
import { inputsUnchanged } from "../cache/unchanged.js";
import { hasErrors } from "../generation/outcome.js";
import { locateProject, type Project } from "../project/project.js";
import type { Terminal } from "../terminal/terminal.js";
import { type CompiledDefinitions, compileInThread } from "./compile-definitions.js";
import { readDefinitions } from "./read-definitions.js";

/** End of the name of the cache file with compiled classes. */
const cacheName = "-classes";

/**
 * Returns the compiled definitions of a project: those of an earlier run if none of the files that it read has changed, because to load the
 * TypeScript compiler takes longer than to read 100,000 rows.
 */
export async function compiledDefinitions(project: Project, terminal: Terminal): Promise<CompiledDefinitions> {
  const cached = loadCache<CompiledDefinitions>(project, cacheName);
  if (cached?.from !== undefined && (await inputsUnchanged(project.root, cached.from))) return cached;
  terminal.progress("→ reading the definitions");
  const compiled = await compileInThread(project);
  terminal.progress("");
  if (compiled.from !== undefined && !hasErrors(compiled.diagnostics)) saveCache(project, cacheName, compiled);
  return compiled;
}

/**
 * Reads the compiled definitions of a project. If they have errors, or if there are none, prints that and returns undefined.
 */
export async function readCompiled(
  cwd: string,
  config: string | undefined,
  terminal: Terminal,
): Promise<CompiledDefinitions | undefined> {
  const compiled = await compiledDefinitions(locateProject(cwd, config), terminal);
  if (compiled.from !== undefined && !hasErrors(compiled.diagnostics)) return compiled;
  await readDefinitions(cwd, config, terminal, "accept");
  return undefined;
}
