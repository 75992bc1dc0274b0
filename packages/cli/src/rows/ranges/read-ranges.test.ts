import { TableServiceClient } from "@tablewright/runtime";
import { createTableService, type SeedEntity } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { divideTable } from "./divide-ranges.js";
import { fractionRead, type KeyRange } from "./key-range.js";
import { asRows } from "./page-content.js";
import { type ReadOptions, readRanges } from "./read-ranges.js";

function open(rows: readonly SeedEntity[]) {
  const service = createTableService({ tables: { Shop: rows } });
  const client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
  return { service, table: client.table("Shop") };
}

const huge = Array.from({ length: 24_000 }, (_, index) => ({
  PartitionKey: "huge",
  RowKey: String(index).padStart(8, "0"),
}));
const small = ["a", "b", "z"].map((PartitionKey) => ({ PartitionKey, RowKey: "r" }));
const many = Array.from({ length: 24_000 }, (_, index) => ({
  PartitionKey: `p${String(index).padStart(6, "0")}`,
  RowKey: "",
}));

const options: ReadOptions = { parallel: 4, isOrdered: true, signal: new AbortController().signal };

/** Reads all ranges and returns how many pages were held concurrently. */
async function readAll(table: ReturnType<typeof open>["table"], ranges: KeyRange[], given = options) {
  const keys: string[] = [];
  const fractions: number[] = [];
  let held = 0;
  let mostHeld = 0;
  await readRanges(table, ranges, asRows, given, async (rows, markRead) => {
    mostHeld = Math.max(mostHeld, ++held);
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (const { partitionKey, rowKey } of rows) keys.push(`${partitionKey}|${rowKey}`);
    markRead();
    fractions.push(fractionRead(ranges));
    held--;
  });
  return { keys: keys.sort(), fractions, mostHeld };
}

const keysOf = (rows: readonly SeedEntity[]) =>
  rows.map(({ PartitionKey, RowKey }) => `${PartitionKey}|${RowKey}`).sort();

describe("readers of ranges", () => {
  it.each([
    ["one partition", huge],
    ["a large partition among small ones", [...small, ...huge]],
    ["many partitions with the same beginning", many],
    ["no rows", []],
  ])("share %s, and read each row once", async (_, rows) => {
    const { table } = open(rows);
    const ranges = await divideTable(table, options.parallel, options.signal);
    const { keys, fractions, mostHeld } = await readAll(table, ranges);
    expect(keys).toEqual(keysOf(rows));
    expect(ranges.every(({ isRead, cursor }) => isRead && cursor === undefined)).toBe(true);
    expect(fractions).toEqual([...fractions].sort((one, other) => one - other));
    expect(fractions.at(-1)).toBe(1);
    if (rows.length > 0) expect(mostHeld).toBeGreaterThan(1);
  });

  it("divide nothing where the service has no order", async () => {
    const { table } = open(huge);
    const ranges: KeyRange[] = [{ share: 1 }];
    const { keys, mostHeld } = await readAll(table, ranges, { ...options, isOrdered: false });
    expect([keys.length, mostHeld, ranges.length]).toEqual([huge.length, 1, 1]);
  });

  it("go on where they were stopped, also in parts of a divided range", async () => {
    const { table } = open([...small, ...huge]);
    const ranges: KeyRange[] = [{ share: 1 }];
    const read: string[] = [];
    for (let stops = 0; !ranges.every(({ isRead }) => isRead); stops++) {
      let pages = 0;
      const run = readRanges(table, ranges, asRows, options, async (rows, markRead) => {
        if (++pages > 12) throw new Error("stopped");
        for (const { partitionKey, rowKey } of rows) read.push(`${partitionKey}|${rowKey}`);
        markRead();
      });
      await run.catch((error: Error) => expect(error.message).toBe("stopped"));
      expect(stops).toBeLessThan(50);
    }
    expect(ranges.some(({ partitionKey }) => partitionKey === "huge")).toBe(true);
    expect(read.sort()).toEqual(keysOf([...small, ...huge]));
  });

  it("request pages of large rows a few at a time", async () => {
    const bytes = new Uint8Array(60_000);
    const large = Array.from({ length: 120 }, (_, index) => ({
      PartitionKey: `${"abcd"[index % 4]}${index}`,
      RowKey: "r",
      ...Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`b${at}`, bytes])),
    }));
    const { table } = open(large);
    const { keys, mostHeld } = await readAll(table, await divideTable(table, 4, options.signal));
    expect(keys).toEqual(keysOf(large));
    expect(mostHeld).toBe(1);
  });

  it("end together when one of them fails", async () => {
    const { table, service } = open(huge);
    const ranges = await divideTable(table, options.parallel, options.signal);
    service.faults.add({ fault: { kind: "delay", milliseconds: 1 } });
    let pages = 0;
    const run = readRanges(table, ranges, asRows, options, async () => {
      if (++pages === 8) throw new Error("the disk is full");
    });
    await expect(run).rejects.toThrow("the disk is full");
  });

  it("end when one of them fails while another has its last page", async () => {
    const rows = [..."abcdefgh"].map((PartitionKey) => ({ PartitionKey, RowKey: "r" }));
    const { table } = open(rows);
    const ranges = rows.map(({ PartitionKey: ge }) => ({ ge, lt: `${ge}~`, share: 1 / rows.length }));
    const run = readRanges(table, ranges, asRows, { ...options, parallel: 2 }, async ([row], markRead) => {
      const isLast = row?.partitionKey === "h";
      await new Promise((resolve) => setTimeout(resolve, isLast ? 50 : 10));
      if (row?.partitionKey === "g") throw new Error("the write failed");
      markRead();
    });
    await expect(run).rejects.toThrow("the write failed");
  });
});
