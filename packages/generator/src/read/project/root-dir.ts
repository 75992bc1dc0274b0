import { posix } from "node:path";
import { fromVirtual, type SourceHost } from "./source-host.js";
import { parseTsconfig } from "./tsconfig.js";

/** Returns the `rootDir` of a tsconfig, relative to the project's root; undefined if it has none or the file does not exist. */
export function readRootDir(tsconfig: string | undefined, host: SourceHost): string | undefined {
  const rootDir = tsconfig === undefined ? undefined : parseTsconfig(tsconfig, host)?.options.rootDir;
  return rootDir === undefined ? undefined : posix.normalize(fromVirtual(`${rootDir}/`));
}

/** Returns whether a file or folder is inside a folder, or is that folder. Both paths are relative to the project's root. */
export function liesIn(path: string, folder: string): boolean {
  const relative = posix.relative(folder, path.replaceAll("\\", "/"));
  return relative !== ".." && !relative.startsWith("../");
}
