import { TableServiceClient } from "@tablewright/runtime";
import { createTableService, type ServiceKind } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { estimateRows } from "./estimate-rows.js";

type Keys = readonly (readonly [partition: string, row: string])[];

/** Returns a service with one table, and a function that estimates its rows. */
function tableOf(keys: Keys, kind: ServiceKind = "storage") {
  const Keys = keys.map(([PartitionKey, RowKey]) => ({ PartitionKey, RowKey, note: "x" }));
  const tables = createTableService({ kind, tables: { Keys } });
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables, kind });
  const estimate = (...filters: readonly string[]) => estimateRows(service, "Keys", filters, undefined);
  return { tables, service, estimate };
}

/** Returns the keys of rows, so many in each partition. */
const partitions = (counts: Readonly<Record<string, number>>): Keys =>
  Object.entries(counts).flatMap(([partition, count]) =>
    Array.from({ length: count }, (_, index) => [partition, String(index).padStart(6, "0")] as const),
  );
const range = (count: number, keyOf: (index: number) => readonly [string, string]): Keys =>
  Array.from({ length: count }, (_, index) => keyOf(index));
const padded = (index: number) => String(index).padStart(5, "0");

/** Returns partitions a, b, c … with so many rows each. */
const even = (partitionCount: number, count: number, suffix = "") =>
  partitions(
    Object.fromEntries(
      Array.from({ length: partitionCount }, (_, index) => [String.fromCharCode(97 + index) + suffix, count]),
    ),
  );

/** Checks an estimate of about so many rows, which took at most 30 requests. */
async function expectNear(keys: Keys, truth: number, factor: number, ...filters: readonly string[]) {
  const { estimate, tables } = tableOf(keys);
  const { rows, kind } = await estimate(...filters);
  expect(kind).toBe("about");
  expect(rows).toBeGreaterThanOrEqual(truth / factor);
  expect(rows).toBeLessThanOrEqual(truth * factor);
  expect(tables.requests.length).toBeLessThanOrEqual(30);
}

describe("rows of one filter", () => {
  it("are counted on one page", async () => {
    expect(await tableOf([]).estimate()).toEqual({ rows: 0, kind: "counted" });
    expect(await tableOf(even(4, 250)).estimate()).toEqual({ rows: 1000, kind: "counted" });
    expect(await tableOf(even(4, 300)).estimate("PartitionKey eq 'b'")).toEqual({ rows: 300, kind: "counted" });
  });

  it("are estimated from samples of PartitionKeys", async () => {
    await expectNear(even(16, 150, "'s"), 16 * 150, 1.2);
    await expectNear(even(16, 150), 14 * 150, 1.2, "PartitionKey lt 'c' or PartitionKey ge 'e'");
    await expectNear(
      range(10_000, (index) => [`d${padded(index)}`, ""]),
      10_000,
      1.01,
    );
    await expectNear(even(10, 600), 6000, 1.2);
  });

  it("are estimated from samples of RowKeys in one partition", async () => {
    const rows = range(1600, (index) => ["e", `k${"abcdefghijklmnop"[index % 16]}${padded(index)}`]);
    await expectNear([...rows, ["f", "r"]], 1600, 1.2, "PartitionKey eq 'e'");
    await expectNear([...rows, ["f", "r"]], 1400, 1.2, "PartitionKey eq 'e' and RowKey ge 'kc'");
  });

  it("are estimated where partitions have some hundred rows", async () => {
    const decimal = (index: number) => `C${String(index).padStart(6, "0")}`;
    const hexadecimal = (index: number) => `C${((index * 2_654_435_761) >>> 0).toString(16).padStart(8, "0")}`;
    const letters = (index: number) =>
      String.fromCharCode(...[676, 26, 1].map((place) => 97 + (Math.floor((index * 79) / place) % 26)));
    for (const keyOf of [decimal, hexadecimal, letters]) {
      const keys = range(21_000, (index) => [keyOf(Math.floor(index / 300)), padded(index % 300)] as const);
      await expectNear(keys, 21_000, 1.5);
    }
  });

  it("are estimated where a partition has more rows than a page", async () => {
    await expectNear(partitions({ a: 10, b: 10, c: 1500, d: 1500 }), 3020, 1.5);
    await expectNear(partitions({ a: 900, b: 3000 }), 3900, 3);
    await expectNear(partitions({ a: 3000, b: 10 }), 3010, 1.5);
    await expectNear(partitions({ a: 7000 }), 7000, 1.5);
  });

  it("are at least those of the first page where rows have no order", async () => {
    expect(await tableOf(even(16, 100), "cosmos").estimate()).toEqual({ rows: 1000, kind: "atLeast" });
  });
});

describe("rows of several filters", () => {
  const filtersOf = (count: number) =>
    Array.from({ length: count }, (_, index) => `PartitionKey eq '${String.fromCharCode(97 + index)}'`);

  it("are counted if each has one page, otherwise estimated", async () => {
    expect(await tableOf(even(8, 300)).estimate(...filtersOf(8))).toEqual({ rows: 2400, kind: "counted" });
    await expectNear(partitions({ a: 1500, b: 5 }), 1505, 1.2, ...filtersOf(2));
    const without = await tableOf(even(2, 1500), "cosmos").estimate(...filtersOf(2));
    expect(without).toEqual({ rows: 2000, kind: "atLeast" });
  });

  it("are as many on average as those of eight among them", async () => {
    const { estimate, tables } = tableOf(even(20, 30));
    expect(await estimate(...filtersOf(20))).toEqual({ rows: 600, kind: "about" });
    expect(tables.requests).toHaveLength(8);
  });
});

it("an estimate is aborted by its signal", async () => {
  const { service } = tableOf([]);
  await expect(estimateRows(service, "Keys", [], AbortSignal.abort())).rejects.toMatchObject({
    code: "request.aborted",
  });
});
