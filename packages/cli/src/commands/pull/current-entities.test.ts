import { describe, expect, it } from "vitest";
import type { Settings } from "../../project/settings.js";
import { temporaryProject } from "../../test/temporary-project.js";
import { definitionFile, rejectExisting } from "./current-entities.js";

describe("the file for the definitions of a table", () => {
  it.each([
    ["Shop", "tables/shop.table.ts"],
    ["OrderLines", "tables/order-lines.table.ts"],
    ["HTTPLog", "tables/http-log.table.ts"],
    ["log2Rows", "tables/log2-rows.table.ts"],
    ["ABC", "tables/abc.table.ts"],
  ])("of %s is %s", (table, file) => {
    expect(definitionFile({ definitions: ["tables/*.ts"], outDir: "gen" }, table)).toBe(file);
  });

  it("is in the first folder of definitions, which may be that of the project", () => {
    const fileOf = (...definitions: string[]) => definitionFile({ definitions, outDir: "gen" } as Settings, "Shop");
    expect(fileOf("b/*.ts", "a/*.ts")).toBe("b/shop.table.ts");
    expect(fileOf("*.table.ts")).toBe("shop.table.ts");
  });

  it("must not exist", () => {
    const { root } = temporaryProject({ "a.ts": "" });
    expect(() => rejectExisting(root, "a.ts", "shown/a.ts")).toThrow(
      expect.objectContaining({
        code: "pull.file-exists",
        message: "shown/a.ts exists already.",
        help: "Pass --force to replace it, or --out <file> to write another one.",
      }),
    );
    expect(() => rejectExisting(root, "b.ts", "b.ts")).not.toThrow();
  });
});
