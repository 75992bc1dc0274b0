import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EntityPayload } from "@tablewright/runtime/lines";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { quoteText } from "../duckdb/column-type.js";
import { Database } from "../duckdb/database.js";
import { tableParquet } from "./entity-parquet.js";
import { ParquetStage } from "./parquet-stage.js";

const relation = tableParquet("Shop", { n: "Edm.Int32" });
let folder: string;
let files = 0;

beforeEach(() => {
  // The quote shows that paths are quoted in SQL.
  folder = mkdtempSync(join(tmpdir(), "tablewright-it's-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const keysOf = (...rowKeys: readonly string[]) => rowKeys.map((rowKey) => ({ partitionKey: "p", rowKey }));

function row(RowKey: string, second: number): EntityPayload {
  const Timestamp = `2026-11-22T10:00:0${second}.0000001Z`;
  return { PartitionKey: "p", RowKey, Timestamp, n: second } as unknown as EntityPayload;
}

/** Writes what a stage holds to a file. */
async function fileOf(stage: ParquetStage): Promise<string> {
  const path = join(folder, `${files++}.parquet`);
  const [taken] = stage.take();
  await taken?.write(path);
  return path;
}

async function written(rows: readonly EntityPayload[]): Promise<string> {
  using stage = await ParquetStage.open();
  await stage.append("Shop", relation, rows);
  return await fileOf(stage);
}

async function read(path: string) {
  using database = await Database.open({ memoryLimit: "128MB", temporaryFolder: folder, threads: 1 });
  return await database.rows(`SELECT RowKey, Timestamp_100ns, _deleted, n FROM ${quoteText(path)} ORDER BY ALL`);
}

it("adds a row for each row of the files that no longer exists, without its properties", async () => {
  const paths = [await written([row("a", 1), row("b", 1), row("c", 1)]), await written([row("a", 2), row("d", 2)])];
  using stage = await ParquetStage.open();
  await stage.appendKeys(keysOf("b"));
  await stage.appendKeys(keysOf("d"));
  expect(await stage.appendDeleted("Shop", relation, paths)).toBe(2);
  const path = await fileOf(stage);
  expect(await read(path)).toEqual([
    ["a", 1, true, null],
    ["c", 1, true, null],
  ]);
  using next = await ParquetStage.open();
  await next.appendKeys(keysOf("b", "c", "d"));
  expect(await next.appendDeleted("Shop", relation, [...paths, path])).toBe(0);
});

it("adds a row again that was written after it was deleted, and is gone now", async () => {
  const first = await written([row("a", 1)]);
  using stage = await ParquetStage.open();
  expect(await stage.appendDeleted("Shop", relation, [first])).toBe(1);
  const second = await fileOf(stage);
  const third = await written([row("a", 2)]);
  using last = await ParquetStage.open();
  expect(await last.appendDeleted("Shop", relation, [first, second, third])).toBe(1);
});

it("compares the files of each name with the same keys", async () => {
  const shop = await written([row("a", 1), row("b", 1)]);
  const other = await written([row("c", 1), row("d", 1)]);
  using stage = await ParquetStage.open();
  await stage.append("Shop", relation, [row("b", 2)]);
  await stage.appendKeys(keysOf("b", "d"));
  const newer = await fileOf(stage);
  expect(await stage.appendDeleted("Shop", relation, [shop, newer])).toBe(1);
  expect(await stage.appendDeleted("Other", relation, [other])).toBe(1);
  const path = join(folder, "last.parquet");
  for (const [index, { name, write }] of stage.take().entries()) {
    expect(await write(path)).toBe(1);
    expect([name, ...(await read(path))]).toEqual(
      [
        ["Other", ["c", 1, true, null]],
        ["Shop", ["a", 1, true, null]],
      ][index],
    );
  }
});

it("compares both keys, of any number of rows", async () => {
  const rows = Array.from({ length: 2100 }, (_, index) => row(String(index), 1));
  const former = await written([...rows, { ...row("5", 1), PartitionKey: "q" }]);
  using stage = await ParquetStage.open();
  await stage.appendKeys(rows.map(({ PartitionKey, RowKey }) => ({ partitionKey: PartitionKey, rowKey: RowKey })));
  expect(await stage.appendDeleted("Shop", relation, [former])).toBe(1);
});
