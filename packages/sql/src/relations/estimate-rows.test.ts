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

describe("rows of one filter", () => {
  it("are counted on one page", async () => {
    expect(await tableOf([]).estimate()).toEqual({ rows: 0, kind: "counted" });
    expect(await tableOf(even(4, 250)).estimate()).toEqual({ rows: 1000, kind: "counted" });
    expect(await tableOf(even(4, 300)).estimate("PartitionKey eq 'b'")).toEqual({ rows: 300, kind: "counted" });
  });

  it("are counted in ranges that each have one page", async () => {
    for (const [partitionCount, suffix, pages] of [
      [8, "", 9],
      [16, "'s", 7],
      [24, "'s", 7],
    ] as const) {
      const { estimate, tables } = tableOf(even(partitionCount, 150, suffix));
      expect(await estimate()).toEqual({ rows: partitionCount * 150, kind: "about" });
      expect(tables.requests.filter(({ url }) => /top=1000/.test(url))).toHaveLength(pages);
    }
    const { estimate } = tableOf(even(16, 150));
    const filter = "PartitionKey lt 'c' or PartitionKey ge 'e'";
    expect(await estimate(filter)).toEqual({ rows: 14 * 150, kind: "about" });
  });

  it("are counted in ranges of RowKeys in one partition", async () => {
    const rows = range(1600, (index) => ["e", `k${"abcdefghijklmnop"[index % 16]}${padded(index)}`]);
    const { estimate } = tableOf([...rows, ["f", "r"]]);
    expect(await estimate("PartitionKey eq 'e'")).toEqual({ rows: 1600, kind: "about" });
    expect(await estimate("PartitionKey eq 'e' and RowKey ge 'kc'")).toEqual({ rows: 1400, kind: "about" });
  });

  it("are extrapolated from the share of the first page in each range", async () => {
    const keys = range(10_000, (index) => [`d${padded(index)}`, ""]);
    const { rows, kind } = await tableOf(keys).estimate();
    expect(kind).toBe("about");
    expect(Math.abs(rows - 10_000)).toBeLessThan(50);
    expect(await tableOf(even(10, 600)).estimate()).toEqual({ rows: 6000, kind: "about" });
    expect(await tableOf(partitions({ ab: 700, ac: 700, b: 700, c: 700 })).estimate()).toEqual({
      rows: 2800,
      kind: "about",
    });
  });

  it.each([
    ["decimal", (index: number) => `C${String(index).padStart(6, "0")}`],
    ["hexadecimal", (index: number) => `C${((index * 2_654_435_761) >>> 0).toString(16).padStart(8, "0")}`],
    [
      "letters",
      (index: number) =>
        String.fromCharCode(...[676, 26, 1].map((place) => 97 + (Math.floor((index * 79) / place) % 26))),
    ],
  ])("are estimated where partitions have some hundred rows and %s keys", async (_, keyOf) => {
    const keys = range(21_000, (index) => [keyOf(Math.floor(index / 300)), padded(index % 300)] as const);
    const { estimate, tables } = tableOf(keys);
    const { rows, kind } = await estimate();
    expect(kind).toBe("about");
    expect(rows).toBeGreaterThan(21_000 / 2);
    expect(rows).toBeLessThan(21_000 * 2);
    expect(tables.requests.length).toBeLessThan(80);
  });

  it("are at least those of each first page where no more is known", async () => {
    expect(await tableOf(partitions({ a: 10, b: 10, c: 1500, d: 1500 })).estimate()).toEqual({
      rows: 2020,
      kind: "about",
    });
    expect(await tableOf(partitions({ a: 900, b: 3000 })).estimate()).toEqual({ rows: 1900, kind: "about" });
    // No share of the range from a to b shows in the keys a and a0, since 0 is the lowest character.
    const lowest = partitions({ a: 600, a0: 600, b: 9, c: 9, d: 9, e: 9, f: 9, g: 9, h: 9 });
    expect(await tableOf(lowest).estimate()).toEqual({ rows: 1063, kind: "about" });
    const seen = { rows: 1000, kind: "atLeast" };
    expect(await tableOf(partitions({ a: 10, b: 10, c: 1500, d: 1500, e: 1500 })).estimate()).toEqual(seen);
    expect(await tableOf(partitions({ a: 3000, b: 10 })).estimate()).toEqual(seen);
    expect(await tableOf(even(16, 100), "cosmos").estimate()).toEqual(seen);
  });
});

describe("rows of several filters", () => {
  const filtersOf = (count: number) =>
    Array.from({ length: count }, (_, index) => `PartitionKey eq '${String.fromCharCode(97 + index)}'`);

  it("are counted if each has one page", async () => {
    expect(await tableOf(even(8, 300)).estimate(...filtersOf(8))).toEqual({ rows: 2400, kind: "counted" });
    const { estimate } = tableOf(partitions({ a: 1001, b: 5 }));
    expect(await estimate(...filtersOf(2))).toEqual({ rows: 1005, kind: "atLeast" });
  });

  it("are as many on average as those of the first eight", async () => {
    const { estimate, tables } = tableOf(partitions({ a: 7, b: 2, i: 500, j: 500 }));
    expect(await estimate(...filtersOf(10))).toEqual({ rows: 11, kind: "about" });
    expect(tables.requests).toHaveLength(8);
  });
});

it("an estimate is aborted by its signal", async () => {
  const { service } = tableOf([]);
  await expect(estimateRows(service, "Keys", [], AbortSignal.abort())).rejects.toMatchObject({
    code: "request.aborted",
  });
});
