import type { Report } from "../diagnostics/report.js";
import type { EntityDraft, PropertyDraft } from "../model/entity-draft.js";
import { createEvaluation } from "./evaluate.js";
import { Modules } from "./modules.js";
import { readDefinitionFile } from "./read-definition-file.js";
import type { SourceHost } from "./source-host.js";
import type { StaticMember } from "./static-value.js";
import { startOf } from "./text-place.js";

/** What to read. */
export interface DefinitionSources {
  readonly host: SourceHost;
  /** Paths of the definition files, as the host takes them. */
  readonly files: readonly string[];
  /** The tsconfig whose `paths` imports of definition files follow. */
  readonly tsconfig?: string;
}

/** The entities of all files, ordered by path and place; user code is read, never run. */
export function readDrafts({ host, files, tsconfig }: DefinitionSources, report: Report): EntityDraft[] {
  const modules = new Modules(host, tsconfig, report);
  const evaluation = createEvaluation(modules, report);
  const shared = new WeakMap<StaticMember, PropertyDraft>();
  return [...new Set(files)].sort().flatMap((path) => {
    const scope = modules.definitionFile(path);
    if (scope) return scope.valid ? readDefinitionFile(evaluation, scope, shared) : [];
    report.add(
      "definition.file-not-found",
      startOf(path),
      `The file ${path} cannot be read.`,
      "Name an existing file.",
    );
    return [];
  });
}
