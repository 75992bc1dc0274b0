import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { sampleRows } from "./sample-rows.js";

/** Samples rows with these keys. Returns the sample and its requests. */
async function sample(keys: readonly (readonly [string, string])[], rows: number | undefined) {
  const service = createTableService();
  const line = ([partitionKey, rowKey]: readonly [string, string]) =>
    JSON.stringify({ $table: "Shop", PartitionKey: partitionKey, RowKey: rowKey });
  service.importRows(keys.map(line));
  await using client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
  const progress: number[] = [];
  const { signal } = new AbortController();
  const found = await sampleRows(client.table("Shop"), { rows, signal, onProgress: (read) => progress.push(read) });
  return { found, progress, requests: service.requests.length };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(5, "0"));

describe("a sample", () => {
  it("is all rows of a table that has no more", async () => {
    const keys = numbers(1200).map((number) => ["p", number] as const);
    for (const rows of [1200, 5000, undefined]) {
      const { found, progress } = await sample(keys, rows);
      expect(found.map(({ rowKey }) => rowKey)).toEqual(numbers(1200));
      expect(progress.at(-1)).toBe(1200);
    }
  });

  it("has rows from all over the partitions of a larger one, each once", async () => {
    const keys = numbers(3000).map((number) => [`${number.slice(3)}${number}`, "r"] as const);
    const { found, requests } = await sample(keys, 200);
    expect(found).toHaveLength(200);
    expect(new Set(found.map(({ partitionKey }) => partitionKey)).size).toBe(found.length);
    expect(new Set(found.map(({ partitionKey }) => partitionKey.charAt(0))).size).toBe(10);
    expect(requests).toBeLessThan(300);
  });

  it("has rows of every beginning of RowKeys in one huge partition", async () => {
    const kinds = ["customer", "line!", "note'", "order!"];
    const keys = kinds.flatMap((kind) => numbers(500).map((number) => ["p", kind + number] as const));
    const { found, requests } = await sample(keys, 100);
    const starts = found.map(({ rowKey }) => rowKey.replace(/\d+$/, ""));
    expect([...new Set(starts)].sort()).toEqual(kinds);
    expect(requests).toBeLessThan(40);
  });

  it("keeps of long values what keys could hold", async () => {
    const service = createTableService();
    service.importRows([JSON.stringify({ $table: "Shop", PartitionKey: "", RowKey: "", long: "x".repeat(30_000) })]);
    await using client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
    const { signal } = new AbortController();
    const [row] = await sampleRows(client.table("Shop"), { rows: 1, signal, onProgress: () => undefined });
    expect(row?.properties["long"]?.value).toHaveLength(4096);
  });
});
