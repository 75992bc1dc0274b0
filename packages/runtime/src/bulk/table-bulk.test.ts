import { describe, expect, it } from "vitest";
import { createTableService } from "../../../testing/src/index.js";
import { TableServiceClient } from "../client/table-service-client.js";
import { type EdmValue, edm } from "../codec/edm/edm-value.js";

function open() {
  const service = createTableService({ tables: { Shop: [{ PartitionKey: "p", RowKey: "r", a: 1, b: 1 }] } });
  const client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
  return { service, table: client.table("Shop") };
}

const row = (rowKey: string, properties: Record<string, EdmValue> = {}) => ({ partitionKey: "p", rowKey, properties });

describe("a bulk of rows without a definition", () => {
  it("inserts, merges and replaces them, in requests of up to 100", async () => {
    const { service, table } = open();
    const items = Array.from({ length: 200 }, (_, index) => ({ insert: row(`new ${index}`, { i: edm.int64(5n) }) }));
    expect(await table.bulk(items)).toEqual({ written: 200 });
    expect(service.requests).toHaveLength(2);
    await table.bulk([{ insertOrMerge: row("r", { a: edm.int32(2) }) }]);
    expect((await table.getOrThrow({ partitionKey: "p", rowKey: "r" })).properties).toMatchObject({
      a: edm.int32(2),
      b: edm.int32(1),
    });
    await table.bulk([{ insertOrReplace: row("r", { a: edm.int32(3) }) }]);
    expect({ ...(await table.getOrThrow({ partitionKey: "p", rowKey: "r" })).properties }).toEqual({ a: edm.int32(3) });
  });

  it("gives each item its outcome and returns the item", async () => {
    const { table } = open();
    const outcomes: unknown[] = [];
    const items = [
      { insert: row("r"), line: 1 },
      { insert: row("s"), line: 2 },
      { insert: row("a/b"), line: 3 },
    ];
    for await (const outcome of table.bulk(items))
      outcomes[outcome.index] = [outcome.item.line, outcome.ok ? "written" : outcome.error.code];
    expect(outcomes).toEqual([
      [1, "entity.already-exists"],
      [2, "written"],
      [3, "key.forbidden-character"],
    ]);
  });

  it("refuses an item with no operation, or with another", async () => {
    const { table } = open();
    for (const item of [{}, { delete: row("r") }, null])
      await expect(table.bulk([item as never])).rejects.toMatchObject({ code: "bulk.failed" });
  });
});

describe("split keys", () => {
  it("divide the PartitionKeys that are in use", async () => {
    const service = createTableService({
      tables: { Shop: ["", "a1", "a2", "b1", "c1"].map((key) => ({ PartitionKey: key, RowKey: "r" })), Empty: [] },
    });
    const client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
    const keys = await client.table("Shop").splitKeys(3);
    expect(keys.length).toBeGreaterThanOrEqual(3);
    expect(keys).toEqual([...keys].sort());
    expect(await client.table("Empty").splitKeys(3)).toEqual([]);
    await expect(client.table("Shop").splitKeys(0)).rejects.toMatchObject({ code: "query.invalid-option" });
    expect(await client.table("Shop").splitKeys(2, { after: "a1" })).toEqual(["b", "c"]);
  });

  it("divide the RowKeys of a partition, or those after one", async () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({
      PartitionKey: "p",
      RowKey: String(index).padStart(6, "0"),
    }));
    const service = createTableService({ tables: { Shop: [...rows, { PartitionKey: "q", RowKey: "x" }] } });
    const client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
    const table = client.table("Shop");
    expect(await table.splitKeys(4, { partitionKey: "p" })).toEqual(["0000", "0001", "0002", "0003", "0004"]);
    const keys = await table.splitKeys(4, { partitionKey: "p", after: "000420" });
    expect(keys).toEqual(["00043", "00044", "00045", "00046", "00047", "00048", "00049"]);
    const ranges = ["", ...keys].map((ge, index) => ({
      ge,
      ...(index < keys.length && { lt: keys[index] as string }),
    }));
    const counts = ranges.map((rowKeyRange) => table.query("p", { rowKeyRange }).count());
    expect(await Promise.all(counts)).toEqual([430, 10, 10, 10, 10, 10, 10, 10]);
    const undefinedEnd = { ge: undefined } as unknown as { ge: string };
    expect(() => table.query("p", { rowKeyRange: undefinedEnd })).toThrow("A query's ge is undefined. Pass a string");
  });
});
