import { type Dirent, lstatSync, type PathLike, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { escapePath, globSync } from "tinyglobby";
import { InputError } from "../errors/input-error.js";
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
    const help = `Make it readable, or exclude it: add "!${folder}/**" to \`definitions\` in tablewright.config.ts.`;
    const message = `Cannot search the folder ${folder} for definitions (${unreadable.code}).`;
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

/**
 * The file system as a search for files sees it. The search itself passes over what it cannot read; here that is noted, so that
 * definitions which are merely out of reach are not taken for deleted ones.
 */
export class SearchedFolders {
  /** Folders that are there, or that a link should lead to, and could not be read. */
  readonly unreadable: { readonly path: string; readonly code: string | undefined }[] = [];
  /** Whether there was any symbolic link. */
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
      // A folder that leads in a circle holds nothing.
      if ((error as NodeJS.ErrnoException).code === "ELOOP" && isLikeFolder(path)) throw error;
      this.#broken.add(path);
      return path;
    }
  }) as typeof realpathSync;

  /** A link that leads nowhere counts as what its name says, so that it is found, or searched in vain. */
  readonly statSync = ((path: string): Stats => {
    if (!this.#broken.has(path)) return statSync(path);
    return isLikeFolder(path) ? statSync(dirname(path)) : lstatSync(path);
  }) as typeof statSync;
}

/** A pipe, a socket or a device counts as a file: to pass over it would remove the class of the definition that was there. */
function asFound(entry: Dirent): Dirent {
  const isSpecial = entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice();
  return isSpecial ? Object.assign(entry, { isFile: () => true }) : entry;
}

function isLikeFolder(path: PathLike): boolean {
  return !basename(path.toString()).includes(".");
}
