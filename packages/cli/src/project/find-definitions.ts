import { escapePath, globSync } from "tinyglobby";
import type { Settings } from "./settings.js";

/** The definition files, relative to the root with `/`, in the order of their names. Nothing of node_modules or the output. */
export function findDefinitions(root: string, { definitions, outDir }: Settings): readonly string[] {
  const ignore = ["**/node_modules/**", ...(outDir === "." ? [] : [`${escapePath(outDir)}/**`])];
  return globSync([...definitions], { cwd: root, ignore, expandDirectories: false }).sort();
}

/** The folders where definition files can appear: each glob up to its first wildcard. */
export function definitionFolders({ definitions }: Settings): readonly string[] {
  const folders = definitions
    .filter((glob) => !glob.startsWith("!"))
    .map((glob) => {
      const segments = glob.split("/");
      const wild = segments.findIndex((segment) => /[*?[\]{}()!+@]/.test(segment));
      return segments.slice(0, wild === -1 ? -1 : wild).join("/") || ".";
    });
  return [...new Set(folders)];
}
