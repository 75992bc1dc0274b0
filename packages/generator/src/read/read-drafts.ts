import type { Report } from "../diagnostics/report.js";
import type { EntityDraft, PropertyDraft } from "./entity/entity-draft.js";
import { createEvaluation } from "./evaluate/evaluate.js";
import type { StaticMember } from "./evaluate/static-value.js";
import { Modules } from "./project/modules.js";
import type { SourceHost } from "./project/source-host.js";
import { findFileStart } from "./project/text-place.js";
import { reportTooDeep, unlessTooDeep } from "./project/too-deep.js";
import { exportOne, readDefinitionFile } from "./read-definition-file.js";

/** Definition files to read. */
export interface DefinitionSources {
  readonly host: SourceHost;
  /** Paths of the definition files, in the form that the host expects. */
  readonly files: readonly string[];
  /** Path of the tsconfig whose `paths` apply to the imports of the definition files. */
  readonly tsconfig?: string;
}

/** Reads the entities of all definition files as drafts, ordered by file path and position. Never runs the files. */
export function readDrafts({ host, files, tsconfig }: DefinitionSources, report: Report): EntityDraft[] {
  const paths = [...new Set(files)].sort();
  const modules = new Modules(host, tsconfig, report);
  modules.compilerOptions();
  const evaluation = createEvaluation(modules, report, paths);
  const shared = new WeakMap<StaticMember, PropertyDraft>();
  const read = (path: string, text: string): EntityDraft[] => {
    const scope = modules.definitionFile(path, text);
    if (!scope.valid) return [];
    const drafts = unlessTooDeep(() => readDefinitionFile(evaluation, scope, shared));
    if (drafts === undefined) reportTooDeep(path, report);
    return drafts ?? [];
  };
  const drafts = paths.flatMap((path) => {
    const text = host.readFile(path);
    if (text !== undefined) return read(path, text);
    const message = `The file ${path} cannot be read.`;
    report.add("definition.file-not-found", findFileStart(path), message, "Name an existing file, or repair the link.");
    return [];
  });
  const [first] = paths;
  if (drafts.length === 0 && report.errors === 0 && first !== undefined) {
    const message = "No definition file exports an entity.";
    report.add("definition.none", findFileStart(first), message, exportOne);
  }
  return drafts;
}
