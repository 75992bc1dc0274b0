import { statSync } from "node:fs";
import { dirname, normalize, relative } from "node:path";

/** What to watch so that each change, coming and going of a dependency is seen, and little else. */
export interface WatchedPaths {
  /** Folders that exist, so that files can be replaced, removed and created in them. */
  readonly folders: readonly string[];
  /** Whether what is found in them has nothing to do with the dependencies. */
  isIgnored(path: string): boolean;
}

/**
 * @param root of the project; what is missing outside it is not waited for
 * @param dependencies absolute paths of files, and of folders in which everything counts
 */
export function watchedPaths(root: string, dependencies: readonly string[]): WatchedPaths {
  const wanted = new Set(dependencies);
  const above = new Set<string>();
  const folders = new Set<string>();
  for (const path of wanted) {
    const kind = kindOf(path);
    if (inPackage(root, path) || (kind === "missing" && !isInside(root, path))) continue;
    for (let folder = dirname(path); !above.has(folder); folder = dirname(folder)) above.add(folder);
    folders.add(kind === "folder" ? path : nearestFolder(path));
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

function kindOf(path: string): "file" | "folder" | "missing" {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? "missing" : stats.isDirectory() ? "folder" : "file";
}

function nearestFolder(path: string): string {
  const folder = dirname(path);
  return kindOf(folder) === "folder" || folder === path ? folder : nearestFolder(folder);
}

function isInside(root: string, path: string): boolean {
  return !relative(root, path).startsWith("..");
}

function inPackage(root: string, path: string): boolean {
  return /(^|[\\/])(node_modules|\.git)([\\/]|$)/.test(relative(root, path));
}
