import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryProject } from "../test/temporary-project.js";
import { displayPath, locateProject, lockFileName } from "./project.js";

const name = "tablewright.config.ts";

describe("a project", () => {
  it("is the current folder, with or without the default config", () => {
    const { root, write } = temporaryProject();
    const project = { root, cwd: root, config: name };
    expect(locateProject(root, undefined)).toEqual(project);
    write(name, "");
    expect(locateProject(root, undefined)).toEqual(project);
  });

  it("is the folder of the config that is named", () => {
    const { root } = temporaryProject({ "sub/my.config.ts": "" });
    expect(locateProject(root, "sub/my.config.ts")).toEqual({
      root: join(root, "sub"),
      cwd: root,
      config: "my.config.ts",
    });
  });

  it("has no default config that is a folder or a link to nothing", () => {
    const { root } = temporaryProject();
    const error = expect.objectContaining({ code: "config.not-found", message: `${name} is not a readable file.` });
    symlinkSync("none", join(root, name));
    expect(() => locateProject(root, undefined)).toThrow(error);
    const other = temporaryProject().root;
    mkdirSync(join(other, name));
    expect(() => locateProject(other, undefined)).toThrow(error);
  });

  it.runIf(process.platform !== "win32")("has no config that is a pipe", () => {
    const { root } = temporaryProject();
    execFileSync("mkfifo", [join(root, name)]);
    const notice = (help: string) => expect.objectContaining({ message: `${name} is a named pipe, not a file.`, help });
    expect(() => locateProject(root, undefined)).toThrow(
      notice("Replace it with a regular file, or delete it to use the defaults."),
    );
    expect(() => locateProject(root, name)).toThrow(
      notice("Replace it with a regular file, or choose another with --config."),
    );
  });

  it("has a config that exists if one is named", () => {
    const { root } = temporaryProject({ "sub/a.ts": "" });
    for (const config of ["none.ts", "sub"])
      expect(() => locateProject(root, config)).toThrow(`Config file ${config} not found.`);
  });
});

it.each([
  [name, "tablewright.lock.json"],
  ["my.config.mjs", "my.lock.json"],
  ["my.cts", "my.lock.json"],
  ["my.js", "my.lock.json"],
  ["my.config.json", "my.config.json.lock.json"],
  ["my.ts.txt", "my.ts.txt.lock.json"],
])("the lock file of %s is %s", (config, lock) => {
  expect(lockFileName({ root: "/", cwd: "/", config })).toBe(lock);
});

it.each([
  ["/work", "/work", "./a/b.ts", "a/b.ts"],
  ["/work", "/work", "../b.ts", "../b.ts"],
  ["/work", "/work", "a/./b.ts", "a/./b.ts"],
  ["/work/sub", "/work", "a.ts", "sub/a.ts"],
  ["/work", "/work/sub", "a.ts", "../a.ts"],
])("in the project %s, from %s, the path %s is shown as %s", (root, cwd, path, shown) => {
  expect(displayPath({ root, cwd, config: name }, path)).toBe(shown);
});
