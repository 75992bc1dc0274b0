import { execFileSync } from "node:child_process";

/**
 * Returns the files of a package as npm installs it, sorted. Declarations that only other declarations import are one line, and so are the
 * hashed files of a page, because their names mean nothing to users.
 */
export function packedFiles(tarball: string): string[] {
  const listed = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).split("\n").filter(Boolean);
  return summarizeFiles(listed.map((path) => path.replace(/^package\//, "")));
}

/** Summarizes the paths of a package. */
export function summarizeFiles(paths: readonly string[]): string[] {
  const names = paths.map((path) =>
    path
      .replace(/^dist\/types\/.*\.d\.cts$/, "dist/types/*.d.cts")
      .replace(/^(dist\/page\/assets\/).*(\.\w+)$/, "$1*$2"),
  );
  return [...new Set(names)].sort();
}

/** Returns one sentence for each file that is missing from a package, or that is not in the list of its files. */
export function comparePacked(name: string, packed: readonly string[], listed: readonly string[]): string[] {
  return [
    ...packed
      .filter((path) => !listed.includes(path))
      .map((path) => `${name} packs ${path}, which is not in its list.`),
    ...listed.filter((path) => !packed.includes(path)).map((path) => `${name} lacks ${path}, which is in its list.`),
  ];
}
