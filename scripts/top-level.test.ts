import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** Files of the repository, including new ones that are not ignored. */
const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\0")
  .filter((path) => path !== "");

it("the repository's top level holds these and nothing else, besides dot-files", () => {
  const names = [...new Set(files.map((path) => path.split("/")[0] ?? ""))].filter((name) => !name.startsWith("."));
  expect(names.sort()).toEqual([
    "LICENSE",
    "README.md",
    "examples",
    "package.json",
    "packages",
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "scripts",
    "tsconfig.base.json",
  ]);
});

it("the packages are these", () => {
  const names = files.filter((path) => path.startsWith("packages/")).map((path) => path.split("/")[1] ?? "");
  expect([...new Set(names)].sort()).toEqual([
    "adopt",
    "bench",
    "cli",
    "conformance",
    "docs",
    "generator",
    "runtime",
    "sql",
    "studio",
    "testing",
  ]);
});

it("no folder of a source is called utils", () => {
  const sources = files.filter((path) => /^packages\/[^/]+\/src\//.test(path) && !/\.gen\.ts$|\/golden\//.test(path));
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter((path) => /\/(utils?|helpers?)\//.test(path))).toEqual([]);
});
