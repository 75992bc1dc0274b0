import type { Diagnostic } from "@tablewright/generator";
import { hasErrors, outcomeOf } from "../../generation/outcome.js";
import { readProject } from "../../generation/read-project.js";
import type { Project } from "../../project/project.js";
import { recordingHost } from "../../project/read-files.js";
import { printFindings } from "../../report/print-outcome.js";
import type { Terminal } from "../../terminal.js";
import { DeclaredEntities } from "./declared-entities.js";

/** What a project declares so far, or the errors in it, which are printed. */
export type Declared =
  | { readonly generator: typeof import("@tablewright/generator"); readonly declared: DeclaredEntities }
  | { readonly errors: readonly Diagnostic[] };

/** Reads the definitions of a project, which may have none. */
export async function readDeclared(project: Project, terminal: Terminal): Promise<Declared> {
  const generator = await import("@tablewright/generator");
  const source = readProject(generator, project, terminal.progress, "ignore");
  terminal.progress("");
  const { settings } = source;
  if (settings !== undefined && !hasErrors(source.diagnostics)) {
    return { generator, declared: new DeclaredEntities(generator, recordingHost(project.root), source, settings) };
  }
  const outcome = outcomeOf(project, { ...source, inputs: {}, outputs: {} }, []);
  const errors = outcome.diagnostics.filter(({ severity }) => severity === "error");
  await printFindings({ ...outcome, diagnostics: errors }, project.cwd, terminal, { writes: true });
  return { errors };
}
