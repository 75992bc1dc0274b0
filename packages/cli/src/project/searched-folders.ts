import { lstatSync, type PathLike, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname } from "node:path";

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
      return this.#read(path, options);
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

function isLikeFolder(path: PathLike): boolean {
  return !basename(path.toString()).includes(".");
}
