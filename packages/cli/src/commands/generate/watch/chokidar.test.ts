import { renameSync } from "node:fs";
import { watch } from "chokidar";
import { expect, it, onTestFinished } from "vitest";
import { temporaryProject } from "../../../test/temporary-project.js";
import { FileChanges } from "./file-changes.js";
import { watchedPaths } from "./watched-paths.js";

/** Reason for the separate watcher of `--watch`. If this test fails, a newer chokidar may replace FileChanges. */
it("chokidar misses a folder that is replaced by another under its name, and what changes there later", async () => {
  const project = temporaryProject({ "tables/x.ts": "1", "other/x.ts": "2" });
  const watcher = watch(project.root, { ignoreInitial: true, atomic: false });
  onTestFinished(() => watcher.close());
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  const events: string[] = [];
  watcher.on("all", (event, path) => events.push(`${event} ${path.slice(project.root.length + 1)}`));
  const changes = new FileChanges(watchedPaths(project.root, [`${project.root}/tables`]));
  onTestFinished(() => changes.close());

  renameSync(`${project.root}/tables`, `${project.root}/before`);
  renameSync(`${project.root}/other`, `${project.root}/tables`);
  await changes.changed;
  await pause();
  project.write("tables/x.ts", "3");
  project.write("marker.ts", "");
  await pause();
  expect(events).toContain("add marker.ts");
  expect(events.filter((event) => event.includes("tables"))).toEqual([]);
});

/** Waits ten times as long as chokidar takes to report a file. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 500));
}
