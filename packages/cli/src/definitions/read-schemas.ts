import { locateProject } from "../project/project.js";
import type { Terminal } from "../terminal/terminal.js";
import { asCompiled } from "./compile-definitions.js";
import { compiledDefinitions } from "./compiled-definitions.js";
import { type AnySchema, loadSchemas } from "./load-schema.js";
import { printErrors } from "./read-definitions.js";

/**
 * Reads the schemas of all entities, for commands that then read many rows. Returns an empty list for a project without definitions. If
 * the definitions have errors, prints the errors and returns undefined.
 */
export async function readSchemas(
  cwd: string,
  config: string | undefined,
  terminal: Terminal,
): Promise<AnySchema[] | undefined> {
  const project = locateProject(cwd, config);
  const { files, diagnostics } = await compiledDefinitions(project, terminal);
  if (await printErrors(project, { diagnostics }, cwd, terminal)) return undefined;
  return loadSchemas(files, asCompiled);
}
