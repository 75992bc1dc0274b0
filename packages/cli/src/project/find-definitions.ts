import { escapePath, globSync } from "tinyglobby";
import type { Settings } from "./settings.js";

/** The definition files, relative to the root with `/`, in the order of their names. Nothing of node_modules or the output. */
export function findDefinitions(root: string, { definitions, outDir }: Settings): readonly string[] {
  const ignore = ["**/node_modules/**", ...(outDir === "." ? [] : [`${escapePath(outDir)}/**`])];
  return globSync([...definitions], { cwd: root, ignore, expandDirectories: false }).sort();
}
