import { describe, expect, it } from "vitest";
import { isPartOf, parseManifestName, partName, runName } from "./dataset-names.js";

const shard = { index: 3, count: 16 };

describe("a run of an export to Parquet", () => {
  it.each([
    [{ run: 0 }, 0, "part-000.parquet", "_run"],
    [{ run: 1 }, 12, "part-r001-012.parquet", "_run-r001"],
    [{ run: 0, shard }, 1000, "part-s03-1000.parquet", "_run-s03"],
    [{ run: 120, shard }, 7, "part-r120-s03-007.parquet", "_run-r120-s03"],
  ])("%j names its part %i %s, and its state %s", (run, number, part, state) => {
    expect([partName(run, number), runName(run)]).toEqual([part, state]);
    expect(isPartOf(run, part)).toBe(true);
    expect(isPartOf(run, `${part}.tmp`)).toBe(true);
    expect(parseManifestName(`${state}.manifest.json`)).toBe(run.run);
  });

  it.each([
    [{ run: 0 }, "part-r001-000.parquet"],
    [{ run: 0 }, "part-s03-000.parquet"],
    [{ run: 1 }, "part-000.parquet"],
    [{ run: 1 }, "part-r002-000.parquet"],
    [{ run: 1, shard }, "part-r001-s04-000.parquet"],
    [{ run: 0 }, "part-000.parquet.bak"],
    [{ run: 0 }, "part-x000.parquet"],
    [{ run: 0 }, "my-part-000.parquet"],
  ])("%j has no part %s", (run, name) => {
    expect(isPartOf(run, name)).toBe(false);
  });

  it.each(["_run.export-state.json", "my_run.manifest.json", "_run.manifest.json.1.tmp", "_run-r1.manifest.json"])(
    "has no manifest %s",
    (name) => {
      expect(parseManifestName(name)).toBeUndefined();
    },
  );
});
