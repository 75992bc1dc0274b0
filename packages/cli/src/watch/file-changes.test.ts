import { chmodSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryProject } from "../test/temporary-project.js";
import { FileChanges } from "./file-changes.js";
import { watchedPaths } from "./watched-paths.js";

describe("FileChanges", () => {
  const watched = (root: string, ...dependencies: string[]) => {
    const changes = new FileChanges(watchedPaths(root, [`${root}/tables`, ...dependencies]));
    onTestFinished(() => changes.close());
    return changes.seen;
  };

  it("sees a file that changes, one that comes, and one that goes, however deep", async () => {
    const project = temporaryProject({ "tables/a/b/x.ts": "1" });
    for (const act of [
      () => project.write("tables/a/b/x.ts", "2"),
      () => project.write("tables/a/b/y.ts", ""),
      () => project.remove("tables/a/b/x.ts"),
    ]) {
      const seen = watched(project.root);
      act();
      await seen;
    }
  });

  it("sees folders that come, go, and are renamed above a file", async () => {
    const project = temporaryProject({ "model/deep/x.ts": "" });
    const file = `${project.root}/model/deep/x.ts`;
    for (const act of [
      () => mkdirSync(`${project.root}/tables`),
      () => project.remove("tables"),
      () => renameSync(`${project.root}/model`, `${project.root}/other`),
    ]) {
      const seen = watched(project.root, file);
      act();
      await seen;
    }
  });

  it("sees what links lead to, and ends where they lead in a circle", async () => {
    const project = temporaryProject({ "tables/x.ts": "", "elsewhere/y.ts": "" });
    symlinkSync(project.root, `${project.root}/tables/circle`);
    symlinkSync(`${project.root}/elsewhere`, `${project.root}/tables/linked`);
    const seen = watched(project.root);
    project.write("elsewhere/y.ts", "2");
    await seen;
  });

  it("takes no notice of links that lead nowhere or to themselves", async () => {
    const project = temporaryProject({ "tables/x.ts": "" });
    symlinkSync("absent", `${project.root}/tables/dead`);
    symlinkSync("loop", `${project.root}/tables/loop`);
    const seen = watched(project.root);
    project.write("tables/x.ts", "2");
    await seen;
  });

  it.skipIf(process.getuid?.() === 0)("passes over folders that may not be read", async () => {
    const project = temporaryProject({ "tables/x.ts": "", "tables/secret/y.ts": "" });
    chmodSync(`${project.root}/tables/secret`, 0);
    onTestFinished(() => chmodSync(`${project.root}/tables/secret`, 0o755));
    const seen = watched(project.root);
    project.write("tables/x.ts", "2");
    await seen;
  });

  it("waits until the files are at rest, and for nothing else", async () => {
    const project = temporaryProject({ "tables/x.ts": "", "src/y.ts": "" });
    let isSeen = false;
    const seen = watched(project.root).then(() => {
      isSeen = true;
    });
    project.write("src/y.ts", "2");
    project.write("node_modules/z.ts", "");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isSeen).toBe(false);
    project.write("tables/x.ts", "2");
    await seen;
  });

  it("takes a folder that is not there for a change", async () => {
    const project = temporaryProject();
    const changes = new FileChanges({ folders: [`${project.root}/gone`], isIgnored: () => false });
    onTestFinished(() => changes.close());
    await changes.seen;
  });

  it("rejects with what the file system refuses", async () => {
    const project = temporaryProject({ "tables/x.ts": "" });
    const changes = new FileChanges({ folders: [`${project.root}/tables/x.ts`], isIgnored: () => false });
    onTestFinished(() => changes.close());
    await expect(changes.seen).rejects.toMatchObject({ code: "ENOTDIR" });
  });
});
