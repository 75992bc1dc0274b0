import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, normalize, relative } from "node:path";

/** What to watch so that each change, coming and going of a dependency is seen, and little else. */
export interface WatchedPaths {
  /** Folders that exist. Those in them that are not ignored are to be watched too. */
  readonly folders: readonly string[];
  /** Whether what is found in them has nothing to do with the dependencies. */
  isIgnored(path: string): boolean;
}

/**
 * @param root of the project; what is missing outside it is not waited for
 * @param dependencies absolute paths of files, and of folders in which everything counts
 */
export function watchedPaths(root: string, dependencies: readonly string[]): WatchedPaths {
  const wanted = new Set(dependencies.flatMap(withTarget));
  const above = new Set<string>();
  const folders = new Set([root]);
  for (const path of wanted) {
    const isOutside = relative(root, path).startsWith("..");
    if (inPackage(root, path) || (isOutside && !existsSync(path))) continue;
    for (let folder = dirname(path); !above.has(folder); folder = dirname(folder)) above.add(folder);
    if (isOutside) folders.add(statSync(path).isDirectory() ? path : dirname(path));
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

/** The file that a link leads to changes without the link. */
function withTarget(path: string): string[] {
  return existsSync(path) ? [path, realpathSync(path)] : [path];
}

function inPackage(root: string, path: string): boolean {
  return /(^|[\\/])(node_modules|\.git)([\\/]|$)/.test(relative(root, path));
}
