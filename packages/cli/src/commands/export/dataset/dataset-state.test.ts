import { expect, it } from "vitest";
import { temporaryProject } from "../../../test/temporary-project.js";
import { type DatasetSource, type DatasetState, datasetStateFile, readStateOf } from "./dataset-state.js";

const source: DatasetSource = {
  endpoint: "http://127.0.0.1:1",
  table: "Shop",
  run: 1,
  where: "n eq 1",
  partitionKey: "p",
  since: "2026-01-02T00:00:00.000Z",
  shard: { index: 1, count: 2 },
  startedAt: "2026-01-03T00:00:00.000Z",
  types: {},
  columns: { "table-Shop": [] },
};
const stored: DatasetState = { version: 1, ...source, rows: 5, files: [], ranges: [] };

function stateFile() {
  const file = datasetStateFile(temporaryProject().root, source);
  file.write(stored);
  return file;
}

it("continues a run of the same export, whenever it began", () => {
  const later = { ...source, startedAt: "2026-01-04T00:00:00.000Z", types: { n: "Edm.Int32" as const } };
  expect(readStateOf(stateFile(), later)).toEqual(stored);
});

it("begins a run without a state", () => {
  expect(readStateOf(datasetStateFile(temporaryProject().root, source), source)).toBeUndefined();
});

const ofAnother = "it belongs to an export with another --where, --partition, --since or --shard";

it.each<[Partial<DatasetSource>, string]>([
  [{ endpoint: "http://127.0.0.1:2" }, "it belongs to an export of Shop from http://127.0.0.1:1"],
  [{ table: "Other" }, "it belongs to an export of Shop from http://127.0.0.1:1"],
  [{ where: "n eq 2" }, ofAnother],
  [{ partitionKey: "q" }, ofAnother],
  [{ since: undefined }, ofAnother],
  [{ shard: { index: 1, count: 3 } }, ofAnother],
  [{ columns: {} }, "the definitions have changed since it began"],
])("does not continue a run of an export with %j", (changed, reason) => {
  const file = stateFile();
  expect(() => readStateOf(file, { ...source, ...changed })).toThrow(
    expect.objectContaining({
      code: "export.state-invalid",
      message: `Cannot continue from ${file.path}: ${reason}.`,
    }),
  );
});
