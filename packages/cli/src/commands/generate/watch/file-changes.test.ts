import { chmodSync, mkdirSync, renameSync, symlinkSync, utimesSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { type TemporaryProject, temporaryProject } from "../../../test/temporary-project.js";
import { FileChanges } from "./file-changes.js";
import { watchedPaths } from "./watched-paths.js";

describe("FileChanges", () => {
  const watched = (root: string, ...dependencies: string[]) => {
    const changes = new FileChanges(watchedPaths(root, [`${root}/tables`, ...dependencies]));
    onTestFinished(() => changes.close());
    return changes.changed;
  };

  it("sees a file that changes, one that comes, and one that goes, however deep", async () => {
    const project = temporaryProject({ "tables/a/b/x.ts": "1" });
    for (const act of [
      () => project.write("tables/a/b/x.ts", "2"),
      () => project.write("tables/a/b/y.ts", ""),
      () => project.remove("tables/a/b/x.ts"),
    ]) {
      const changed = watched(project.root);
      act();
      await expect(changed).resolves.toBeUndefined();
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
      const changed = watched(project.root, file);
      act();
      await expect(changed).resolves.toBeUndefined();
    }
  });

  it("sees what links lead to, and ends where they lead in a circle", async () => {
    const project = temporaryProject({ "tables/x.ts": "", "elsewhere/y.ts": "" });
    symlinkSync(project.root, `${project.root}/tables/circle`);
    symlinkSync(`${project.root}/elsewhere`, `${project.root}/tables/linked`);
    const changed = watched(project.root);
    project.write("elsewhere/y.ts", "2");
    await expect(changed).resolves.toBeUndefined();
  });

  it("takes no notice of links that lead nowhere or to themselves", async () => {
    const project = temporaryProject({ "tables/x.ts": "" });
    symlinkSync("absent", `${project.root}/tables/dead`);
    symlinkSync("loop", `${project.root}/tables/loop`);
    const changed = watched(project.root);
    project.write("tables/x.ts", "2");
    await expect(changed).resolves.toBeUndefined();
  });

  it.skipIf(process.getuid?.() === 0)("passes over folders that may not be read", async () => {
    const project = temporaryProject({ "tables/x.ts": "", "tables/secret/y.ts": "" });
    chmodSync(`${project.root}/tables/secret`, 0);
    onTestFinished(() => chmodSync(`${project.root}/tables/secret`, 0o755));
    const changed = watched(project.root);
    project.write("tables/x.ts", "2");
    await expect(changed).resolves.toBeUndefined();
  });

  it("waits until the files are at rest, and for nothing else", async () => {
    const project = temporaryProject({ "tables/x.ts": "", "src/y.ts": "" });
    let isSeen = false;
    const changed = watched(project.root);
    changed.then(() => {
      isSeen = true;
    });
    project.write("src/y.ts", "2");
    project.write("node_modules/z.ts", "");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isSeen).toBe(false);
    project.write("tables/x.ts", "2");
    await expect(changed).resolves.toBeUndefined();
  });

  it("takes a missing folder for a change", async () => {
    const project = temporaryProject();
    const changes = new FileChanges({ folders: [`${project.root}/gone`], isIgnored: () => false });
    onTestFinished(() => changes.close());
    await expect(changes.changed).resolves.toBeUndefined();
  });

  it("rejects with an error of the file system", async () => {
    const project = temporaryProject({ "tables/x.ts": "" });
    const changes = new FileChanges({ folders: [`${project.root}/tables/x.ts`], isIgnored: () => false });
    onTestFinished(() => changes.close());
    await expect(changes.changed).rejects.toMatchObject({ code: "ENOTDIR" });
  });

  /** Changes that editors, version control and package managers make to a folder with a file. */
  const acts: Readonly<Record<string, (project: TemporaryProject) => void>> = {
    "a file is written in place": ({ write }) => write("tables/x.ts", "2"),
    "a file is replaced by another under its name": ({ root, write }) => {
      write("tables/x.ts.tmp", "2");
      renameSync(`${root}/tables/x.ts.tmp`, `${root}/tables/x.ts`);
    },
    "a file is replaced from outside, with an older time": ({ root, write }) => {
      write("other/x.ts", "2");
      utimesSync(`${root}/other/x.ts`, 1, 1);
      renameSync(`${root}/other/x.ts`, `${root}/tables/x.ts`);
    },
    "a folder is removed and written again": ({ remove, write }) => {
      remove("tables");
      write("tables/x.ts", "2");
    },
    "a folder is replaced by another under its name": ({ root, write }) => {
      write("other/x.ts", "2");
      renameSync(`${root}/tables`, `${root}/before`);
      renameSync(`${root}/other`, `${root}/tables`);
    },
    "a folder is replaced by a link": ({ root, write, remove }) => {
      write("other/x.ts", "2");
      remove("tables");
      symlinkSync(`${root}/other`, `${root}/tables`);
    },
    "a file comes in a new folder of a new folder": ({ write }) => write("tables/new/deep/x.ts", ""),
    "a folder with a file is moved in": ({ root, write }) => {
      write("other/x.ts", "2");
      renameSync(`${root}/other`, `${root}/tables/other`);
    },
  };

  it.each(Object.entries(acts))("sees it each time that %s", async (_, act) => {
    for (let time = 0; time < 3; time++) {
      const project = temporaryProject({ "tables/x.ts": "1", "tables/deep/y.ts": "1" });
      const changed = watched(project.root);
      act(project);
      await expect(changed).resolves.toBeUndefined();
      // Files that came with the change have to be watched from the next round on.
      const again = watched(project.root);
      project.write("tables/x.ts", "3");
      await expect(again).resolves.toBeUndefined();
    }
  });
});
