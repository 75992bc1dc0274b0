import { realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { escapePath, globSync } from "tinyglobby";
import { InputError } from "../input-error.js";
import { SearchedFolders } from "./searched-folders.js";
import type { Settings } from "./settings.js";

/**
 * The definition files, relative to the root with `/`, in the order of their names. Nothing of node_modules or generated.
 * @throws InputError `definition.folder-unreadable` when there may be definitions that were not found
 */
export function findDefinitions(root: string, { definitions, outDir }: Settings): readonly string[] {
  const output = outDir === "." ? "" : `${escapePath(outDir)}/`;
  const ignore = ["**/node_modules/**", `${output}*.gen.ts`, `${output}index.ts`];
  const folders = new SearchedFolders();
  const found = globSync([...definitions], { cwd: root, ignore, expandDirectories: false, fs: folders }).sort();
  const [unreadable] = folders.unreadable;
  if (unreadable !== undefined) {
    const folder = relative(root, unreadable.path).replaceAll("\\", "/") || ".";
    const help = `Make it readable, or leave it out: add "!${folder}/**" to \`definitions\` in tablewright.config.ts.`;
    const message = `The folder ${folder} cannot be searched for definitions (${unreadable.code}).`;
    throw new InputError("definition.folder-unreadable", message, help);
  }
  return folders.hasLinks ? withoutRepetition(root, found) : found;
}

/** Each file once, though symbolic links lead to it on several paths: on the one without links, where that is among them. */
function withoutRepetition(root: string, paths: readonly string[]): readonly string[] {
  const realRoot = realpathSync(root);
  const byFile = new Map<string, string>();
  for (const path of paths) {
    const file = realPath(join(root, path));
    if (!byFile.has(file) || file === join(realRoot, path)) byFile.set(file, path);
  }
  return [...byFile.values()].sort();
}

/** A link that leads nowhere stands for itself, and is reported when it is read. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return join(realpathSync(dirname(file)), basename(file));
  }
}
