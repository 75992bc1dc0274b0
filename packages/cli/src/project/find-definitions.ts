import { escapePath, globSync } from "tinyglobby";
import type { Settings } from "./settings.js";

/** The definition files, relative to the root with `/`, in the order of their names. Nothing of node_modules or generated. */
export function findDefinitions(root: string, { definitions, outDir }: Settings): readonly string[] {
  const output = outDir === "." ? "" : `${escapePath(outDir)}/`;
  const ignore = ["**/node_modules/**", `${output}*.gen.ts`, `${output}index.ts`];
  return globSync([...definitions], { cwd: root, ignore, expandDirectories: false }).sort();
}
