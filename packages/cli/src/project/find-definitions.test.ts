import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryProject } from "../test/temporary-project.js";
import { findDefinitions } from "./find-definitions.js";

const settings = (definitions: string[], outDir = "src/tables.gen") => ({ definitions, outDir });

describe("findDefinitions", () => {
  it("takes what the globs match, ordered by name, and nothing of node_modules", () => {
    const { root } = temporaryProject({
      "tables/b.table.ts": "",
      "tables/deep/a.table.ts": "",
      "tables/mixins.ts": "",
      "tables/old.table.ts": "",
      "node_modules/x/c.table.ts": "",
      "packages/y/node_modules/x/c.table.ts": "",
    });
    expect(findDefinitions(root, settings(["**/*.table.ts", "!**/old.*"]))).toEqual([
      "tables/b.table.ts",
      "tables/deep/a.table.ts",
    ]);
  });

  it.each([".", "(gen)", "(gen)/tables"])(
    "takes what lies in the output folder %s, but nothing generated",
    (folder) => {
      const { root } = temporaryProject({
        [`${folder}/shop.table.ts`]: "",
        [`${folder}/deep/more.table.ts`]: "",
        [`${folder}/order.gen.ts`]: "",
        [`${folder}/index.ts`]: "",
      });
      const found = findDefinitions(root, settings(["**/*.ts"], folder));
      expect(found.map((path) => basename(path))).toEqual(["more.table.ts", "shop.table.ts"]);
    },
  );

  it("reaches outside the root", () => {
    const { root } = temporaryProject({ "shared/a.table.ts": "", "app/x.ts": "" });
    expect(findDefinitions(`${root}/app`, settings(["../shared/*.table.ts"]))).toEqual(["../shared/a.table.ts"]);
  });
});
