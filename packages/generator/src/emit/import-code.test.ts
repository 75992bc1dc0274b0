import { describe, expect, it } from "vitest";
import { importPath } from "./import-code.js";

const js = { outDir: "src/tables.gen", importExtension: ".js" } as const;

describe("importPath", () => {
  it.each([
    ["src/tables.gen/order.gen.ts", "./order.gen.js"],
    ["src/model/address.ts", "../model/address.js"],
    ["src/address.ts", "../address.js"],
    ["tables/shop.table.ts", "../../tables/shop.table.js"],
    ["../shared/a.ts", "../../../shared/a.js"],
    ["src/tables.gen.ts", "../tables.gen.js"],
    ["src/view.tsx", "../view.js"],
    ["src/types.d.ts", "../types.js"],
    ["src/a.mts", "../a.mjs"],
    ["src/a.d.cts", "../a.cjs"],
  ])("names %s from src/tables.gen as %s", (file, path) => {
    expect(importPath(file, js)).toBe(path);
  });

  it("ends as the compiler wants it", () => {
    expect(importPath("src/a.ts", { ...js, importExtension: ".ts" })).toBe("../a.ts");
    expect(importPath("src/a.ts", { ...js, importExtension: "none" })).toBe("../a");
    expect(importPath("src/a.mts", { ...js, importExtension: "none" })).toBe("../a.mjs");
  });
});
