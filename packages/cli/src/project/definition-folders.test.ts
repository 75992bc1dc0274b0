import { describe, expect, it } from "vitest";
import { definitionFolders } from "./definition-folders.js";

describe("definitionFolders", () => {
  it.each([
    ["tables/**/*.table.ts", "tables"],
    ["model/tables/order.ts", "model/tables"],
    ["*.table.ts", "."],
    ["**/*.table.ts", "."],
    ["src/{a,b}/x.ts", "src"],
    ["../shared/*.ts", "../shared"],
    ["order.table.ts", "."],
  ])("gives for %s the folder %s", (glob, folder) => {
    expect(definitionFolders({ definitions: [glob, "!other/**"], outDir: "gen" })).toEqual([folder]);
  });
});
