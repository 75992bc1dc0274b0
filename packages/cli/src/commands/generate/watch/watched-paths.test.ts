import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { temporaryProject } from "../../../test/temporary-project.js";
import { watchedPaths } from "./watched-paths.js";

describe("watchedPaths", () => {
  const { isIgnored } = watchedPaths("/p/app", ["/p/app/tables", "/p/app/model/audited.ts", "/p/tsconfig.json"]);

  it.each(["/p/app/tables", "/p/app/tables/deep/x.table.ts", "/p/app/model", "/p/app/model/audited.ts", "/p/app"])(
    "sees %s",
    (path) => expect(isIgnored(path)).toBe(false),
  );

  it.each([
    "/p/app/src",
    "/p/app/model/other.ts",
    "/p/app/tables2/x.ts",
    "/p/app/tables/node_modules/x.ts",
    "/p/other",
  ])("ignores %s", (path) => expect(isIgnored(path)).toBe(true));

  it("watches from the root, whatever is missing there", () => {
    const { root } = temporaryProject({ "tables/a.ts": "" });
    const paths = watchedPaths(root, [`${root}/tables`, `${root}/app/deep/missing.ts`]);
    expect(paths.folders).toEqual([root]);
    expect(paths.isIgnored(`${root}/app/deep`)).toBe(false);
  });

  it("waits for nothing outside the root, but watches what is there", () => {
    const { root } = temporaryProject({ "app/x.ts": "", "tsconfig.json": "" });
    const { folders } = watchedPaths(`${root}/app`, [`${root}/tsconfig.json`, `${root}/base.json`, `${root}/app/x.ts`]);
    expect(folders).toEqual([`${root}/app`, root]);
  });

  it("waits outside the root for what was there before", () => {
    const { root, remove } = temporaryProject({ "app/x.ts": "", "shared/src/x.ts": "", "tables/a.ts": "" });
    const dependencies = [`${root}/shared/src/x.ts`, `${root}/tables`, `${root}/absent/x.ts`];
    const known = new Set<string>();
    watchedPaths(`${root}/app`, dependencies, known);
    remove("shared/src");
    expect(watchedPaths(`${root}/app`, dependencies, known).folders).toEqual([
      `${root}/app`,
      `${root}/shared`,
      `${root}/tables`,
    ]);
    remove("tables");
    const { folders, isIgnored } = watchedPaths(`${root}/app`, dependencies, known);
    expect(folders).toEqual([`${root}/app`, `${root}/shared`, root]);
    expect(isIgnored(`${root}/tables`)).toBe(false);
    expect(isIgnored(`${root}/absent`)).toBe(true);
  });

  it("waits beside a file that stands where a folder was", () => {
    const { root, remove, write } = temporaryProject({ "app/x.ts": "", "shared/src/x.ts": "" });
    const known = new Set<string>();
    watchedPaths(`${root}/app`, [`${root}/shared/src/x.ts`], known);
    remove("shared/src");
    write("shared/src", "");
    const { folders } = watchedPaths(`${root}/app`, [`${root}/shared/src/x.ts`], known);
    expect(folders).toEqual([`${root}/app`, `${root}/shared`]);
  });

  it("waits for what was there behind a link", () => {
    const { root, remove } = temporaryProject({ "shared/src/x.ts": "", "app/node_modules/a.ts": "" });
    symlinkSync(`${root}/shared`, `${root}/app/node_modules/shared`);
    const dependencies = [`${root}/app/node_modules/shared/src/x.ts`];
    const known = new Set<string>();
    watchedPaths(`${root}/app`, dependencies, known);
    remove("shared/src/x.ts");
    const { folders, isIgnored } = watchedPaths(`${root}/app`, dependencies, known);
    expect(folders).toEqual([`${root}/app`, `${root}/shared/src`]);
    expect(isIgnored(`${root}/shared/src/x.ts`)).toBe(false);
  });

  it("is not troubled by links that lead to themselves", () => {
    const { root } = temporaryProject({ "app/x.ts": "" });
    symlinkSync("loop.ts", `${root}/loop.ts`);
    expect(watchedPaths(`${root}/app`, [`${root}/loop.ts`]).folders).toEqual([`${root}/app`]);
  });

  it("watches what a link leads to", () => {
    const { root } = temporaryProject({ "shared/x.ts": "", "app/tables/a.ts": "" });
    symlinkSync(`${root}/shared/x.ts`, `${root}/app/tables/x.ts`);
    const { folders } = watchedPaths(`${root}/app`, [`${root}/app/tables/x.ts`]);
    expect(folders).toEqual([`${root}/app`, `${root}/shared`]);
  });
});
