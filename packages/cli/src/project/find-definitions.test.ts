import { readdirSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryProject } from "../test/temporary-project.js";
import { findDefinitions, SearchedFolders } from "./find-definitions.js";

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

  it("fails where a folder cannot be read in which definitions can be, and passes over other folders", () => {
    const { root } = temporaryProject({ "tables/locked/a.table.ts": "", "tables/b.table.ts": "", "locked/c.ts": "" });
    const find = (...definitions: string[]) => {
      const read = ((path: string, options: { withFileTypes: true }) => {
        if (!path.includes("locked")) return readdirSync(path, options);
        throw Object.assign(new Error("permission denied"), { code: "EACCES" });
      }) as typeof readdirSync;
      return findDefinitions(root, settings(definitions), new SearchedFolders(read));
    };
    expect(() => find("tables/**/*.table.ts")).toThrow(
      expect.objectContaining({
        code: "definition.folder-unreadable",
        message: "Cannot search the folder tables/locked for definitions (EACCES).",
        help: expect.stringContaining('add "!tables/locked/**" to `definitions`'),
      }),
    );
    for (const definitions of [["tables/*.table.ts"], ["tables/**/*.table.ts", "!tables/locked/**"]])
      expect(find(...definitions)).toEqual(["tables/b.table.ts"]);
  });

  it("takes a file once, by its path without links", () => {
    const { root } = temporaryProject({ "tables/b.table.ts": "", "tables/sub/c.table.ts": "", "z/d.table.ts": "" });
    for (const [target, path] of [
      ["../tables", "tables/a"],
      ["../b.table.ts", "tables/sub/a.table.ts"],
      ["../z", "tables/z"],
      ["self", "tables/self"],
    ] as const)
      symlinkSync(target, join(root, path));
    expect(findDefinitions(root, settings(["tables/**/*.table.ts"]))).toEqual([
      "tables/b.table.ts",
      "tables/sub/c.table.ts",
      "tables/z/d.table.ts",
    ]);
  });

  it("takes a link that leads nowhere for what its name says", () => {
    const { root } = temporaryProject({ "tables/b.table.ts": "" });
    for (const name of ["a.table.ts", "notes.md", ".hidden", ".#b.table.ts"])
      symlinkSync("absent", join(root, "tables", name));
    expect(findDefinitions(root, settings(["tables/**/*.table.ts"]))).toEqual([
      "tables/a.table.ts",
      "tables/b.table.ts",
    ]);
    symlinkSync("absent", join(root, "tables/folder"));
    expect(() => findDefinitions(root, settings(["tables/**/*.table.ts"]))).toThrow(
      "Cannot search the folder tables/folder",
    );
    expect(findDefinitions(root, settings(["tables/*.table.ts"]))).toHaveLength(2);
  });

  it("takes pipes, sockets and devices for files, so that reading them is an error", () => {
    const entry = (name: string, kind: string) => {
      const is = (other: string) => () => kind === other;
      const [isFile, isDirectory, isSymbolicLink] = [is("file"), is("folder"), is("link")];
      const [isFIFO, isSocket] = [is("pipe"), is("socket")];
      const [isCharacterDevice, isBlockDevice] = [is("characters"), is("blocks")];
      return { name, isFile, isDirectory, isSymbolicLink, isFIFO, isSocket, isCharacterDevice, isBlockDevice };
    };
    const kinds = ["file", "pipe", "socket", "characters", "blocks", "other"];
    const read = (() => kinds.map((kind) => entry(`${kind}.table.ts`, kind))) as unknown as typeof readdirSync;
    const found = findDefinitions("/none", settings(["*.table.ts"]), new SearchedFolders(read));
    expect(found).toEqual(["blocks", "characters", "file", "pipe", "socket"].map((kind) => `${kind}.table.ts`));
  });

  it("reaches outside the root", () => {
    const { root } = temporaryProject({ "shared/a.table.ts": "", "app/x.ts": "" });
    expect(findDefinitions(`${root}/app`, settings(["../shared/*.table.ts"]))).toEqual(["../shared/a.table.ts"]);
  });
});
