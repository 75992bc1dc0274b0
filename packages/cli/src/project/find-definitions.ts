import { type Dirent, lstatSync, type PathLike, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { escapePath, globSync } from "tinyglobby";
import { InputError } from "../errors/input-error.js";
import type { Settings } from "./settings.js";

/**
 * Returns the paths of the definition files, relative to the root with `/` as separator, ordered by name. Skips node_modules and
 * generated files.
 * @throws InputError `definition.folder-unreadable` if a folder that may contain definitions cannot be read
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
    const help = `Make it readable, or exclude it: add "!${folder}/**" to \`definitions\` in tablewright.config.ts.`;
    const message = `Cannot search the folder ${folder} for definitions (${unreadable.code}).`;
    throw new InputError("definition.folder-unreadable", message, help);
  }
  return folders.hasLinks ? withoutRepetition(root, found) : found;
}

/**
 * Returns each file only once, even if symbolic links lead to it by several paths. Of these, returns the path without links if there is
 * one, otherwise the shortest path.
 */
function withoutRepetition(root: string, paths: readonly string[]): readonly string[] {
  const realRoot = realpathSync(root);
  const found = paths.map((path) => ({ path, file: realPath(join(root, path)) }));
  const rank = ({ path, file }: (typeof found)[number]) => (file === join(realRoot, path) ? 0 : path.length);
  const worstFirst = found.sort((a, b) => rank(b) - rank(a));
  return [...new Map(worstFirst.map(({ path, file }) => [file, path])).values()].sort();
}

/**
 * Resolves the links in a path. If the file is a broken link, resolves only its folder; a later read of the file then reports the error.
 */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return join(realpathSync(dirname(file)), basename(file));
  }
}

/**
 * File system that the search for definition files uses. The search skips folders that it cannot read. This class records these folders, so
 * that a definition in one of them is not mistaken for a deleted definition.
 */
export class SearchedFolders {
  /** Folders that could not be read, including broken links that should lead to folders, each with its error code. */
  readonly unreadable: { readonly path: string; readonly code: string | undefined }[] = [];
  /** True if the search found any symbolic link. */
  hasLinks = false;
  readonly #broken = new Set<string>();
  readonly #read: typeof readdirSync;

  constructor(read: typeof readdirSync = readdirSync) {
    this.#read = read;
  }

  readonly readdirSync = ((path: string, options: { withFileTypes: true }) => {
    try {
      return this.#read(path, options).map(asFound);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const folder = path.replace(/[\\/]$/, "");
      const isMissing = (code === "ENOENT" || code === "ENOTDIR") && !this.#broken.has(folder);
      if (!isMissing) this.unreadable.push({ path: folder, code });
      throw error;
    }
  }) as typeof readdirSync;

  readonly realpathSync = ((path: string) => {
    this.hasLinks = true;
    try {
      return realpathSync(path);
    } catch (error) {
      // A link that leads back to itself leads to no folder, so it hides no definitions and need not be reported.
      if ((error as NodeJS.ErrnoException).code === "ELOOP" && isLikeFolder(path)) throw error;
      this.#broken.add(path);
      return path;
    }
  }) as typeof realpathSync;

  /** Treats a broken link as the file or folder that its name suggests, so that the error is reported when it is read or searched. */
  readonly statSync = ((path: string): Stats => {
    if (!this.#broken.has(path)) return statSync(path);
    return isLikeFolder(path) ? statSync(dirname(path)) : lstatSync(path);
  }) as typeof statSync;
}

/**
 * Makes the search treat a pipe, socket or device as a file. If the search skipped it, a definition that was at this path before would
 * count as deleted, and its class would be removed.
 */
function asFound(entry: Dirent): Dirent {
  const isSpecial = entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice();
  return isSpecial ? Object.assign(entry, { isFile: () => true }) : entry;
}

function isLikeFolder(path: PathLike): boolean {
  return !basename(path.toString()).includes(".");
}
