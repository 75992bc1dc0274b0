import { type Dirent, lstatSync, type PathLike, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { escapePath, globSync } from "tinyglobby";
import { InputError } from "../errors/input-error.js";
import type { Settings } from "./settings.js";

/**
 * Finds the definition files, relative to the root with `/`, ordered by name. Skips node_modules and generated files.
 * @throws InputError `definition.folder-unreadable` if an unreadable folder may contain definitions
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
 * Returns each file once, even if symbolic links lead to it on several paths: under the path without links, else under the shortest path.
 */
function withoutRepetition(root: string, paths: readonly string[]): readonly string[] {
  const realRoot = realpathSync(root);
  const found = paths.map((path) => ({ path, file: realPath(join(root, path)) }));
  const rank = ({ path, file }: (typeof found)[number]) => (file === join(realRoot, path) ? 0 : path.length);
  const worstFirst = found.sort((a, b) => rank(b) - rank(a));
  return [...new Map(worstFirst.map(({ path, file }) => [file, path])).values()].sort();
}

/** Resolves a path. Returns a broken link as it is; reading it reports the error. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return join(realpathSync(dirname(file)), basename(file));
  }
}

/**
 * File system for the file search. The search itself skips whatever it cannot read. This class records it, so that unreachable definitions
 * are not mistaken for deleted ones.
 */
export class SearchedFolders {
  /** Folders, or links that should lead to folders, that could not be read. */
  readonly unreadable: { readonly path: string; readonly code: string | undefined }[] = [];
  /** True if there was any symbolic link. */
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
      // A circular link to a folder leads to no definitions.
      if ((error as NodeJS.ErrnoException).code === "ELOOP" && isLikeFolder(path)) throw error;
      this.#broken.add(path);
      return path;
    }
  }) as typeof realpathSync;

  /** Treats a broken link as the file or folder that its name suggests, so that reading or searching it reports the error. */
  readonly statSync = ((path: string): Stats => {
    if (!this.#broken.has(path)) return statSync(path);
    return isLikeFolder(path) ? statSync(dirname(path)) : lstatSync(path);
  }) as typeof statSync;
}

/** Treats a pipe, a socket or a device as a file. Skipping it would remove the class of the definition that was there. */
function asFound(entry: Dirent): Dirent {
  const isSpecial = entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice();
  return isSpecial ? Object.assign(entry, { isFile: () => true }) : entry;
}

function isLikeFolder(path: PathLike): boolean {
  return !basename(path.toString()).includes(".");
}
