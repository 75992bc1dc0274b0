import { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { afterEach, describe, expect, it } from "vitest";
import { createTableService } from "./create-table-service.js";

const tables = createTableService({ tableDeletionMs: 0 });
const client = TableServiceClient.fromConnectionString(tables.connectionString, {
  transport: tables,
  retry: { baseDelayMs: 1, maxDelayMs: 1 },
});
afterEach(() => tables.reset());

const id = { partitionKey: "o'brien", rowKey: "50% & more" };

describe("the runtime's client, with the service as its transport", () => {
  it("creates a table, writes and reads every type", async () => {
    await client.tables.create("Shop");
    expect(await client.tables.createIfNotExists("shop")).toBe(false);
    const properties = {
      s: edm.string("ü😀"),
      i: edm.int32(5),
      l: edm.int64(9_007_199_254_740_993n),
      d: edm.double(5),
      b: edm.boolean(true),
      x: edm.binary(new Uint8Array([1, 2])),
    };
    await client.table("Shop").insert({ ...id, properties });
    expect((await client.table("Shop").get(id))?.properties).toMatchObject(properties);
    expect(await client.table("Shop").get({ ...id, rowKey: "none" })).toBeUndefined();
  });

  it("names the service's errors", async () => {
    const absent = client.table("Missing").insert({ ...id, properties: {} });
    await expect(absent).rejects.toMatchObject({ code: "table.not-found", serviceCode: "TableNotFound" });
    tables.seed({ Shop: [{ PartitionKey: id.partitionKey, RowKey: id.rowKey }] });
    const again = client.table("Shop").insert({ ...id, properties: {} });
    await expect(again).rejects.toMatchObject({ code: "entity.already-exists" });
  });

  it("is retried through throttling", async () => {
    tables.seed({ Shop: [] });
    tables.faults.add({ fault: { kind: "throttle" }, operation: "insert", times: 2 });
    await client.table("Shop").insert({ ...id, properties: {} });
    expect(tables.requests.filter(({ operation }) => operation === "insert").map(({ status }) => status)).toEqual([
      503, 503, 204,
    ]);
  });

  it("settles a write whose answer was lost", async () => {
    tables.seed({ Shop: [] });
    tables.faults.add({ fault: { kind: "reset", applied: true }, operation: "insert", times: 1 });
    const { $etag } = await client.table("Shop").insert({ ...id, properties: { n: edm.int32(1) } });
    expect((await client.table("Shop").get(id))?.$etag).toBe($etag);
  });
});
