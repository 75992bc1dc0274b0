import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { createTableService } from "../service/create-table-service.js";

/** Replaces functions of `node:fs` by spies, for modules that have imported it already too. */
function spyOnFiles() {
  const spies = { open: vi.spyOn(fs, "openSync"), sync: vi.spyOn(fs, "fsyncSync") };
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  return spies;
}

it.each([
  [true, 2],
  [false, 0],
])("a file with sync: %s has its folder written through with each new file: %d times", (sync, times) => {
  const folder = fs.mkdtempSync(join(tmpdir(), "synced-folder-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const files = spyOnFiles();
  const tables = createTableService();
  const data = tables.openDataFile(join(folder, "rows.ndjson"), { sync });
  tables.seed({ Shop: [{ PartitionKey: "p", RowKey: "r" }] });
  tables.reset();
  data.close();
  const opened = files.open.mock.calls.flatMap(([path], at) => (path === folder ? [files.open.mock.results[at]] : []));
  expect(opened).toHaveLength(times);
  for (const result of opened) expect(files.sync).toHaveBeenCalledWith(result?.value);
});
