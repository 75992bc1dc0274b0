import { describe, expect, it } from "vitest";
import { temporaryProject } from "../test/temporary-project.js";
import { findDefinitions } from "./find-definitions.js";

const settings = (definitions: string[], outDir = "src/tables.gen") => ({ definitions, outDir });

describe("findDefinitions", () => {
  it("takes what the globs match, ordered by name, and nothing of node_modules and the output folder", () => {
    const { root } = temporaryProject({
      "tables/b.table.ts": "",
      "tables/deep/a.table.ts": "",
      "tables/mixins.ts": "",
      "tables/old.table.ts": "",
      "node_modules/x/c.table.ts": "",
      "packages/y/node_modules/x/c.table.ts": "",
      "(gen)/d.table.ts": "",
    });
    expect(findDefinitions(root, settings(["**/*.table.ts", "!**/old.*"], "(gen)"))).toEqual([
      "tables/b.table.ts",
      "tables/deep/a.table.ts",
    ]);
  });

  it("reaches outside the root", () => {
    const { root } = temporaryProject({ "shared/a.table.ts": "", "app/x.ts": "" });
    expect(findDefinitions(`${root}/app`, settings(["../shared/*.table.ts"]))).toEqual(["../shared/a.table.ts"]);
  });
});
