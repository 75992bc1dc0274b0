import { describe, expect, it } from "vitest";
import { TableServiceClient } from "../client/table-service-client.js";
import { ttl } from "../features/expiry.js";
import { dateTime } from "../schema/property.js";
import { orderRow } from "../test/order-rows.js";
import { recordingTransport } from "../test/recording-transport.js";
import { Order, OrderLine } from "../test/shop/index.js";
import { stubConnection } from "../test/stub-connection.js";
import { createPartitionQuery } from "./kinds-query.js";

const order = orderRow(1);
const line = {
  "odata.etag": `W/"line"`,
  PartitionKey: "cust!C1",
  RowKey: "line!0000000001!0001",
  Timestamp: "2024-01-02T00:00:00Z",
  kind: "line",
  customerId: "C1",
  orderNo: 1,
  lineNo: 1,
  sku: "A",
  quantity: 2,
};
const foreign = {
  "odata.etag": `W/"foreign"`,
  PartitionKey: "cust!C1",
  RowKey: "zzz",
  Timestamp: "2024-01-02T00:00:00.1234567Z",
  weight: 2.5,
  amount: 7,
  "big@odata.type": "Edm.Int64",
  big: "9007199254740993",
};

/** Serves these rows with whole Doubles as `5.0`, as the service does and `JSON.stringify` cannot. */
function connectionOf(rows: readonly object[]) {
  return stubConnection(() => ({ body: { value: rows } }));
}

function kinds(rows: readonly object[]) {
  const connection = connectionOf(rows);
  return {
    connection,
    query: createPartitionQuery(connection, Order.partition({ customerId: "C1" }), [Order, OrderLine]),
  };
}

describe("a partition with several kinds", () => {
  it("gives their union, told apart by $kind", async () => {
    const { query } = kinds([line, order]);
    const seen: (number | string)[] = [];
    for await (const row of query) {
      if (row.$kind === "order") seen.push(row.total);
      else seen.push(row.sku);
    }
    expect(seen).toEqual(["A", 1.5]);
    const [first, second] = await query.toArray();
    expect(first).toBeInstanceOf(OrderLine);
    expect(second).toBeInstanceOf(Order);
  });

  it("gives rows that JSON.stringify takes, those of other kinds too", async () => {
    const { query } = kinds([line, order, foreign]);
    const rows: unknown = JSON.parse(JSON.stringify(await query.onUnknownKind("raw").toArray()));
    expect(rows).toMatchObject([
      { $kind: "line", sku: "A" },
      { $kind: "order", sequence: expect.any(String) },
      { properties: { big: { type: "Edm.Int64", value: "9007199254740993" } } },
    ]);
  });

  it("refuses a row of another kind, naming it", async () => {
    const { query } = kinds([line, foreign]);
    await expect(query.toArray()).rejects.toMatchObject({
      code: "entity.wrong-kind",
      message: /"zzz".*Order, OrderLine/s,
    });
    await expect(query.count()).rejects.toMatchObject({ code: "entity.wrong-kind" });
    await expect(kinds([{ ...line, kind: "constructor" }]).query.first()).rejects.toMatchObject({
      code: "entity.wrong-kind",
    });
  });

  it("passes over rows of other kinds, asking the service not to send them", async () => {
    const { query, connection } = kinds([foreign, line]);
    const skipping = query.onUnknownKind("skip");
    expect(await skipping.toArray()).toMatchObject([{ sku: "A" }]);
    expect(await skipping.count()).toBe(1);
    expect(await skipping.first()).toMatchObject({ sku: "A" });
    expect(connection.requests[0]?.parameters["$filter"]).toBe(
      "PartitionKey eq 'cust!C1' and (RowKey ge 'order!' and RowKey lt 'order\"' or RowKey ge 'line!' and RowKey lt 'line\"')",
    );
  });

  it("refuses a handling of other kinds that does not exist", () => {
    expect(() => kinds([]).query.onUnknownKind("ignore" as never)).toThrow(
      expect.objectContaining({ code: "query.invalid-option", message: expect.stringContaining("ignore") as string }),
    );
  });

  it("names the kinds in the filter as long as that leaves it short enough", async () => {
    const filterWith = async (maxComparisons: number) => {
      const { query, connection } = kinds([line]);
      await query.onUnknownKind("skip").with({ maxComparisons }).toArray();
      return connection.requests[0]?.parameters["$filter"];
    };
    expect(await filterWith(5)).toContain("RowKey ge 'line!'");
    expect(await filterWith(4)).toBe("PartitionKey eq 'cust!C1'");
  });

  it("counts the conditions on expiry times before it names the kinds in the filter", () => {
    const expiring = ({ $schema }: typeof Order | typeof OrderLine) => ({
      $schema: { ...$schema, ttl: dateTime("until"), hooks: ttl },
    });
    const classes = [expiring(Order), expiring(OrderLine)] as never as [typeof Order, typeof OrderLine];
    const query = createPartitionQuery(connectionOf([]), Order.partition({ customerId: "C1" }), classes);
    const comparisons = (maxComparisons: number) =>
      query.onUnknownKind("skip").with({ maxComparisons }).explain().comparisons;
    expect([comparisons(11), comparisons(10)]).toEqual([11, 7]);
  });

  it("gives rows of other kinds raw, each value with its Edm type", async () => {
    const [raw, known] = await kinds([foreign, line]).query.onUnknownKind("raw").toArray();
    expect(raw?.$kind === undefined && raw).toEqual({
      $kind: undefined,
      partitionKey: "cust!C1",
      rowKey: "zzz",
      $etag: `W/"foreign"`,
      $timestamp: expect.any(Date),
      properties: {
        weight: { type: "Edm.Double", value: 2.5 },
        amount: { type: "Edm.Int32", value: 7 },
        big: { type: "Edm.Int64", value: 9007199254740993n },
      },
    });
    expect(known).toBeInstanceOf(OrderLine);
    expect(await kinds([foreign, line]).query.onUnknownKind("raw").count()).toBe(2);
  });

  it("gives whole Doubles of raw rows as Doubles, also where no known kind keeps what it does not declare", async () => {
    const row = JSON.stringify(foreign).replace('"amount":7', '"amount":7.0');
    const transport = recordingTransport(() => ({ status: 200, body: `{"value":[${row}]}` }));
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport });
    const query = service.partition(Order.partition({ customerId: "C1" })).query(Order, OrderLine);
    const [raw] = await query.onUnknownKind("raw").toArray();
    expect(raw).toMatchObject({ properties: { amount: { type: "Edm.Double", value: 7 } } });
  });

  it("reads the partition, with conditions on what all rows have", () => {
    const { query } = kinds([]);
    const since = new Date("2024-01-01T00:00:00Z");
    expect(query.where({ $timestamp: { ge: since }, $odata: "sku eq 'A'" }).explain()).toMatchObject({
      access: "partition scan",
      filters: ["PartitionKey eq 'cust!C1' and Timestamp ge datetime'2024-01-01T00:00:00Z' and (sku eq 'A')"],
      comparisons: 3,
    });
  });

  it("takes conditions on properties that all kinds have", () => {
    const { query } = kinds([]);
    const filterOf = (given: typeof query) => given.explain().filters[0];
    expect(filterOf(query.where({ orderNo: 7 }))).toBe("PartitionKey eq 'cust!C1' and orderNo eq 7");
    expect(filterOf(query.where({ $or: [{ orderNo: { lt: 3 } }, { $not: { customerId: "C" } }] }))).toBe(
      "PartitionKey eq 'cust!C1' and (orderNo lt 3 or not (customerId eq 'C'))",
    );
    expect(() => query.where({ sku: "A" } as never)).toThrow(
      expect.objectContaining({ code: "query.unknown-property", entity: "Order | OrderLine" }),
    );
    expect(() => query.where({ $or: [{ total: 5 }] } as never)).toThrow('no property "total"');
    expect(() => query.where({ orderNo: undefined } as never)).toThrow(
      expect.objectContaining({ code: "query.undefined-value" }),
    );
  });

  it("selects properties that all kinds have", async () => {
    const { query, connection } = kinds([line, order]);
    const selected = query.where({ orderNo: 1 }).select("orderNo", "$timestamp");
    const [first, second] = await selected.toArray();
    const $timestamp = expect.any(Date);
    expect(first).toEqual({ $kind: "line", orderNo: 1, $timestamp, $etag: line["odata.etag"] });
    expect(second).toEqual({ $kind: "order", orderNo: 1, $timestamp, $etag: order["odata.etag"] });
    expect(connection.requests[0]?.parameters["$select"]).toBe("PartitionKey,RowKey,kind,orderNo,Timestamp");
    expect(await selected.count()).toBe(2);
    await expect(kinds([foreign]).query.select("orderNo").first()).rejects.toMatchObject({ code: "entity.wrong-kind" });
    expect(await kinds([foreign, line]).query.onUnknownKind("skip").select("orderNo").toArray()).toHaveLength(1);
    const [raw] = await kinds([foreign]).query.select("orderNo").onUnknownKind("raw").toArray();
    expect(raw).toMatchObject({ $kind: undefined, rowKey: "zzz" });
  });

  it("refuses to select what one of the kinds lacks, and nothing", () => {
    const { query } = kinds([]);
    expect(() => query.select("sku" as never)).toThrow(
      expect.objectContaining({
        code: "query.unknown-property",
        message:
          'select of Order | OrderLine takes properties that all of them have with the same type, and "sku" is not one.',
      }),
    );
    expect(() => query.select("orderno" as never)).toThrow('Did you mean "orderNo"?');
    expect(() => query.select()).toThrow(expect.objectContaining({ code: "query.invalid-option" }));
    expect(() => query.select(5 as never)).toThrow(expect.objectContaining({ code: "query.unknown-property" }));
  });

  it("shares no property that is stored under another name or with another type", () => {
    const { properties } = OrderLine.$schema;
    const variant = (orderNo: object) =>
      ({ ...OrderLine, $schema: { ...OrderLine.$schema, properties: { ...properties, orderNo } } }) as never;
    for (const change of [{ name: "no" }, { type: properties["sku"]?.type }]) {
      const other = variant({ ...properties["orderNo"], ...change });
      const partition = Order.partition({ customerId: "C1" });
      const query = createPartitionQuery(connectionOf([]), partition, [Order, other]);
      expect(() => query.where({ orderNo: 7 } as never)).toThrow('no property "orderNo"');
    }
  });

  it("takes rows in total", async () => {
    const { query, connection } = kinds([line, order]);
    expect(await query.take(1).toArray()).toHaveLength(1);
    expect(connection.requests[0]?.parameters["$top"]).toBe("1");
  });

  it("takes options for its reading", async () => {
    const { query } = kinds([line, order]);
    const page = () => query.with({ cursorKey: "secret" }).page();
    expect((await page()).items).toHaveLength(2);
    await expect(query.with({ maxComparisons: 1 }).where({ $odata: "a eq 1" }).first()).rejects.toMatchObject({
      code: "query.too-many-comparisons",
    });
  });

  it("is of one scope", () => {
    const other = { ...Order.partition({ customerId: "C1" }), scope: "Other/x" as const };
    const query = () => createPartitionQuery(connectionOf([]), other as never, [Order]);
    expect(query).toThrow(/Order belongs to Shop\/cust!\{customerId\}, not Other\/x/);
  });
});
