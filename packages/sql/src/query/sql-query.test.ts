import { TableServiceClient, type TableServiceView } from "@tablewright/runtime";
import { ExactDate, edm } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { Order } from "../../../generator/src/emit/golden/shop/expected/index.js";
import { seedOrders } from "../test/seed-orders.js";
import { type AnalyzeOptions, analyze } from "./analyze.js";

let service: TableServiceView;

beforeEach(() => {
  const tables = createTableService();
  service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
});

const rowsOf = (text: string, options?: AnalyzeOptions) => analyze(service, { Order }, options).sql(text).toArray();

describe("a query of entities", () => {
  it("names relations by words of SQL without quotes", async () => {
    await seedOrders(service, 4);
    expect(await rowsOf("SELECT Order.orderNo FROM Order WHERE Order.total > 2")).toEqual([{ orderNo: 3 }]);
    expect(await rowsOf("SELECT count(*) AS n FROM (SELECT 'ö😀 Order by' AS text) x, Order")).toEqual([{ n: 4n }]);
  });

  it("reads the range of RowKeys that conditions give", async () => {
    const query = analyze(service, { Order }).sql(
      "SELECT total FROM Order WHERE customerId = 'C1' AND placedAt BETWEEN '2026-11-02' AND '2026-11-04' LIMIT 3",
    );
    expect(await query.explain()).toMatchObject([
      {
        access: "row range",
        filters: [expect.stringMatching(/^PartitionKey eq 'cust!C1' and RowKey ge '[^']*' and RowKey lt '[^']*'$/)],
        limit: 3,
        left: [],
      },
    ]);
    await seedOrders(service, 6);
    expect((await query.toArray()).map(({ total }) => total).sort()).toEqual([1, 3]);
  });

  it("sends no request for a query that DuckDB rejects", async () => {
    await expect(rowsOf("SELECT totl FROM Order")).rejects.toMatchObject({
      code: "sql.invalid",
      message: expect.stringContaining('Candidate bindings: "total"'),
    });
    await expect(rowsOf("SELECT 1 FROM Ordr")).rejects.toThrow('Did you mean "Order"?');
    await expect(rowsOf("DROP TABLE x")).rejects.toMatchObject({ code: "sql.not-a-query" });
    await expect(rowsOf("SELECT 1; SELECT 2")).rejects.toMatchObject({ code: "sql.not-a-query" });
  });

  it("keeps conditions out of a filter where they would change an outer or a positional join", async () => {
    const pushed = async (text: string) => {
      const plans = await analyze(service, { Order }).sql(text).explain();
      return plans.flatMap((plan) => plan.pushed);
    };
    const sides = (join: string, condition: string) =>
      `SELECT 1 FROM Order ${join} (SELECT 1 AS orderNo) b ON Order.orderNo = b.orderNo WHERE ${condition}`;
    expect(await pushed(sides("LEFT JOIN", "Order.total < 5"))).toEqual(['("Order".total < 5)']);
    expect(await pushed(sides("ANTI JOIN", "Order.total < 5"))).toEqual([]);
    expect(await pushed("SELECT 1 FROM Order POSITIONAL JOIN (SELECT 1) WHERE Order.total < 5")).toEqual([]);
    expect(await pushed("WITH Order AS (SELECT 1 AS total) SELECT 1 FROM Order WHERE total < 5")).toEqual([]);
  });

  it.each(["= 5", "<> 5", "< 5.5", "<= 4.5", "> 4.5", ">= 5", "IN (5, 6)", "NOT IN (5, 6)", "<> 5.5", "< 1e10"])(
    "finds Doubles that another client stored as Int32: total %s",
    async (condition) => {
      await seedOrders(service, 8);
      for (const row of await service.table("Shop").scan().toArray()) {
        const total = edm.int32(Number(row.properties["orderNo"]?.value));
        if (Number(total.value) % 2 === 1) await service.table("Shop").merge(row, { total }, { ifMatch: "*" });
      }
      const query = `SELECT orderNo FROM Order WHERE total ${condition} ORDER BY 1`;
      const [plan] = await analyze(service, { Order }).sql(query).explain();
      expect(plan?.pushed).toHaveLength(1);
      expect(await rowsOf(query)).toEqual(await rowsOf(query, { pushdown: false }));
    },
  );

  it("is aborted by its signal", async () => {
    await seedOrders(service, 2);
    const query = analyze(service, { Order }).sql("FROM Order", { signal: AbortSignal.abort() });
    await expect(query.toArray()).rejects.toMatchObject({ code: "request.aborted" });
  });

  it("gives rows that a schema has checked", async () => {
    await seedOrders(service, 1);
    const schema = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: (value: unknown) =>
          (value as { total: number }).total === 0 ? { value: "zero" } : { issues: [{ message: "no zero" }] },
      },
    } as const;
    const run = (text: string) =>
      analyze(service, { Order })
        .sql(text, { schema: schema as never })
        .toArray();
    expect(await run("SELECT total FROM Order")).toEqual(["zero"]);
    await expect(run("SELECT 1 AS total FROM Order")).rejects.toMatchObject({ code: "sql.invalid-row" });
  });

  it("stops at the maximum of rows", async () => {
    await seedOrders(service, 5);
    await expect(rowsOf("SELECT sum(total) FROM Order", { maxRows: 4 })).rejects.toMatchObject({
      code: "sql.too-many-rows",
      message: expect.stringContaining("needs 5 rows of table Shop (requests: 1 or more), and the maximum is 4."),
    });
    expect(await rowsOf("SELECT total FROM Order WHERE total < 3 LIMIT 2", { maxRows: 2 })).toHaveLength(2);
    expect(await rowsOf("SELECT sum(total) AS sum FROM Order", { maxRows: 5 })).toEqual([{ sum: 10 }]);
  });

  it.each([
    ["LIMIT 2", 2, 2],
    ["LIMIT 2 OFFSET 1", 3, 2],
    ["WHERE sequence >= 1 LIMIT 2", 2, 2],
    // The service cannot check these conditions, so DuckDB counts the rows that meet them.
    ["WHERE total % 2 = 1 LIMIT 2", 2, 2],
    ["WHERE sequence >= 1 AND total % 2 = 0 LIMIT 2", 2, 2],
    ["WHERE total = 5 OR total % 2 = 1 LIMIT 9", 9, 3],
    ["WHERE random() < 2 LIMIT 2", undefined, 2],
    ["ORDER BY total DESC LIMIT 2", undefined, 2],
    ["GROUP BY total LIMIT 2", undefined, 2],
  ])("limits what it reads if any rows are enough: %s", async (rest, limit, count) => {
    await seedOrders(service, 6);
    const query = `SELECT total FROM Order ${rest}`;
    const [plan] = await analyze(service, { Order }).sql(query).explain();
    expect(plan?.limit).toBe(limit);
    expect(await rowsOf(query)).toHaveLength(count);
    expect(await rowsOf(query, { pushdown: false })).toHaveLength(count);
  });

  it("sends an OR only if the service can check all of it", async () => {
    await seedOrders(service, 6);
    const conditions = async (condition: string) => {
      const query = `SELECT total FROM Order WHERE ${condition} ORDER BY ALL`;
      expect(await rowsOf(query)).toEqual(await rowsOf(query, { pushdown: false }));
      const [plan] = await analyze(service, { Order }).sql(query).explain();
      return [plan?.pushed.length, plan?.left.length];
    };
    expect(await conditions("total = 5 OR sequence = 2")).toEqual([1, 0]);
    expect(await conditions("total = 5 OR total % 2 = 0")).toEqual([0, 1]);
    expect(await conditions("sequence > 1 AND (total = 5 OR total % 2 = 0)")).toEqual([1, 1]);
  });
});

describe("a query of a table without a definition", () => {
  it("has a column for each property, of a type that holds its values", async () => {
    await service.tables.create("Things");
    const values = [
      { a: edm.int32(1), b: edm.int32(1), c: edm.dateTime(ExactDate.fromIso("2024-01-01T00:00:00.0000001Z")) },
      {
        a: edm.int64(9007199254740993n),
        b: edm.double(0.5),
        c: edm.dateTime(new Date("1601-01-01T00:00:00Z")),
        A: edm.boolean(true),
      },
      { c: edm.string("text"), d: edm.binary(new Uint8Array([255])) },
    ];
    const things = service.table("Things");
    for (const [index, properties] of values.entries())
      await things.insert({ partitionKey: "p", rowKey: String(index), properties });
    expect(await rowsOf("SELECT a_1, b, c, d, A_2 FROM table('Things') ORDER BY RowKey")).toEqual([
      { a_1: 1n, b: 1, c: "2024-01-01T00:00:00.0000001Z", d: null, A_2: null },
      { a_1: 9007199254740993n, b: 0.5, c: "1601-01-01T00:00:00.0000000Z", d: null, A_2: true },
      { a_1: null, b: null, c: "text", d: new Uint8Array([255]), A_2: null },
    ]);
  });

  it("reads ranges of keys", async () => {
    const query =
      "SELECT RowKey FROM table('Things') WHERE PartitionKey = 'p' AND RowKey > 'a' AND RowKey <= 'b' LIMIT 5";
    expect(await analyze(service, {}).sql(query).explain()).toMatchObject([
      { filters: ["PartitionKey eq 'p' and RowKey ge 'a ' and RowKey lt 'b '"], limit: 5, left: [] },
    ]);
  });

  it.each([
    ["PartitionKey < 'd'", "PartitionKey lt 'd'"],
    ["PartitionKey <= 'd'", "PartitionKey lt 'd '"],
    ["PartitionKey >= 'd'", "PartitionKey ge 'd'"],
    ["PartitionKey >= 'c' AND PartitionKey < 'd'", "PartitionKey ge 'c' and PartitionKey lt 'd'"],
    // The service orders UTF-16 units and DuckDB bytes of UTF-8, which differ here.
    ["PartitionKey < '😀'", ""],
    ["PartitionKey = '😀'", "PartitionKey eq '😀'"],
    ["PartitionKey <> 'd'", ""],
    ["a = 1", ""],
  ])("reads the partitions that conditions give: %s", async (condition, filter) => {
    await service.tables.create("Things");
    const [plan] = await analyze(service, {}).sql(`SELECT RowKey FROM table('Things') WHERE ${condition}`).explain();
    expect([plan?.filters, plan?.left.length]).toEqual([[filter], filter === "" ? 1 : 0]);
  });
});

it("returns text for dates beyond TIMESTAMP_NS, and says so", async () => {
  await service.createTables([Order]);
  const keys = { customerId: "C1", orderNo: 1, total: 1, sequence: 1n, currency: "EUR" } as const;
  await service.entities(Order).insert({ ...keys, placedAt: ExactDate.fromIso("9999-12-31T23:59:59.9999999Z") });
  using result = await analyze(service, { Order }).sql("SELECT placedAt FROM Order WHERE orderNo = 1").open();
  const rows = [];
  for await (const group of result.groups) rows.push(...group);
  expect([rows, result.textDates]).toEqual([[["9999-12-31T23:59:59.9999999Z"]], ["Order.placedAt"]]);
});

describe("the estimate of rows", () => {
  const estimateOf = async (text: string) =>
    (await analyze(service, { Order }).sql(text).explain({ estimateRows: true })).map(
      ({ transfers }) => transfers?.rows,
    );

  it("counts up to a page, and is near the number of rows beyond it", async () => {
    expect(await estimateOf("FROM Order")).toEqual([undefined]);
    await seedOrders(service, 20);
    expect(await estimateOf("FROM Order")).toEqual([{ rows: 20, kind: "counted" }]);
    expect(await estimateOf("FROM Order WHERE customerId = 'C1' AND total > 9")).toEqual([
      { rows: 5, kind: "counted" },
    ]);
    await service.tables.create("Keys");
    const keys = service.table("Keys");
    const row = (partitionKey: string, rowKey: string) => ({ insert: { partitionKey, rowKey, properties: {} } });
    await keys.bulk(Array.from({ length: 9000 }, (_, index) => row(`d${String(index).padStart(5, "0")}`, "")));
    const [scanned] = await estimateOf("FROM table('Keys')");
    expect(scanned?.kind).toBe("about");
    expect(scanned?.rows).toBeGreaterThan(6000);
    expect(scanned?.rows).toBeLessThan(12_000);
    await keys.bulk(Array.from({ length: 9000 }, (_, index) => row("e", String(index * 7).padStart(8, "0"))));
    const [partition] = await estimateOf("FROM table('Keys') WHERE PartitionKey = 'e'");
    expect(partition?.kind).toBe("about");
    expect(partition?.rows).toBeGreaterThan(6000);
    expect(partition?.rows).toBeLessThan(12_000);
  });
});
