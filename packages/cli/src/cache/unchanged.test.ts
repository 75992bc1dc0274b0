import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contentHash, outputHash } from "../project/content-hash.js";
import { temporaryProject } from "../test/temporary-project.js";
import type { BuildCache } from "./build-cache.js";
import { buildListing, foreignOutputs, inputsUnchanged, outputsUnchanged } from "./unchanged.js";

const settings = (...definitions: string[]) => ({ definitions, outDir: "gen" });

describe("listingOf", () => {
  it("changes when a file comes, goes or is renamed, and not with contents", () => {
    const project = temporaryProject({ "tables/a.ts": "", "tables/deep/b.ts": "" });
    const list = () => buildListing(project.root, settings("tables/**/*.ts"));
    const first = list();
    project.write("tables/a.ts", "changed");
    expect(list()).toBe(first);
    project.write("tables/deep/c.ts", "");
    const second = list();
    project.remove("tables/deep/c.ts");
    expect(list()).toBe(first);
    project.remove("tables/deep/b.ts");
    project.write("tables/b.ts", "");
    expect(new Set([first, second, list()]).size).toBe(3);
  });

  it.each(["**/*.table.ts", "*.ts", "../*/x.ts", "../../**/x.ts"])("takes in no whole project: %s", (glob) => {
    expect(buildListing(temporaryProject().root, settings("tables/*.ts", glob))).toBeUndefined();
  });

  it("does not answer for what is behind a symbolic link", () => {
    const project = temporaryProject({ "tables/a.ts": "", "elsewhere/b.ts": "" });
    symlinkSync(join(project.root, "elsewhere"), join(project.root, "tables/link"));
    expect(buildListing(project.root, settings("tables/**/*.ts"))).toBeUndefined();
  });
});

describe("the inputs of the last generation", () => {
  const setUp = (more: Partial<BuildCache> = {}) => {
    const project = temporaryProject({ "app/tables/a.ts": "a", "app/tables/b.ts": "b", "outside.ts": "o" });
    const root = join(project.root, "app");
    const cache: BuildCache = {
      settings: settings("tables/*.ts"),
      definitions: ["tables/a.ts", "tables/b.ts"],
      inputs: {
        "tables/a.ts": contentHash("a"),
        "../outside.ts": contentHash("o"),
        [join(project.root, "outside.ts")]: true,
        "none.ts": false,
      },
      outputs: {},
      foreign: {},
      diagnostics: [],
      ...more,
    };
    return {
      ...project,
      listing: () => buildListing(root, cache.settings),
      isUnchanged: (also: object = {}) => inputsUnchanged(root, { ...cache, ...also }),
    };
  };

  it("are unchanged while their texts, and the files that exist, are the same", async () => {
    const { isUnchanged, listing, write, remove } = setUp();
    expect(await isUnchanged()).toBe(true);
    const before = { listing: listing(), definitions: [] };
    expect(await isUnchanged(before)).toBe(true);
    write("app/none.ts", "");
    expect(await isUnchanged()).toBe(false);
    remove("app/none.ts");
    write("outside.ts", "changed");
    expect(await isUnchanged()).toBe(false);
    write("outside.ts", "o");
    expect(await isUnchanged()).toBe(true);
    remove("outside.ts");
    expect(await isUnchanged()).toBe(false);
  });

  it("are changed where another definition comes, or the list has another order", async () => {
    const { isUnchanged, listing, write, remove } = setUp();
    const before = { listing: listing() };
    write("app/tables/c.ts", "");
    expect(await isUnchanged(before)).toBe(false);
    expect(await isUnchanged()).toBe(false);
    remove("app/tables/c.ts");
    write("app/tables/note.txt", "");
    expect(await isUnchanged(before)).toBe(true);
    expect(await isUnchanged({ definitions: ["tables/b.ts", "tables/a.ts"] })).toBe(false);
    expect(await isUnchanged({ definitions: ["tables/a.ts"] })).toBe(false);
  });
});

describe("the output folder", () => {
  const setUp = () => {
    const project = temporaryProject({ "gen/a.ts": "a", "gen/own.ts": "own", "gen/note.txt": "" });
    const cache = {
      settings: settings(),
      outputs: { "gen/a.ts": outputHash("a") },
      foreign: { "gen/own.ts": outputHash("own") },
    } as unknown as BuildCache;
    return { ...project, isUnchanged: (more: object = {}) => outputsUnchanged(project.root, { ...cache, ...more }) };
  };

  it("is unchanged while it has the same TypeScript files", () => {
    const { isUnchanged, write, remove } = setUp();
    expect(isUnchanged()).toBe(true);
    write("gen/note.txt", "changed");
    expect(isUnchanged()).toBe(true);
    write("gen/own.ts", "changed");
    expect(isUnchanged()).toBe(false);
    write("gen/own.ts", "own");
    for (const path of ["gen/b.ts", "gen/.a.ts.1.tablewright-tmp"]) {
      write(path, "");
      expect(isUnchanged()).toBe(false);
      remove(path);
    }
    remove("gen/own.ts");
    expect(isUnchanged()).toBe(false);
    write("gen/other.ts", "own");
    expect(isUnchanged()).toBe(false);
    expect(isUnchanged({ foreign: { "gen/other.ts": outputHash("own") } })).toBe(true);
    expect(isUnchanged({ settings: { definitions: [], outDir: "none" }, outputs: {}, foreign: {} })).toBe(true);
  });

  it("has files that were not generated", () => {
    const { root } = setUp();
    expect(foreignOutputs(root, "gen", new Set(["gen/a.ts"]))).toEqual({ "gen/own.ts": outputHash("own") });
    expect(foreignOutputs(root, "none", new Set())).toEqual({});
  });
});
