import { describe, expect, it } from "vitest";
import { orderRow } from "../test/order-rows.js";
import { Order, OrderLine, type OrderWhere } from "../test/shop/index.js";
import { stubConnection } from "../test/stub-connection.js";
import { createQuery, createScan } from "./entity-query.js";
import type { QueryOptions, QueryPlan } from "./query-options.js";

const nothing = stubConnection(() => ({ body: { value: [] } }));
const placedAt = new Date("2024-01-01T00:00:00Z");
const ticks = "2516982335999999999";

function orders(options?: QueryOptions) {
  return createQuery(nothing, Order.$schema, { customerId: "C1" }, options);
}

describe("plan", () => {
  it("of a partition keeps to the kind by its RowKeys", () => {
    expect(orders().explain()).toEqual({
      access: "row range",
      table: "Shop",
      filters: [`PartitionKey eq 'cust!C1' and RowKey ge 'order!' and RowKey lt 'order"'`],
      select: undefined,
      comparisons: 3,
    });
  });

  it("of an entity whose RowKeys say nothing keeps to the kind by its property", () => {
    const { rowKeyPrefix: _, ...schema } = Order.$schema;
    const plan = createQuery(nothing, schema, { customerId: "C1" }).explain();
    expect(plan.filters).toEqual(["PartitionKey eq 'cust!C1' and kind eq 'order'"]);
    expect(plan.access).toBe("partition scan");
  });

  it("seeks by the RowKey that the first condition gives, and keeps a second to a condition", () => {
    const at = (orderNo: number) => ({ placedAt: new Date(0), orderNo });
    const plan = orders().where(at(1)).where(at(2)).explain();
    const { rowKey } = Order.key({ customerId: "C1", ...at(1) });
    expect(plan.access).toBe("point");
    expect(plan.filters[0]).toContain(`RowKey eq '${rowKey}'`);
    expect(plan.filters[0]).toContain("orderNo eq 2");
  });

  it("refuses a partition whose key no row can have", () => {
    const schema = { ...Order.$schema, partitionKey: ({ customerId }: { readonly customerId: string }) => customerId };
    const refusal = { entity: "Order", property: "PartitionKey" };
    const query = (customerId: string) => () => createQuery(nothing, schema, { customerId });
    expect(query("k".repeat(1_025))).toThrow(expect.objectContaining({ code: "key.too-long", ...refusal }));
    expect(query("a/b")).toThrow(expect.objectContaining({ code: "key.forbidden-character", ...refusal }));
    expect(query("k".repeat(1_024))).not.toThrow();
  });

  it("of a scan reads the table, or a range of partitions", () => {
    expect(createScan(nothing, Order.$schema).explain()).toMatchObject({
      access: "table scan",
      filters: [`RowKey ge 'order!' and RowKey lt 'order"'`],
    });
    expect(createScan(nothing, Order.$schema, { partitionKeyPrefix: "cust!A" }).explain()).toMatchObject({
      access: "partition range",
      filters: [`PartitionKey ge 'cust!A' and PartitionKey lt 'cust!B' and RowKey ge 'order!' and RowKey lt 'order"'`],
    });
    const range = createScan(nothing, Order.$schema, { partitionKeyRange: { ge: "cust!B" } }).explain();
    expect(range.filters[0]).toMatch(/^PartitionKey ge 'cust!B' and RowKey/);
  });

  it("of a scan is never widened by what is undefined", () => {
    const refused = expect.objectContaining({ code: "query.undefined-value" });
    for (const options of [
      { partitionKeyPrefix: undefined },
      { partitionKeyRange: undefined },
      { partitionKeyRange: { ge: undefined } },
    ]) {
      expect(() => createScan(nothing, Order.$schema, options as object)).toThrow(refused);
    }
    const both = { partitionKeyPrefix: "a", partitionKeyRange: { ge: "a" } };
    expect(() => createScan(nothing, Order.$schema, both)).toThrow(/not both/);
    expect(() => orders().where((() => true) as object)).toThrow(expect.objectContaining({ code: "value.wrong-type" }));
  });

  it("adds conditions, of all calls", () => {
    const base = orders().where({ paid: true });
    expect(base.where({ total: { gt: 5 } }).explain().filters[0]).toMatch(/ and paid eq true and total gt 5\.0$/);
    expect(base.explain().filters[0]).toMatch(/ and paid eq true$/);
  });

  it("takes constants that were made before, and alters them not", () => {
    const large: OrderWhere = Object.freeze({ total: Object.freeze({ ge: 100 }) });
    expect(
      orders()
        .where({ ...large, paid: false })
        .explain().filters[0],
    ).toMatch(/total ge 100\.0 and paid eq false$/);
  });

  it("selects the time of the last write", async () => {
    const row: Record<string, unknown> = { ...orderRow(1), Timestamp: "2024-01-02T00:00:00.1234567Z" };
    const connection = stubConnection(() => ({ body: { value: [row] } }));
    const query = createQuery(connection, Order.$schema, { customerId: "C1" }).select("$timestamp", "total");
    expect(query.explain().select).toEqual(["PartitionKey", "RowKey", "kind", "total", "Timestamp"]);
    const [read] = await query.toArray();
    expect(read).toEqual({ $timestamp: expect.any(Date), total: 1.5, $etag: row["odata.etag"] });
    expect(JSON.stringify(read?.$timestamp)).toBe('"2024-01-02T00:00:00.1234567Z"');
    const times = createQuery(connection, Order.$schema, { customerId: "C1" }).metadata("none").select("$timestamp");
    expect(Object.keys((await times.firstOrThrow()) satisfies { readonly $timestamp: Date })).toContain("$timestamp");
  });

  it("names selected properties, and the keys and the kind, which tell the entity", () => {
    const { select } = orders().select("total", "currency").explain();
    expect(select).toEqual(["PartitionKey", "RowKey", "kind", "total", "currency"]);
  });
});

describe("row keys", () => {
  it("are sought by one key", () => {
    const plan = orders().rowKey.eq({ placedAt, orderNo: 7 }).explain();
    expect(plan.access).toBe("point");
    expect(plan.filters).toEqual([`PartitionKey eq 'cust!C1' and RowKey eq 'order!${ticks}!0000000007'`]);
  });

  it("are sought after conditions as before them, and keep a RowKey that conditions give", () => {
    const prefix = `RowKey ge 'order!${ticks}!' and RowKey lt 'order!${ticks}"'`;
    const key = `PartitionKey eq 'cust!C1' and RowKey eq 'order!${ticks}!0000000007'`;
    const filterOf = (query: { explain(): QueryPlan }) => query.explain().filters.join(" | ");
    expect(filterOf(orders().where({ paid: true }).rowKey.startsWith({ placedAt }))).toBe(
      filterOf(orders().rowKey.startsWith({ placedAt }).where({ paid: true })),
    );
    const whole = orders().where({ placedAt, orderNo: 7 });
    expect(filterOf(whole.rowKey.startsWith({ placedAt }))).toBe(`${key} and ${prefix}`);
    expect(filterOf(whole.rowKey.eq({ placedAt, orderNo: 7 }))).toBe(key);
    expect(filterOf(whole.rowKey.eq({ placedAt, orderNo: 8 }))).toBe(
      `${key} and RowKey eq 'order!${ticks}!0000000008'`,
    );
    expect(whole.rowKey.startsWith({ placedAt }).explain().access).toBe("point");
  });

  it("are sought by their leading parts", () => {
    expect(orders().rowKey.startsWith({}).explain().filters).toEqual(orders().explain().filters);
    expect(orders().rowKey.startsWith({ placedAt }).explain().filters[0]).toBe(
      `PartitionKey eq 'cust!C1' and RowKey ge 'order!${ticks}!' and RowKey lt 'order!${ticks}"'`,
    );
    expect(orders().rowKey.startsWith({ placedAt, orderNo: 7 }).explain().access).toBe("point");
  });

  it("are sought by a range in the property's own order, whatever that of the key", () => {
    const later = new Date("2024-01-02T00:00:00Z");
    const laterTicks = "2516981471999999999";
    const between = (range: object) => orders().rowKey.between({ placedAt: range }).explain().filters[0];
    const partition = "PartitionKey eq 'cust!C1' and ";
    expect(between({ ge: placedAt, lt: later })).toBe(
      `${partition}RowKey ge 'order!251698147199999999:' and RowKey lt 'order!251698233599999999:'`,
    );
    expect(between({ gt: placedAt })).toBe(`${partition}RowKey ge 'order!' and RowKey lt 'order!${ticks}'`);
    expect(between({ le: later })).toBe(`${partition}RowKey ge 'order!${laterTicks}' and RowKey lt 'order"'`);
    expect(
      orders()
        .rowKey.between({ placedAt, orderNo: { ge: 5, le: 9 } })
        .explain().filters[0],
    ).toBe(`${partition}RowKey ge 'order!${ticks}!0000000005' and RowKey lt 'order!${ticks}!000000000:'`);
  });

  it("are refused with a gap, an unknown part, an undefined value or no bound", () => {
    const rowKey = orders().rowKey as { startsWith(prefix: object): unknown; between(range: object): unknown };
    const code = (expected: string) => expect.objectContaining({ code: expected });
    expect(() => rowKey.startsWith({ orderNo: 7 })).toThrow(code("query.invalid-option"));
    expect(() => rowKey.startsWith({ total: 7 })).toThrow(code("query.unknown-property"));
    expect(() => rowKey.startsWith({ placeAt: placedAt })).toThrow('"placeAt" is not part of the RowKey of Order.');
    expect(() => rowKey.startsWith({ placeAt: placedAt })).toThrow('Did you mean "placedAt"?');
    expect(() => rowKey.startsWith({ $kind: "order", placedAt, ordrNo: 7 })).toThrow('Did you mean "orderNo"?');
    expect(() => rowKey.startsWith({ placedAt: undefined })).toThrow(code("query.undefined-value"));
    expect(() => rowKey.between({ placedAt: {} })).toThrow(code("query.empty-condition"));
    expect(() => rowKey.between({ placedAt: { ge: undefined } })).toThrow(code("query.undefined-value"));
    expect(() => rowKey.between({ placedAt: { from: placedAt } })).toThrow(code("query.unknown-operator"));
    expect(() => rowKey.between({ placedAt: { ge: placedAt }, orderNo: 7 })).toThrow(code("query.invalid-option"));
    expect(() => rowKey.startsWith({ placedAt, orderNo: -1 })).toThrow(/Order\.orderNo/);
  });
});

describe("a where that pins a key", () => {
  it("becomes a point read with what else must hold", () => {
    const plan = orders()
      .where({ placedAt, orderNo: { eq: 7 }, paid: true })
      .explain();
    expect(plan.access).toBe("point");
    expect(plan.filters).toEqual([
      `PartitionKey eq 'cust!C1' and RowKey eq 'order!${ticks}!0000000007' and paid eq true`,
    ]);
    expect(plan.comparisons).toBe(3);
  });

  it("names the partition of a scan", () => {
    const scan = createScan(nothing, OrderLine.$schema);
    expect(scan.where({ customerId: "C1" }).explain().access).toBe("row range");
    expect(scan.where({ customerId: "C1", orderNo: 1, lineNo: 2 }).explain()).toMatchObject({
      access: "point",
      filters: ["PartitionKey eq 'cust!C1' and RowKey eq 'line!0000000001!0002'"],
    });
  });

  it("names one partition, whatever later conditions say", () => {
    const scan = createScan(nothing, OrderLine.$schema).where({ customerId: "C1" }).where({ customerId: "C2" });
    expect(scan.explain().filters[0]).toMatch(/^PartitionKey eq 'cust!C1' and .* and customerId eq 'C2'$/);
  });

  it("pins nothing by other operators or in alternatives", () => {
    expect(
      orders()
        .where({ placedAt: { ge: placedAt }, orderNo: 7 })
        .explain().access,
    ).toBe("row range");
    expect(
      orders()
        .where({ $or: [{ placedAt, orderNo: 7 }] })
        .explain().access,
    ).toBe("row range");
  });
});

describe("comparisons", () => {
  it("beyond the limit are refused before anything is sent", async () => {
    const $or = Array.from({ length: 13 }, (_, n) => ({ orderNo: n }));
    const many = orders().where({ $or });
    expect(many.explain().comparisons).toBe(16);
    await expect(many.toArray()).rejects.toMatchObject({ code: "query.too-many-comparisons" });
    await expect(many.page()).rejects.toMatchObject({ code: "query.too-many-comparisons" });
    expect(nothing.requests).toEqual([]);
    expect(await orders({ maxComparisons: 16 }).where({ $or }).toArray()).toEqual([]);
  });

  it("of the raw part count too", async () => {
    const $odata = Array.from({ length: 13 }, (_, n) => `x eq ${n}`).join(" or ");
    await expect(orders().where({ $odata }).first()).rejects.toMatchObject({ code: "query.too-many-comparisons" });
  });

  it("of a long list are divided among several queries", () => {
    const plan = orders()
      .where({ orderNo: { in: Array.from({ length: 30 }, (_, n) => n) }, paid: true })
      .explain();
    expect(plan.filters).toHaveLength(3);
    expect(plan.comparisons).toBe(15);
    expect(plan.filters.join().match(/orderNo eq \d+/g)).toHaveLength(30);
    expect(
      plan.filters.every(
        (filter) => filter.startsWith("PartitionKey eq 'cust!C1' and ") && filter.includes("paid eq true"),
      ),
    ).toBe(true);
  });

  it("of the longest of several lists are divided", () => {
    const where = { orderNo: { in: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, total: { in: [1, 2, 3] } };
    const plan = orders().where(where).explain();
    expect(plan.filters.map((filter) => filter.match(/orderNo eq/g)?.length)).toEqual([9, 1]);
    expect(plan.filters.every((filter) => filter.match(/total eq/g)?.length === 3)).toBe(true);
  });

  it("of a list in an alternative cannot be divided", async () => {
    const $or = [{ orderNo: { in: Array.from({ length: 30 }, (_, n) => n) } }, { paid: true }];
    await expect(orders().where({ $or }).first()).rejects.toMatchObject({ code: "query.too-many-comparisons" });
  });
});

describe("rows", () => {
  const row = orderRow(3);

  it("are instances of the class", async () => {
    const connection = stubConnection(() => ({ body: { value: [row] } }));
    const [order] = await createQuery(connection, Order.$schema, { customerId: "C1" }).toArray();
    expect(order).toBeInstanceOf(Order);
    expect(order).toMatchObject({ orderNo: 3, $etag: row["odata.etag"], note: undefined });
  });

  it("of a projection are plain objects without what the row lacks", async () => {
    const { "odata.etag": etag, PartitionKey, RowKey, kind, total, currency } = row;
    const connection = stubConnection(() => ({
      body: { value: [{ "odata.etag": etag, PartitionKey, RowKey, kind, total, currency, note: null }] },
    }));
    const rows = createQuery(connection, Order.$schema, { customerId: "C1" }).select("total", "currency", "note");
    expect(await rows.toArray()).toEqual([{ total: 1.5, currency: "EUR", $etag: etag }]);
    expect(connection.requests[0]?.parameters["$select"]).toBe("PartitionKey,RowKey,kind,total,currency,note");
    expect("note" in ((await rows.first()) ?? {})).toBe(false);
  });

  it("without metadata have no ETag", async () => {
    const { "odata.etag": _, "sequence@odata.type": __, "placedAt@odata.type": ___, ...bare } = row;
    const connection = stubConnection(() => ({ body: { value: [bare] } }));
    const orders = createQuery(connection, Order.$schema, { customerId: "C1" }).metadata("none");
    const order = await orders.firstOrThrow();
    expect(order.sequence).toBe(5n);
    expect(order).toMatchObject({ $etag: undefined });
    expect(connection.requests[0]?.headers).toContain("application/json;odata=nometadata");
  });

  it("that do not fit are refused, or given to the handler", async () => {
    const response = () => ({ body: { value: [{ ...row, total: "much" }] } });
    await expect(
      createQuery(stubConnection(response), Order.$schema, { customerId: "C1" }).first(),
    ).rejects.toMatchObject({
      code: "decode.wrong-type",
    });
    const tolerant = { ...stubConnection(response), onMismatch: () => 0 };
    expect(await createQuery(tolerant, Order.$schema, { customerId: "C1" }).first()).toMatchObject({ total: 0 });
  });
});

const stub = stubConnection(() => ({ body: { value: [] } }));
const query = createQuery(stub, Order.$schema, { customerId: "C1" });

it.each([
  ["a partition", () => createQuery(stub, Order.$schema, { customer: "C1", customerId: "C1" } as never), '"customer"'],
  ["a RowKey", () => query.rowKey.eq({ placedAt: new Date(0), orderNo: 7, ordrNo: 8 } as never), 'mean "orderNo"?'],
  ["a condition", () => query.where({ totl: 5 } as never), 'has no property "totl". Did you mean "total"?'],
  ["an alternative", () => query.where({ $or: [{ totl: 5 }] } as never), 'Did you mean "total"?'],
  ["a member of a condition", () => query.where({ $orr: [{ total: 5 }] } as never), 'Did you mean "$or"?'],
  ["a projection", () => query.select("totl" as never), 'has no property "totl" to select. Did you mean "total"?'],
])("a misspelt name in %s is refused with the nearest one", (_, misspelt, message) => {
  expect(misspelt).toThrow(
    expect.objectContaining({ code: expect.stringMatching(/unknown-property$/), entity: "Order" }),
  );
  expect(misspelt).toThrow(message);
});

it("encodes a property 名前 once in $filter and $select", async () => {
  const schema = {
    ...Order.$schema,
    properties: { ...Order.$schema.properties, note: { ...Order.$schema.properties["note"], name: "名前" } },
  } as typeof Order.$schema;
  const connection = stubConnection(() => ({ body: { value: [{ ...orderRow(1), 名前: "山田" }] } }));
  const rows = createQuery(connection, schema, { customerId: "C1" }).where({ note: "山田" }).select("note");
  expect(await rows.first()).toMatchObject({ note: "山田" });
  expect(connection.requests[0]?.query).toContain("%E5%90%8D%E5%89%8D%20eq%20'%E5%B1%B1%E7%94%B0'");
  expect(connection.requests[0]?.query).toContain("%2C%E5%90%8D%E5%89%8D&");
});

describe("a where that limits a part of a key", () => {
  const lines = createScan(nothing, OrderLine.$schema);

  it("becomes a range of keys in place of the comparisons", () => {
    const plan = orders()
      .where({ placedAt: { ge: placedAt }, total: { gt: 5 } })
      .explain();
    expect(plan.filters).toEqual([
      `PartitionKey eq 'cust!C1' and RowKey ge 'order!' and RowKey lt 'order!${ticks.slice(0, -1)}:' and total gt 5.0`,
    ]);
    expect(
      orders()
        .where({ placedAt, orderNo: { gt: 7, le: 9 } })
        .explain().filters,
    ).toEqual([
      `PartitionKey eq 'cust!C1' and RowKey ge 'order!${ticks}!0000000008' and RowKey lt 'order!${ticks}!000000000:'`,
    ]);
  });

  it("becomes one read for each of several partitions", () => {
    const plan = lines.where({ customerId: { in: ["C2", "C1", "C2"] }, orderNo: { lt: 5 } }).explain();
    expect(plan.access).toBe("partitions");
    expect(plan.filters).toEqual(
      ["C1", "C2"].map(
        (each) => `PartitionKey eq 'cust!${each}' and RowKey ge 'line!' and RowKey lt 'line!0000000005'`,
      ),
    );
  });

  it("adds to the keys that the query reads already", () => {
    const range = { ge: "cust!B", lt: "cust!C2" };
    const scan = createScan(nothing, OrderLine.$schema, { partitionKeyRange: range });
    expect(scan.where({ customerId: { in: ["C1", "C2"] } }).explain().filters).toHaveLength(1);
    const rows = orders()
      .where({ placedAt: { lt: placedAt } })
      .where({ placedAt: { ge: new Date(0) } });
    expect(rows.explain()).toMatchObject({ access: "row range", comparisons: 3 });
  });

  it("stays a comparison where the order of the texts, or an alternative, does not allow a range", () => {
    expect(lines.where({ customerId: { ge: "C" } }).explain().filters[0]).toContain("customerId ge 'C'");
    expect(lines.where({ lineNo: { ge: 1 } }).explain().filters[0]).toContain("lineNo ge 1");
    expect(
      orders()
        .where({ $or: [{ placedAt: { ge: placedAt } }] })
        .explain().filters[0],
    ).toContain("placedAt ge");
    const notOne = orders()
      .where({ placedAt: { ge: placedAt, ne: placedAt } })
      .explain();
    expect(notOne.filters[0]).toMatch(/RowKey lt 'order![0-9]+:' and placedAt ge .* and placedAt ne /);
  });
});
