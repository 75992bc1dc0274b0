import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { writeUnlessChanged } from "./write-unless-changed.js";

const { signal } = new AbortController();
const row = (rowKey: string) => ({ partitionKey: "p", rowKey, properties: {} });

function open() {
  const service = createTableService();
  service.seed({ Items: [{ PartitionKey: "p", RowKey: "1" }] });
  const client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
  const write = (...writes: Parameters<typeof writeUnlessChanged>[2]) =>
    writeUnlessChanged(client, "Items", writes, signal);
  const keys = () => service.dump()["Items"]?.map(({ RowKey }) => RowKey);
  return { service, items: client.table("Items"), write, keys };
}

describe("writeUnlessChanged", () => {
  it("writes all rows, or none if one was inserted, changed or deleted meanwhile", async () => {
    const { items, write, keys } = open();
    const read = await items.getOrThrow(row("1"));
    expect(await write({ insert: row("2") }, { delete: read, ifMatch: read.$etag })).toEqual([
      expect.any(String),
      undefined,
    ]);
    expect(keys()).toEqual(["2"]);
    expect(await write({ insert: row("3") }, { delete: read, ifMatch: read.$etag })).toBeUndefined();
    expect(await write({ insert: row("3") }, { insert: row("2") })).toBeUndefined();
    const second = await items.getOrThrow(row("2"));
    await items.replace(row("2"), { ifMatch: "*" });
    expect(await write({ insert: row("3") }, { replace: row("2"), ifMatch: second.$etag })).toBeUndefined();
    expect(keys()).toEqual(["2"]);
  });

  it("throws every other error", async () => {
    const { service, write } = open();
    service.faults.add({ operation: "transaction", fault: { kind: "respond", code: "AuthorizationFailure" } });
    await expect(write({ insert: row("3") }, { insert: row("4") })).rejects.toThrow("AuthorizationFailure");
  });
});
