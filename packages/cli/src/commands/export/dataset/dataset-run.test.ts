import { describe, expect, it } from "vitest";
import { temporaryProject } from "../../../test/temporary-project.js";
import { runName } from "./dataset-names.js";
import { chooseRun } from "./dataset-run.js";
import { readManifests } from "./dataset-state.js";

/** Creates a folder with the manifests of these runs. Each run began an hour after the one before it. */
function folderWith(...runs: readonly { readonly run: number; readonly shard?: { index: number; count: number } }[]) {
  const { root, write } = temporaryProject();
  for (const [at, run] of runs.entries()) {
    const startedAt = `2026-01-02T${String(10 + at).padStart(2, "0")}:00:00.000Z`;
    write(`${runName(run)}.manifest.json`, JSON.stringify({ ...run, startedAt, files: [] }));
  }
  return root;
}

describe("a run of an export to Parquet", () => {
  it("is the first without --since", () => {
    expect(chooseRun(folderWith({ run: 0 }, { run: 1 }), undefined, undefined)).toEqual({ run: 0 });
  });

  it("with --since last reads from half an hour before the last run on", () => {
    const folder = folderWith({ run: 1 }, { run: 0 });
    expect(chooseRun(folder, "last", undefined)).toEqual({ run: 2, since: "2026-01-02T09:30:00.000Z" });
  });

  it("with --since last reads from half an hour before the first shard of the last run on", () => {
    const shard = (index: number) => ({ run: 1, shard: { index, count: 2 } });
    const folder = folderWith({ run: 0 }, shard(2), shard(1));
    expect(chooseRun(folder, "last", undefined)).toEqual({ run: 2, since: "2026-01-02T10:30:00.000Z" });
  });

  it("with a time reads from then on", () => {
    expect(chooseRun(folderWith({ run: 0 }), "2026-01-01", undefined)).toEqual({
      run: 1,
      since: "2026-01-01T00:00:00.000Z",
    });
  });

  it("is that of the plan", () => {
    const shard = { index: 1, count: 2 };
    const plan = { run: 3, since: "2026-01-02T00:00:00.000Z" };
    expect(chooseRun("none", undefined, { plan, shard } as never)).toEqual({ ...plan, shard });
  });

  it.each([
    [[], " has no export that changes could be appended to."],
    [[{ run: 0 }, { run: 1, shard: { index: 2, count: 3 } }], " has 1 of the 3 shards of its last run."],
  ])("cannot follow %j", (runs, problem) => {
    const folder = folderWith(...runs);
    const error = expect.objectContaining({ code: "export.no-run", message: `${folder}${problem}` });
    expect(() => chooseRun(folder, "last", undefined)).toThrow(error);
    expect(() => chooseRun(folder, "2026-01-01", undefined)).toThrow(error);
  });

  it("cannot follow in a folder that does not exist, and an invalid time is named first", () => {
    expect(() => chooseRun("/none", "last", undefined)).toThrow("/none has no export");
    expect(() => chooseRun("/none", "yesterday", undefined)).toThrow("--since is yesterday");
  });
});

describe("the manifests of a folder", () => {
  it.each(["[", '{"files":[]}', '{"startedAt":"2026-01-02T10:00:00Z"}'])("are damaged: %s", (text) => {
    const { root } = temporaryProject({ "_run.manifest.json": text });
    expect(() => readManifests(root)).toThrow(
      expect.objectContaining({ code: "export.state-invalid", message: `${root}/_run.manifest.json is damaged.` }),
    );
  });
});
