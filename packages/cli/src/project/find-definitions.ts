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
export function findDefinitions(
  root: string,
  { definitions, outDir }: Settings,
  folders = new SearchedFolders(),
): readonly string[] {
  const output = outDir === "." ? "" : `${escapePath(outDir)}/`;
  const ignore = ["**/node_modules/**", `${output}*.gen.ts`, `${output}index.ts`];
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

/** Each file once, though symbolic links lead to it on several paths: by the path without links, else by the shortest. */
function withoutRepetition(root: string, paths: readonly string[]): readonly string[] {
  const realRoot = realpathSync(root);
  const found = paths.map((path) => ({ path, file: realPath(join(root, path)) }));
  const rank = ({ path, file }: (typeof found)[number]) => (file === join(realRoot, path) ? 0 : path.length);
  const worstFirst = found.sort((a, b) => rank(b) - rank(a));
  return [...new Map(worstFirst.map(({ path, file }) => [file, path])).values()].sort();
}

/** A link that leads nowhere stands for itself, and is reported when it is read. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return join(realpathSync(dirname(file)), basename(file));
  }
}
