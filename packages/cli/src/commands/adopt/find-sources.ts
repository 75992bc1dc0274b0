import { globSync } from "tinyglobby";
import { InputError } from "../../errors/input-error.js";

/** Globs of files that are never read: they are not written by hand or hold no code. */
const ignore = ["**/node_modules/**", "**/*.d.ts", "**/*.d.mts", "**/*.d.cts", "**/*.gen.ts", "**/*.gen.js"];

/**
 * Finds the source files that the globs match. A folder stands for all files in it. Returns paths relative to the root, with `/` as
 * separator, ordered by name.
 * @throws InputError `adopt.no-files` if no source file matches
 */
export function findSources(root: string, globs: readonly string[]): readonly string[] {
  const found = globSync([...globs], { cwd: root, ignore }).filter((path) => /\.[cm]?[jt]sx?$/.test(path));
  if (found.length > 0) return found.sort();
  const help = "Quote the glob, so that the shell leaves it alone: npx tablewright adopt 'src/**/*.ts'";
  throw new InputError("adopt.no-files", `No source files match ${globs.join(", ")}.`, help);
}
