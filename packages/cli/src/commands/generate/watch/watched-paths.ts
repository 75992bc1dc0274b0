import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";
import { isFolder } from "../../../project/read-files.js";

/** Paths to watch. They cover every change, creation and deletion of a file that the project depends on, and few other changes. */
export interface WatchedPaths {
  /** Existing folders to watch, with all subfolders that are not ignored. */
  readonly folders: readonly string[];
  /** Returns true if a change at this path concerns no file that the project depends on. */
  isIgnored(path: string): boolean;
}

/**
 * Returns the folders to watch, so that every change of a dependency is reported.
 * @param root folder of the project; a path outside it is watched only if it exists or existed in an earlier round
 * @param dependencies absolute paths of files, and of folders in which every file counts
 * @param known paths outside the root that existed in earlier rounds; this function adds those that exist now
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

/** Returns a path, and the same path with its links resolved, because the target of a link can change while the link stays the same. */
function withTarget(path: string): string[] {
  return [path, resolveTarget(path)];
}

/**
 * Resolves the links in a path. If the path itself does not exist yet, resolves the links of the folders above it. Does not check first
 * whether a path exists, because it could be deleted right after the check.
 */
function resolveTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path === dirname(path) ? path : join(resolveTarget(dirname(path)), basename(path));
  }
}

function nearestFolder(path: string): string {
  return isFolder(path) || path === dirname(path) ? path : nearestFolder(dirname(path));
}

function inPackage(root: string, path: string): boolean {
  return /(^|[\\/])(node_modules|\.git)([\\/]|$)/.test(relative(root, path));
}
