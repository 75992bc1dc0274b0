import type { Diagnostic } from "@tablewright/generator";
import { buildOutcome, hasErrors } from "../../generation/outcome.js";
import { printFindings } from "../../generation/print-outcome.js";
import { readProject } from "../../generation/read-project.js";
import type { Project } from "../../project/project.js";
import { recordingHost } from "../../project/read-files.js";
import type { Terminal } from "../../terminal/terminal.js";
import { CurrentEntities } from "./current-entities.js";

/** Entities that a project declares, or the errors in its definitions. The errors are already printed. */
export type ProjectEntities =
  | { readonly generator: typeof import("@tablewright/generator"); readonly current: CurrentEntities }
  | { readonly errors: readonly Diagnostic[] };

/** Reads the definitions of a project. A project without definitions has no entities. */
export async function readCurrentEntities(project: Project, terminal: Terminal): Promise<ProjectEntities> {
  const generator = await import("@tablewright/generator");
  const source = readProject(generator, project, terminal.progress, "ignore");
  terminal.progress("");
  const { settings } = source;
  if (settings !== undefined && !hasErrors(source.diagnostics)) {
    return { generator, current: new CurrentEntities(generator, recordingHost(project.root), source, settings) };
  }
  const outcome = buildOutcome(project, { ...source, inputs: {}, outputs: {} }, []);
  const errors = outcome.diagnostics.filter(({ severity }) => severity === "error");
  await printFindings({ ...outcome, diagnostics: errors }, project.cwd, terminal, { writes: true });
  return { errors };
}
