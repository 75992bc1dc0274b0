import type { GeneratedFile } from "../emit/generated-file.js";
import { generatedMark } from "../emit/generated-file.js";
import type { OutputFileSystem } from "./output-file-system.js";
import { parseProcess } from "./temporary-name.js";

/**
 * Planned action for a file of the output folder. `write`: it is new or different. `unchanged`: it exists with the same text. `remove`: it
 * was generated and no definition produces it any more, or a killed process has left it. `blocked`: a file with that name was not
 * generated, so it must not be replaced.
 */
export type OutputAction = "write" | "unchanged" | "remove" | "blocked";

/** Planned action for one file. */
export interface OutputChange {
  /** Path relative to the project's root, with `/`. */
  readonly path: string;
  readonly action: OutputAction;
  /** Generated text of the file; absent for `remove`. */
  readonly text?: string;
}

/** Planned actions for all files of the output folder, ordered by path. */
export type OutputPlan = readonly OutputChange[];

/**
 * Compares generated files with the output folder, and returns the files to write and remove. Changes nothing. A file that does not begin
 * with the generated header belongs to the user. It is not in the plan, and blocks a generated file of the same name.
 * @param outDir output folder
 */
export function planOutput(files: readonly GeneratedFile[], outDir: string, fileSystem: OutputFileSystem): OutputPlan {
  const produced = new Set(files.map(({ path }) => path));
  const names = fileSystem.list(outDir);
  const isStale = (path: string) => /\.[jt]s$/.test(path) && !produced.has(path) && isGenerated(fileSystem.read(path));
  // If the folder is empty, no file is looked up in it, because that would take longer than writing the files.
  const existing = (path: string) => (names.length === 0 ? undefined : fileSystem.read(path));
  const stale = names
    .filter((name) => parseProcess(name) !== undefined || isStale(`${outDir}/${name}`))
    .map((name) => `${outDir}/${name}`);
  const changes: OutputChange[] = [
    ...files.map(({ path, text }) => ({ path, text, action: actionFor(text, existing(path)) })),
    ...stale.map((path) => ({ path, action: "remove" as const })),
  ];
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Determines the action for a generated file. If Git checked it out with CRLF, it counts as unchanged. An empty file, which a power failure
 * can leave, is overwritten, because it has no text of the user.
 */
function actionFor(text: string, existing: string | undefined): OutputAction {
  if (existing === undefined || existing === "") return "write";
  if (existing === text || existing.replaceAll("\r\n", "\n") === text) return "unchanged";
  return isGenerated(existing) ? "write" : "blocked";
}

function isGenerated(text: string | undefined): boolean {
  return text?.startsWith(generatedMark) ?? false;
}
