import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** File texts by path from the root of the repository, e.g. `packages/runtime/src/codec/edm/guid.ts`. */
export type SourceTree = ReadonlyMap<string, string>;

/** Reads the TypeScript files of all packages, new ones included. */
export function readSources(): SourceTree {
  const root = join(import.meta.dirname, "..");
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "packages/*.ts"];
  const paths = execFileSync("git", list, { cwd: root, encoding: "utf8" }).split("\0");
  const present = paths.filter((path) => path !== "" && existsSync(join(root, path)));
  if (present.length < 400) throw new Error(`git lists only ${present.length} TypeScript files of the packages.`);
  return new Map(present.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}
