import type { GeneratedFile } from "../emit/generated-file.js";
import { generatedMark } from "../emit/generated-file.js";
import type { OutputFileSystem } from "./output-file-system.js";
import { processOf } from "./output-file-system.js";

/**
 * What is to happen to a file of the output folder.
 * `write`: it is new or differs. `unchanged`: it is there already. `remove`: it was generated, and no definition produces it any
 * more, or it is what a killed run left behind. `blocked`: a file of that name was not generated, and so will not be replaced.
 */
export type OutputAction = "write" | "unchanged" | "remove" | "blocked";

/** What is to become of a file. */
export interface OutputChange {
  /** Relative to the project's root, with `/`. */
  readonly path: string;
  readonly action: OutputAction;
  /** The text to write; absent for `remove`. */
  readonly text?: string;
}

/** Ordered by path. */
export type OutputPlan = readonly OutputChange[];

/**
 * Compares generated files with the output folder and changes nothing. Files that do not begin with our header are the
 * user's: they are neither in the plan nor, where they stand in the way, replaced.
 */
export function planOutput(files: readonly GeneratedFile[], outDir: string, fileSystem: OutputFileSystem): OutputPlan {
  const produced = new Set(files.map(({ path }) => path));
  const names = fileSystem.list(outDir);
  const isStale = (path: string) => path.endsWith(".ts") && !produced.has(path) && isGenerated(fileSystem.read(path));
  // To look for each file where there is none would take longer than to write it.
  const existing = (path: string) => (names.length === 0 ? undefined : fileSystem.read(path));
  const stale = names
    .filter((name) => processOf(name) !== undefined || isStale(`${outDir}/${name}`))
    .map((name) => `${outDir}/${name}`);
  const changes: OutputChange[] = [
    ...files.map(({ path, text }) => ({ path, text, action: actionFor(text, existing(path)) })),
    ...stale.map((path) => ({ path, action: "remove" as const })),
  ];
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Git may check files out with CRLF; that is no change. An empty file, as a power cut leaves one, holds nothing of the user's. */
function actionFor(text: string, existing: string | undefined): OutputAction {
  if (existing === undefined || existing === "") return "write";
  if (existing === text || existing.replaceAll("\r\n", "\n") === text) return "unchanged";
  return isGenerated(existing) ? "write" : "blocked";
}

function isGenerated(text: string | undefined): boolean {
  return text?.startsWith(generatedMark) ?? false;
}
