import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { temporaryProject } from "../test/temporary-project.js";
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

  it("watches what a link leads to", () => {
    const { root } = temporaryProject({ "shared/x.ts": "", "app/tables/a.ts": "" });
    symlinkSync(`${root}/shared/x.ts`, `${root}/app/tables/x.ts`);
    const { folders } = watchedPaths(`${root}/app`, [`${root}/app/tables/x.ts`]);
    expect(folders).toEqual([`${root}/app`, `${root}/shared`]);
  });
});
