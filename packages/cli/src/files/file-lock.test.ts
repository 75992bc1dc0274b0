import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryProject } from "../test/temporary-project.js";
import { FileLock } from "./file-lock.js";

describe.each(["export", "import"] as const)("the lock of an %s", (command) => {
  const lock = `rows.ndjson.${command}-lock.json`;
  const take = (root: string) => new FileLock(command, join(root, "rows.ndjson"));

  it("keeps others out until it is released, and leaves nothing behind", () => {
    const { root, list } = temporaryProject();
    const first = take(root);
    expect(() => take(root)).toThrow(
      expect.objectContaining({ code: `${command}.under-way`, help: expect.stringContaining(join(root, lock)) }),
    );
    expect(list()).toEqual([lock]);
    first.release();
    take(root).release();
    expect(list()).toEqual([]);
  });

  it("is taken over from a process that was killed, and from no other", () => {
    const { root, write } = temporaryProject();
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    write(lock, JSON.stringify({ pid, host: hostname() }));
    take(root).release();
    write(lock, JSON.stringify({ pid: process.pid, host: hostname(), startedAt: 1 }));
    take(root).release();
    for (const other of [JSON.stringify({ pid, host: `not-${hostname()}` }), ""]) {
      write(lock, other);
      expect(() => take(root)).toThrow(expect.objectContaining({ code: `${command}.under-way` }));
    }
  });
});
