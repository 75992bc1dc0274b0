import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryProject } from "../test/temporary-project.js";
import { recordingHost } from "./read-files.js";
import { buildSettings, definitionFolders, findTsconfig } from "./settings.js";

describe("settingsOf", () => {
  it("fills in the defaults", () => {
    expect(buildSettings({}, undefined)).toEqual({ definitions: ["tables/**/*.table.ts"], outDir: "src/tables.gen" });
  });

  it("keeps what is set, with paths in one form", () => {
    const config = {
      definitions: "a/*.ts",
      outDir: "./src//x/../gen/",
      service: "cosmos",
      tsconfig: "./tsconfig.app.json",
    } as const;
    expect(buildSettings(config, "tsconfig.json")).toEqual({
      definitions: ["a/*.ts"],
      outDir: "src/gen",
      service: "cosmos",
      tsconfig: "tsconfig.app.json",
    });
  });

  it("keeps everything that is set", () => {
    const config = {
      definitions: ["a.ts", "b.ts"],
      outDir: "gen",
      importExtension: ".ts",
      typeCheck: false,
      schemas: false,
      service: "storage",
    } as const;
    expect(buildSettings(config, "../tsconfig.json")).toEqual({ ...config, tsconfig: "../tsconfig.json" });
  });

  it.each([
    ["../../gen", "../../gen"],
    ["../gen", "../gen"],
    ["a/../../gen", "../gen"],
    ["a\\b", "a/b"],
    [".", "."],
    ["./", "."],
  ])("takes the output folder %j as %j", (outDir, normal) => {
    expect(buildSettings({ outDir }, undefined).outDir).toBe(normal);
  });
});

describe("findTsconfig", () => {
  it("takes the nearest of the folders above, and notes where it looked", () => {
    const { root } = temporaryProject({ "tsconfig.json": "{}", "packages/app/x.ts": "" });
    const host = recordingHost(join(root, "packages/app"));
    expect(findTsconfig(join(root, "packages/app"), host)).toBe("../../tsconfig.json");
    expect([...host.inputs]).toEqual([
      ["tsconfig.json", false],
      ["../tsconfig.json", false],
      ["../../tsconfig.json", true],
    ]);
  });

  it("takes a folder of that name, so that it is reported, and looks no further than the root of the disk", () => {
    const { root } = temporaryProject({ "tsconfig.json/x": "" });
    expect(findTsconfig(root, recordingHost(root))).toBe("tsconfig.json");
    const looked: string[] = [];
    const host = { ...recordingHost("/"), fileExists: (path: string) => looked.push(path) < 0 };
    expect(findTsconfig("/none/here", host)).toBeUndefined();
    expect(looked).toEqual(["tsconfig.json", "../tsconfig.json", "../../tsconfig.json"]);
  });
});

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

  it("gives each folder once", () => {
    expect(definitionFolders({ definitions: ["a/*.ts", "a/b?.ts", "c/(d)/e.ts", "c/@x/y.ts"], outDir: "gen" })).toEqual(
      ["a", "c"],
    );
  });
});
