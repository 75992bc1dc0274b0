import { TableServiceClient, type TableServiceView } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { estimateRead, soughtKeys } from "./estimate-read.js";

describe("the keys that a service seeks", () => {
  it.each([
    ["", ""],
    ["n eq 1", ""],
    ["PartitionKey eq 'a'", "PartitionKey eq 'a'"],
    [
      "PartitionKey eq 'a' and RowKey ge 'b' and RowKey lt 'c' and n eq 1",
      "PartitionKey eq 'a' and RowKey ge 'b' and RowKey lt 'c'",
    ],
    ["PartitionKey eq 'it''s and' and n eq 1", "PartitionKey eq 'it''s and'"],
    ["PartitionKey ge 'a' and PartitionKey lt 'b' and RowKey ge 'c'", "PartitionKey ge 'a' and PartitionKey lt 'b'"],
    ["RowKey ge 'b' and RowKey lt 'c'", ""],
  ])("are those of %s", (filter, keys) => {
    expect(soughtKeys(filter)).toBe(keys);
  });
});

describe("the estimate of a read", () => {
  let service: TableServiceView;
  beforeAll(() => {
    const row = (n: number) => ({
      PartitionKey: "abc"[n % 3] ?? "",
      RowKey: String(n).padStart(4, "0"),
      n,
      text: "x".repeat(50),
    });
    const tables = createTableService({ tables: { Rows: Array.from({ length: 300 }, (_, n) => row(n)) } });
    service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  });
  const estimate = async (filters: readonly string[], limit?: number, isLimitExact = true) => {
    const read = { filters, select: ["PartitionKey", "RowKey", "n"], limit, isLimitExact };
    const { reads, transfers } = await estimateRead(service, "Rows", read, undefined);
    const { rows, partitions, requests, mayStop } = reads;
    return [rows.rows, partitions, requests, mayStop, transfers.rows.rows];
  };

  it("counts the rows that a filter leaves out", async () => {
    expect(await estimate([""])).toEqual([300, undefined, 1, false, 300]);
    expect(await estimate(["n lt 30"])).toEqual([300, undefined, 1, false, 30]);
    expect(await estimate(["PartitionKey ge 'b' and RowKey eq '0001'"])).toEqual([200, undefined, 1, false, 1]);
    expect(await estimate(["PartitionKey eq 'a' and n lt 30", "PartitionKey eq 'b' and n lt 30"])).toEqual([
      200,
      2,
      2,
      false,
      20,
    ]);
    const halves = ["PartitionKey eq 'a' and RowKey lt '0100'", "PartitionKey eq 'a' and RowKey ge '0200'"];
    expect(await estimate(halves)).toEqual([67, 1, 2, false, 67]);
  });

  it("ends at a limit, if each row counts", async () => {
    expect(await estimate([""], 20)).toEqual([20, undefined, 1, false, 20]);
    expect(await estimate([""], 2000)).toEqual([300, undefined, 1, false, 300]);
    expect(await estimate(["n lt 30"], 20)).toEqual([300, undefined, 1, true, 20]);
    expect(await estimate([""], 20, false)).toEqual([300, undefined, 1, true, 300]);
    expect(await estimate(["PartitionKey eq 'a'", "PartitionKey eq 'b'"], 20)).toEqual([20, 2, 1, false, 20]);
  });

  it("has the price of the requests, and the size of the rows in JSON", async () => {
    const read = { filters: ["n lt 30"], limit: undefined, isLimitExact: true };
    const whole = await estimateRead(service, "Rows", { ...read, select: undefined }, undefined);
    const keys = await estimateRead(service, "Rows", { ...read, select: ["PartitionKey", "RowKey"] }, undefined);
    expect(whole.reads.dollars).toBeCloseTo(0.000000036, 12);
    expect(whole.transfers.bytes - keys.transfers.bytes).toBeGreaterThan(30 * 50);
    expect(keys.transfers.bytes).toBeGreaterThan(30 * 40);
  });
});
