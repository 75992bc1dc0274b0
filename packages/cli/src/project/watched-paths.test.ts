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

  it("watches the folders of files, and the nearest folder of what is missing", () => {
    const { root } = temporaryProject({ "tables/a.ts": "", "model/b.ts": "", "app/x.ts": "" });
    const paths = (...names: string[]) => names.map((name) => `${root}/${name}`);
    const { folders } = watchedPaths(
      `${root}`,
      paths("tables", "model/b.ts", "app/deep/missing.ts", "node_modules/x.ts"),
    );
    expect(folders).toEqual(paths("tables", "model", "app"));
  });

  it("waits for nothing outside the root, but watches what is there", () => {
    const { root } = temporaryProject({ "app/x.ts": "", "tsconfig.json": "" });
    const { folders } = watchedPaths(`${root}/app`, [`${root}/tsconfig.json`, `${root}/base.json`, `${root}/app/x.ts`]);
    expect(folders).toEqual([root, `${root}/app`]);
  });
});
