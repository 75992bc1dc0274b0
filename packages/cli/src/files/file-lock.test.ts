import { spawnSync } from "node:child_process";
import { utimesSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
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

  it.each([1, 2])("is taken over by one of two processes, where the other comes at check %i of the first", (check) => {
    const { root, write, list } = temporaryProject();
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    write(lock, JSON.stringify({ pid, host: hostname() }));
    const taken: FileLock[] = [];
    const attempt = () => {
      try {
        taken.push(take(root));
      } catch (error) {
        expect(error).toMatchObject({ code: `${command}.under-way` });
      }
    };
    const kill = process.kill.bind(process);
    let checks = 0;
    const spy = vi.spyOn(process, "kill").mockImplementation((...of) => {
      if (++checks === check) attempt();
      return kill(...of);
    });
    onTestFinished(() => spy.mockRestore());
    attempt();
    expect(taken).toHaveLength(1);
    expect(list()).toEqual([lock]);
    for (const each of taken) each.release();
  });
});

describe("a lock file", () => {
  const lock = "rows.ndjson.export-lock.json";
  const take = (root: string) => new FileLock("export", join(root, "rows.ndjson"));
  const left = () => JSON.stringify({ pid: spawnSync(process.execPath, ["-e", ""]).pid, host: hostname() });

  it("is released at the end of a block", () => {
    const { root, list } = temporaryProject();
    {
      using _lock = take(root);
      expect(list()).toEqual([lock]);
    }
    expect(list()).toEqual([]);
  });

  it("names the process that has it, unless that has ended or cannot be told", () => {
    const { root, write, list } = temporaryProject();
    const file = join(root, "rows.ndjson");
    write(lock, JSON.stringify({ pid: 5, host: "other" }));
    expect(() => take(root)).toThrow(`Process 5 on other is exporting to ${file}.`);
    for (const text of ["[]", '{"pid":"5","host":"other"}', '{"pid":5}']) {
      write(lock, text);
      expect(() => take(root)).toThrow(`Another process is exporting to ${file}.`);
    }
    write(lock, left());
    write(`${lock}.next`, "");
    expect(() => take(root)).toThrow(`Another process is exporting to ${file}.`);
    expect(list()).toEqual([lock, `${lock}.next`]);
  });

  it.each([
    ["has ended", () => left()],
    ["was killed while it wrote the file", () => ""],
  ])("is taken over from a process that %s, even if one that took it over was killed too", (_, text) => {
    const { root, write, list } = temporaryProject();
    const aged = new Date(Date.now() - 120_000);
    for (const name of [lock, `${lock}.next`]) {
      write(name, text());
      utimesSync(join(root, name), aged, aged);
    }
    const taken = take(root);
    expect(list()).toEqual([lock]);
    expect(() => take(root)).toThrow(`Process ${process.pid} on`);
    taken.release();
    expect(list()).toEqual([]);
  });

  it("belongs to a process that runs under another user", () => {
    const { root, write } = temporaryProject();
    write(lock, JSON.stringify({ pid: 1, host: hostname() }));
    const spy = vi.spyOn(process, "kill").mockImplementation(() => {
      throw Object.assign(new Error("not permitted"), { code: "EPERM" });
    });
    onTestFinished(() => spy.mockRestore());
    expect(() => take(root)).toThrow("Process 1 on");
  });

  it("in a folder that does not exist is an error that names the file to lock", () => {
    const { root } = temporaryProject();
    const path = join(root, "none", "rows.ndjson");
    expect(() => new FileLock("import", path)).toThrow(expect.objectContaining({ code: "ENOENT", path }));
  });
});
