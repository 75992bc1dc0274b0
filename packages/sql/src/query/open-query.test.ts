import { getEventListeners } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TableServiceClient, type TableServiceView } from "@tablewright/runtime";
import { ExactDate, edm } from "@tablewright/runtime/edm";
import type { AbortSignalLike } from "@tablewright/runtime/types";
import { createTableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { Order, OrderLine } from "../../../generator/src/emit/golden/shop/expected/index.js";
import { quoteText } from "../duckdb/column-type.js";
import { type AnalyzeOptions, analyze } from "./analyze.js";

let service: TableServiceView;

beforeEach(async () => {
  const tables = createTableService();
  service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  await service.createTables([Order]);
});

const sql = (text: string, options?: AnalyzeOptions) => analyze(service, { Order, OrderLine }, options).sql(text);
const insert = (orderNo: number, placedAt: Date) =>
  service
    .entities(Order)
    .insert({ customerId: "C1", placedAt, orderNo, total: orderNo, sequence: 1n, currency: "EUR" });

describe("the plan of a query", () => {
  it("lists the relations that it names, with the columns and conditions of each", async () => {
    const query = `SELECT o.total, l.sku FROM Order o JOIN OrderLine l ON o.orderNo = l.orderNo
      WHERE o.customerId = 'C1' AND o.sequence > 5 AND l.quantity % 2 = 1`;
    const [order, line, ...others] = await sql(query).explain();
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      relation: "Order",
      table: "Shop",
      access: "row range",
      filters: [expect.stringMatching(/^PartitionKey eq 'cust!C1' and RowKey ge 'order!' .*sequence gt 5L/)],
      select: expect.arrayContaining(["total"]),
      limit: undefined,
      pushed: ["(o.customerId = 'C1')", '(o."sequence" > 5)'],
      left: ["((l.quantity % 2) = 1)"],
    });
    expect(line).toMatchObject({
      relation: "OrderLine",
      table: "Shop",
      access: "table scan",
      filters: [expect.stringMatching(/^RowKey ge 'line!' and RowKey lt 'line"'$/)],
      select: expect.arrayContaining(["sku", "quantity"]),
      pushed: [],
      left: expect.arrayContaining(["((l.quantity % 2) = 1)"]),
    });
    expect(order?.select).not.toContain("sku");
    expect(order).not.toHaveProperty("reads");
  });

  it("has only what either reference needs, if the query names a relation twice", async () => {
    const query = "SELECT a.total FROM Order a, Order b WHERE a.total = 1 AND b.total = 2";
    const [plan, ...others] = await sql(query).explain();
    expect(others).toEqual([]);
    expect(plan?.filters).toEqual([expect.stringMatching(/total eq 1.* or .*total eq 2/)]);
    expect([plan?.pushed, plan?.left]).toEqual([
      ["(a.total = 1)", "(b.total = 2)"],
      ["(a.total = 1)", "(b.total = 2)"],
    ]);
  });

  it("has no filters, columns or limit without pushdown", async () => {
    const [plan] = await sql("SELECT total FROM Order WHERE total = 1 LIMIT 1", { pushdown: false }).explain();
    expect(plan).toMatchObject({ select: undefined, limit: undefined, pushed: [], left: [] });
    const [table] = await sql("SELECT RowKey FROM table('Shop') LIMIT 1", { pushdown: false }).explain();
    expect(table).toMatchObject({ relation: "table('Shop')", table: "Shop", limit: undefined });
  });

  it("limits a table only if the query names keys, Timestamp and declared properties", async () => {
    const limitOf = async (columns: string) =>
      (await sql(`SELECT ${columns} FROM table('Shop') LIMIT 2`).explain())[0]?.limit;
    expect(await limitOf("PartitionKey, rowkey, Timestamp")).toBe(2);
    expect(await limitOf("RowKey, total")).toBe(2);
    expect(await limitOf("RowKey, other")).toBeUndefined();
    expect(await limitOf("1")).toBe(2);
  });

  it("estimates no more rows than its limit, and none of a table that does not exist", async () => {
    for (const orderNo of [1, 2, 3]) await insert(orderNo, new Date(0));
    const rows = async (text: string) =>
      (await sql(text).explain({ estimateRows: true })).map(({ transfers }) => transfers?.rows);
    expect(await rows("FROM Order LIMIT 2")).toEqual([{ rows: 2, kind: "counted" }]);
    expect(await rows("FROM Order LIMIT 5")).toEqual([{ rows: 3, kind: "counted" }]);
    expect(await rows("SELECT RowKey FROM table('Shop')")).toEqual([{ rows: 3, kind: "counted" }]);
    const [plan] = await sql("SELECT RowKey FROM table('Missing') WHERE PartitionKey = 'p'").explain({
      estimateRows: true,
    });
    expect(plan).not.toHaveProperty("reads");
    const aborted = analyze(service, { Order }).sql("FROM Order", { signal: AbortSignal.abort() });
    await expect(aborted.explain({ estimateRows: true })).rejects.toMatchObject({ code: "request.aborted" });
  });
});

describe("an abort", () => {
  it("ends a query that DuckDB is running", async () => {
    let timer: NodeJS.Timeout | undefined;
    onTestFinished(() => clearInterval(timer));
    const signal = {
      aborted: false as boolean,
      addEventListener(_: "abort", listener: () => void) {
        // An interruption before DuckDB has begun the query has no effect.
        timer = setInterval(() => {
          signal.aborted = true;
          listener();
        }, 1);
      },
      removeEventListener: () => clearInterval(timer),
    } satisfies AbortSignalLike;
    const long = "SELECT count(*) FROM range(100000) a, range(100000) b WHERE a.range + b.range = -1";
    await expect(analyze(service, {}).sql(long, { signal }).toArray()).rejects.toMatchObject({
      code: "request.aborted",
      message: "The query was aborted.",
      cause: { code: "sql.invalid" },
    });
  });

  it("is heard only while the query is open", async () => {
    const { signal } = new AbortController();
    const listeners = () => getEventListeners(signal, "abort").length;
    const run = (text: string) => analyze(service, { Order }).sql(text, { signal });
    using result = await run("FROM range(5000)").open();
    expect(listeners()).toBe(1);
    result[Symbol.dispose]();
    expect(listeners()).toBe(0);
    expect(await run("FROM Order").toArray()).toEqual([]);
    for await (const _ of run("FROM range(5000)")) break;
    await expect(run("SELECT * EXCLUDE (missing) FROM table('Shop')").toArray()).rejects.toMatchObject({
      code: "sql.invalid",
    });
    expect(listeners()).toBe(0);
  });
});

describe("a query of a table without a definition", () => {
  it("is checked once the columns are known", async () => {
    await service.table("Shop").insert({ partitionKey: "p", rowKey: "r", properties: { a: edm.int32(1) } });
    expect(await sql("SELECT a FROM table('Shop')").toArray()).toEqual([{ a: 1 }]);
    await expect(sql("SELECT a.b.c FROM table('Shop')").toArray()).rejects.toMatchObject({ code: "sql.invalid" });
    await expect(sql("SELECT 1 FROM table('Shop'), Ordr").toArray()).rejects.toThrow('Did you mean "Order"?');
  });

  it("has NULL for a property that no row has which it reads, and says so", async () => {
    await service.tables.create("Odd");
    const odd = service.table("Odd");
    await odd.insert({ partitionKey: "p", rowKey: "1", properties: { at: edm.string("x") } });
    await odd.insert({ partitionKey: "q", rowKey: "1", properties: { at: edm.string("y"), n: edm.int64(5n) } });
    const open = async (text: string) => {
      using result = await sql(text).open();
      const rows = [];
      for await (const group of result.groups) rows.push(...group);
      return { rows, types: result.columns.map(({ type }) => type), missing: result.missingColumns };
    };
    const query = (key: string) => `SELECT "at", o.n, sum(n) OVER () FROM table('Odd') o WHERE PartitionKey = '${key}'`;
    expect(await open(query("q"))).toEqual({
      rows: [["y", 5n, 5n]],
      types: ["VARCHAR", "BIGINT", "HUGEINT"],
      missing: [],
    });
    // The type is that of other rows of the table.
    const types = ["VARCHAR", "BIGINT", "HUGEINT"];
    expect(await open(query("p"))).toEqual({ rows: [["x", null, null]], types, missing: ["table('Odd').n"] });
    const unheardOf = "WITH q AS (FROM table('Odd')) SELECT count(Never), sum(never) FROM q, table('Shop') s";
    expect((await open(unheardOf)).missing).toEqual(["table('Odd').Never"]);
    await expect(open("SELECT o.n FROM Order o, table('Odd')")).rejects.toThrow('does not have a column named "n"');
  });

  it("has a column for each stored property that an entity of the table declares", async () => {
    await service.table("Shop").insert({ partitionKey: "p", rowKey: "r", properties: { total: edm.double(0.5) } });
    expect(await sql("SELECT total, sequence, currency FROM table('Shop')").toArray()).toEqual([
      { total: 0.5, sequence: null, currency: null },
    ]);
    using result = await sql("FROM table('Shop')").open();
    const names = result.columns.map(({ name }) => name);
    expect([result.missingColumns, names]).toEqual([[], expect.arrayContaining(["total", "note", "sku"])]);
  });

  it("reads the table once, even if it names the table several times", async () => {
    await service.table("Shop").insert({ partitionKey: "p", rowKey: "r", properties: { a: edm.int32(1) } });
    const query = "SELECT x.a + y.a AS sum FROM table('Shop') x, table('Shop') y WHERE x.RowKey = 'r'";
    expect(await sql(query).toArray()).toEqual([{ sum: 2 }]);
  });
});

it("dates beyond TIMESTAMP_NS are compared as text, with and without pushdown", async () => {
  await insert(1, new Date("2026-11-02T00:00:00Z"));
  await insert(2, ExactDate.fromIso("9999-12-31T23:59:59.9999999Z"));
  // As text, the T of the first date comes after the space. As dates, the order would be the other one.
  const query = "SELECT orderNo FROM Order WHERE placedAt > '2026-11-02 12:00:00' ORDER BY orderNo";
  const expected = [{ orderNo: 1 }, { orderNo: 2 }];
  expect(await sql(query).toArray()).toEqual(expected);
  expect(await sql(query, { pushdown: false }).toArray()).toEqual(expected);
});

it("the result can be written to a Parquet file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-it's-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "orders.parquet");
  for (const orderNo of [1, 2, 3]) await insert(orderNo, new Date(0));
  expect(await sql("SELECT orderNo, total FROM Order WHERE total > 1").writeParquet(path)).toBe(2);
  expect(await sql(`FROM ${quoteText(path)} ORDER BY ALL`).toArray()).toEqual([
    { orderNo: 2, total: 2 },
    { orderNo: 3, total: 3 },
  ]);
  await expect(sql("FROM Order").writeParquet(join(folder, "missing", "x.parquet"))).rejects.toThrow("IO Error");
});
