import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";
import { isFolder } from "../../../project/read-files.js";

/** What to watch so that each change, coming and going of a dependency is seen, and little else. */
export interface WatchedPaths {
  /** Folders that exist. Those in them that are not ignored are to be watched too. */
  readonly folders: readonly string[];
  /** Whether what is found in them has nothing to do with the dependencies. */
  isIgnored(path: string): boolean;
}

/**
 * @param root of the project; what was never there outside it is not waited for
 * @param dependencies absolute paths of files, and of folders in which everything counts
 * @param known what was there outside the root in earlier rounds; that of this round is added
 */
export function watchedPaths(
  root: string,
  dependencies: readonly string[],
  known: Set<string> = new Set(),
): WatchedPaths {
  const wanted = new Set(dependencies.flatMap(withTarget));
  const above = new Set<string>();
  const folders = new Set([root]);
  for (const path of wanted) {
    const isOutside = relative(root, path).startsWith("..");
    if (isOutside && existsSync(path)) known.add(path);
    if (inPackage(root, path) || (isOutside && !known.has(path))) continue;
    for (let folder = dirname(path); !above.has(folder); folder = dirname(folder)) above.add(folder);
    if (isOutside) folders.add(nearestFolder(path));
  }
  const isWanted = (path: string): boolean => {
    for (let at = path; ; at = dirname(at)) {
      if (wanted.has(at)) return true;
      if (at === dirname(at)) return false;
    }
  };
  return {
    folders: [...folders],
    isIgnored(path) {
      const normal = normalize(path);
      return inPackage(root, normal) || !(above.has(normal) || isWanted(normal));
    },
  };
}

/** What a link leads to changes without the link. */
function withTarget(path: string): string[] {
  return [path, targetOf(path)];
}

/** Where there is nothing yet, a folder above may be a link. Anything may go away meanwhile. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path === dirname(path) ? path : join(targetOf(dirname(path)), basename(path));
  }
}

function nearestFolder(path: string): string {
  return isFolder(path) || path === dirname(path) ? path : nearestFolder(dirname(path));
}

function inPackage(root: string, path: string): boolean {
  return /(^|[\\/])(node_modules|\.git)([\\/]|$)/.test(relative(root, path));
}
