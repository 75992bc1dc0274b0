import { globSync } from "tinyglobby";
import { InputError } from "../../errors/input-error.js";

/** Files that are not written by hand or hold no code. */
const ignore = ["**/node_modules/**", "**/*.d.ts", "**/*.d.mts", "**/*.d.cts", "**/*.gen.ts"];

/**
 * Finds the source files that globs match, relative to the root with `/`, ordered by name. A folder matches all files in it.
 * @throws InputError `adopt.no-files`
 */
export function findSources(root: string, globs: readonly string[]): readonly string[] {
  const found = globSync([...globs], { cwd: root, ignore }).filter((path) => /\.[cm]?[jt]sx?$/.test(path));
  if (found.length > 0) return found.sort();
  const help = "Quote the glob, so that the shell leaves it alone: npx tablewright adopt 'src/**/*.ts'";
  throw new InputError("adopt.no-files", `No source files match ${globs.join(", ")}.`, help);
}
