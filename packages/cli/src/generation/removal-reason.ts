import { join } from "node:path";
import { displayPath, type Project } from "../project/project.js";
import { isTaken } from "../project/read-files.js";

/**
 * Returns the reason why a generated file is removed, as text to print.
 * @param source definition file that it was generated from, relative to the root; undefined if it was generated from all definitions
 * @param definitions all definition files of this run, relative to the root
 */
export function removalReason(project: Project, source: string | undefined, definitions: readonly string[]): string {
  if (source === undefined) return "no definition needs it any more";
  const shown = displayPath(project, source);
  if (definitions.includes(source)) return `${shown} no longer defines it`;
  if (!isTaken(join(project.root, source))) return `${shown} no longer exists`;
  return `${shown} still exists, but \`definitions\` does not match it`;
}
