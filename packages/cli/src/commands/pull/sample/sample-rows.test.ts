import { createHash } from "node:crypto";
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
  const { rows: found, isWhole } = await sampleRows(client.table("Shop"), {
    rows,
    signal,
    onProgress: (read) => progress.push(read),
  });
  return { found, isWhole, progress, requests: service.requests.length };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(5, "0"));

describe("a sample", () => {
  it("is all rows of a table that has no more", async () => {
    const keys = numbers(1200).map((number) => ["p", number] as const);
    for (const rows of [1200, 5000, undefined]) {
      const { found, isWhole, progress } = await sample(keys, rows);
      expect(isWhole).toBe(true);
      expect(found.map(({ rowKey }) => rowKey)).toEqual(numbers(1200));
      expect(progress.at(-1)).toBe(1200);
    }
  });

  it("has rows from all over the partitions of a larger one, each once", async () => {
    const keys = numbers(3000).map((number) => [`${number.slice(3)}${number}`, "r"] as const);
    const { found, isWhole, requests } = await sample(keys, 200);
    expect(isWhole).toBe(false);
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

  it.each([1, 3, 10])(
    "has every one of 16 kinds, whose rows are together in each of %d partitions",
    async (partitions) => {
      const kinds =
        "address basket coupon contact invoice item note order organization payment product profile refund role tag user";
      const keys = kinds
        .split(" ")
        .flatMap((kind) =>
          numbers(250).map((number, index) => [`p${index % partitions}`, `x!${kind}-${number}`] as const),
        );
      const { found, requests } = await sample(keys, 1000);
      const rows = new Map<string, number>();
      for (const { rowKey } of found) {
        const kind = rowKey.replace(/-.*/, "");
        rows.set(kind, (rows.get(kind) ?? 0) + 1);
      }
      expect(rows.size).toBe(16);
      expect(Math.min(...rows.values())).toBeGreaterThanOrEqual(3);
      expect(requests).toBeLessThan(450);
    },
  );

  it("has rows from all over a partition of numbers or Guids", async () => {
    const keys = numbers(9000).map((number) => ["p", `00${number}`] as const);
    const { found } = await sample(keys, 300);
    expect(new Set(found.map(({ rowKey }) => rowKey.slice(0, 4))).size).toBe(9);
    const guids = numbers(4000).map((_, index) => ["p", createHash("md5").update(`${index}`).digest("hex")] as const);
    const { found: some } = await sample(guids, 300);
    expect(new Set(some.map(({ rowKey }) => rowKey[0])).size).toBe(16);
  });

  it("keeps of long values what keys could hold", async () => {
    const service = createTableService();
    service.importRows([JSON.stringify({ $table: "Shop", PartitionKey: "", RowKey: "", long: "x".repeat(30_000) })]);
    await using client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
    const { signal } = new AbortController();
    const {
      rows: [row],
    } = await sampleRows(client.table("Shop"), { rows: 1, signal, onProgress: () => undefined });
    expect(row?.properties["long"]?.value).toHaveLength(4096);
  });
});
