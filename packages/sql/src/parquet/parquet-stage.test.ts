import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EntityPayload } from "@tablewright/runtime/lines";
import { expect, it, onTestFinished } from "vitest";
import { Database } from "../duckdb/database.js";
import { SqlError } from "../errors/sql-error.js";
import { tableParquet } from "./entity-parquet.js";
import { ParquetStage } from "./parquet-stage.js";

it("writes a row group that does not compress, even if it needs more memory than the limit", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-stage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const relation = tableParquet("Shop", { bytes: "Edm.Binary" });
  const rows = Array.from({ length: 500 }, (_, index) => ({
    PartitionKey: "p",
    RowKey: String(index),
    Timestamp: "2026-11-22T10:00:00.1234567Z",
    "bytes@odata.type": "Edm.Binary",
    bytes: randomBytes(48 * 1024).toString("base64"),
  }));
  using stage = await ParquetStage.open("24MB");
  await stage.append("Shop", relation, rows as unknown as readonly EntityPayload[]);
  const path = join(folder, "part.parquet");
  expect(await stage.take()[0]?.write(path)).toBe(rows.length);
  using database = await Database.open({ memoryLimit: "128MB", temporaryFolder: folder, threads: 1 });
  const [read] = await database.rows(`SELECT count(*), count(DISTINCT bytes), min(octet_length(bytes)) FROM '${path}'`);
  expect(read).toEqual([500n, 500n, 49_152n]);
});

it("takes rows under a name while the former ones are being written", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-stage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const relation = tableParquet("Shop", { n: "Edm.Int32" });
  const rowsFrom = (from: number) =>
    Array.from({ length: 3000 }, (_, index) => ({
      PartitionKey: "p",
      RowKey: String(from + index),
      Timestamp: "2026-11-22T10:00:00.1234567Z",
      n: from + index,
    }));
  using stage = await ParquetStage.open();
  const path = (number: number) => join(folder, `part-${number}.parquet`);
  const writing: (Promise<number> | undefined)[] = [];
  for (const number of [0, 1, 2]) {
    await stage.append("Shop", relation, rowsFrom(number * 3000) as unknown as readonly EntityPayload[]);
    writing.push(stage.take()[0]?.write(path(number)));
  }
  expect(await Promise.all(writing)).toEqual([3000, 3000, 3000]);
  expect(stage.take()).toEqual([]);
  using database = await Database.open({ memoryLimit: "128MB", temporaryFolder: folder, threads: 1 });
  for (const number of [0, 1, 2]) {
    const [read] = await database.rows(`SELECT count(DISTINCT RowKey), min(n), max(n) FROM '${path(number)}'`);
    expect(read).toEqual([3000n, number * 3000, number * 3000 + 2999]);
  }
});

it("takes no rows once it is disposed of", async () => {
  const stage = await ParquetStage.open();
  const row = { PartitionKey: "p", RowKey: "r", Timestamp: "2026-11-22T10:00:00Z" } as EntityPayload;
  await stage.append("Shop", tableParquet("Shop", {}), [row]);
  await stage.appendKeys([{ partitionKey: "p", rowKey: "r" }]);
  stage[Symbol.dispose]();
  await expect(stage.append("Other", tableParquet("Other", {}), [row])).rejects.toThrow();
});

it("reports rows that DuckDB cannot take as an SqlError", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-stage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  using database = await Database.open({ memoryLimit: "128MB", temporaryFolder: folder, threads: 1 });
  await database.run("CREATE TABLE ids (id UUID)");
  const appender = await database.append("ids", ["UUID"]);
  expect(() => appender.append([["no UUID"]], 1)).toThrow(SqlError);
});
