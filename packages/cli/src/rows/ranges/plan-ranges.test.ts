import { TableServiceClient } from "@tablewright/runtime";
import { createTableService, type SeedEntity } from "@tablewright/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { queryRange } from "./key-range.js";
import { planRanges } from "./plan-ranges.js";

const { signal } = new AbortController();
const rowsOf = (PartitionKey: string, count: number): SeedEntity[] =>
  Array.from({ length: count }, (_, index) => ({ PartitionKey, RowKey: String(index).padStart(6, "0") }));

/** Plans the ranges of a table for shards, and checks that they contain each row once. */
async function plan(rows: readonly SeedEntity[], shards: number) {
  const service = createTableService({ tables: { Shop: rows } });
  const client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
  onTestFinished(() => client.close());
  const table = client.table("Shop");
  const ranges = await planRanges(table, shards, signal);
  const read: string[] = [];
  for (const range of ranges)
    for await (const { partitionKey, rowKey } of queryRange(table, range, signal))
      read.push(`${partitionKey}|${rowKey}`);
  expect(read).toEqual(rows.map(({ PartitionKey, RowKey }) => `${PartitionKey}|${RowKey}`).sort());
  for (const { share } of ranges) expect(share).toBe(1 / ranges.length);
  return ranges;
}

describe("ranges for several machines", () => {
  it("contain each row once, in the order of keys", async () => {
    const rows = Array.from({ length: 200 }, (_, index) => rowsOf(`p${String(index).padStart(3, "0")}`, 2)).flat();
    const ranges = await plan(rows, 2);
    expect(ranges.length).toBeGreaterThan(11);
    expect(ranges.length).toBeLessThan(22);
    expect(ranges.every(({ partitionKey }) => partitionKey === undefined)).toBe(true);
    expect((await plan(rows, 16)).length).toBeGreaterThan(40);
  });

  it("divide a partition that fills a page", async () => {
    const ranges = await plan([...rowsOf("a", 2), ...rowsOf("huge", 1001), ...rowsOf("z", 2)], 1);
    expect(ranges.filter(({ partitionKey }) => partitionKey === "huge").length).toBeGreaterThan(4);
    const small = await plan([...rowsOf("a", 2), ...rowsOf("large", 1000)], 1);
    expect(small.some(({ partitionKey }) => partitionKey === "large")).toBe(false);
  });

  it("divide 16 partitions at most", async () => {
    const rows = [..."abcdefghijklmnopqr"].flatMap((partition) => rowsOf(partition, 1001));
    const partitions = (await plan(rows, 8)).flatMap(({ partitionKey }) => partitionKey ?? []);
    expect(new Set(partitions).size).toBe(16);
  });

  it("are one for a table without rows", async () => {
    expect(await plan([], 4)).toEqual([{ share: 1 }]);
  });
});
