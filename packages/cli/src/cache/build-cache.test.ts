import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Project } from "../project/project.js";
import { temporaryProject } from "../test/temporary-project.js";
import { type BuildCache, loadBuildCache, saveBuildCache } from "./build-cache.js";

const cache: BuildCache = {
  settings: { definitions: ["tables/*.ts"], outDir: "gen" },
  definitions: ["tables/a.ts"],
  inputs: { "tables/a.ts": "hash", "none.ts": false },
  outputs: { "gen/a.ts": "hash" },
  foreign: {},
  diagnostics: [],
};

const projectIn = (root: string, config = "tablewright.config.ts") => ({ root, config }) as unknown as Project;

function setUp() {
  const { root } = temporaryProject();
  const folder = join(root, "node_modules/.cache/tablewright");
  return { root, folder, project: projectIn(root), file: () => join(folder, readdirSync(folder)[0] ?? "") };
}

describe("the build cache", () => {
  it("is in node_modules, and is loaded as it was saved", () => {
    const { folder, project, file } = setUp();
    expect(loadBuildCache(project)).toBeUndefined();
    saveBuildCache(project, cache);
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[A-Za-z0-9]{16}\.json$/)]);
    expect(loadBuildCache(project)).toEqual(cache);
    expect(readFileSync(file(), "utf8").split("\n")[1]).toBe(JSON.stringify(cache));
  });

  it("is in the node_modules of a folder above if the project has none", () => {
    const { root, folder } = setUp();
    mkdirSync(join(root, "a/b"), { recursive: true });
    const inner = projectIn(join(root, "a/b"));
    saveBuildCache(inner, cache);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(loadBuildCache(inner)).toEqual(cache);
  });

  it("is another for each config", () => {
    const { root, folder, project } = setUp();
    saveBuildCache(project, cache);
    expect(loadBuildCache(projectIn(root, "other.config.ts"))).toBeUndefined();
    saveBuildCache(projectIn(root, "other.config.ts"), { ...cache, definitions: [] });
    expect(loadBuildCache(project)).toEqual(cache);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it.each<readonly [string, (text: string) => string]>([
    ["changed", (text) => text.replace("tables/a.ts", "tables/b.ts")],
    ["cut off", (text) => text.slice(0, -1)],
    ["saved by another version", (text) => text.replace(/^./, (first) => (first === "x" ? "y" : "x"))],
    ["empty", () => ""],
  ])("is not used if the file was %s", (_, change) => {
    const { project, file } = setUp();
    saveBuildCache(project, cache);
    writeFileSync(file(), change(readFileSync(file(), "utf8")));
    expect(loadBuildCache(project)).toBeUndefined();
  });

  it("replaces what a killed run left, and is none where it cannot be written", () => {
    const { folder, project, file } = setUp();
    saveBuildCache(project, cache);
    const path = file();
    writeFileSync(`${path}.tmp`, "half");
    saveBuildCache(project, { ...cache, definitions: [] });
    expect(loadBuildCache(project)?.definitions).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(1);
    rmSync(path);
    mkdirSync(join(path, "folder"), { recursive: true });
    saveBuildCache(project, cache);
    expect(existsSync(`${path}.tmp`)).toBe(false);
  });
});
