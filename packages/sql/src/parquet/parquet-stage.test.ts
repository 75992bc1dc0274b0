import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EntityPayload } from "@tablewright/runtime/lines";
import { expect, it, onTestFinished } from "vitest";
import { Database } from "../duckdb/database.js";
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
  expect(await stage.write("Shop", path)).toBe(rows.length);
  using database = await Database.open({ memoryLimit: "128MB", temporaryFolder: folder, threads: 1 });
  const [read] = await database.rows(`SELECT count(*), count(DISTINCT bytes), min(octet_length(bytes)) FROM '${path}'`);
  expect(read).toEqual([500n, 500n, 49_152n]);
});
