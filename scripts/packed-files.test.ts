import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { comparePacked, summarizeFiles } from "./packed-files.js";

const root = join(import.meta.dirname, "..");

it("lists the files that users see, and summarizes the others", () => {
  const paths = [
    "dist/index.js",
    "dist/types/keys-a.d.cts",
    "dist/types/b.d.cts",
    "dist/page/assets/app-D3fA.js",
    "LICENSE",
  ];
  expect(summarizeFiles(paths)).toEqual(["LICENSE", "dist/index.js", "dist/page/assets/*.js", "dist/types/*.d.cts"]);
});

it("names a file too many and one too few", () => {
  expect(comparePacked("a", ["one", "two"], ["two", "three"])).toEqual([
    "a packs one, which is not in its list.",
    "a lacks three, which is in its list.",
  ]);
});

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly repository?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifests = readdirSync(join(root, "packages")).map((folder) => {
  const manifest = JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8")) as Manifest;
  return { folder, ...manifest };
});

describe.each(manifests.filter((manifest) => manifest.private !== true))(
  "$name",
  ({ folder, name, repository, dependencies }) => {
    it("names its folder in the repository, which npm shows and checks for provenance", () => {
      const url = "git+https://github.com/tablewright/tablewright.git";
      expect(repository).toEqual({ type: "git", url, directory: `packages/${folder}` });
    });

    it("has a list of the files that it packs", () => {
      const listed = readFileSync(join(root, "scripts/packed.json"), "utf8");
      const files = (JSON.parse(listed) as Readonly<Record<string, readonly string[]>>)[name] ?? [];
      expect(files).toEqual(
        expect.arrayContaining(["LICENSE", "README.md", "package.json", "dist/index.js", "dist/index.cjs"]),
      );
      expect(files.filter((path) => /\.test\.|(?:^|\/)src\/|tsbuildinfo|node_modules/.test(path))).toEqual([]);
    });

    it("takes newer versions of its dependencies, so that a mended one reaches users", () => {
      const exact = Object.entries(dependencies ?? {}).filter(([, range]) => /^\d|^workspace:\*$/.test(range));
      expect(exact).toEqual([]);
    });
  },
);
