import { describe, expect, it } from "vitest";
import type { StoredTableRow } from "../rows/table-row.js";
import { orderRows } from "../test/order-rows.js";
import { Order, OrderLine } from "../test/shop/index.js";
import { stubConnection } from "../test/stub-connection.js";
import { createQuery, createScan, type EntityQueryBuilder } from "./entity-query.js";
import { addressReader, deletionReader, payloadReader } from "./entity-reader.js";
import { createPartitionQuery } from "./kinds-query.js";
import type { QueryBuilder } from "./query-builder.js";
import { storedRows, storedTableRows } from "./stored-rows.js";
import { createTableQuery, tableAddressReader } from "./table-query.js";

const connection = stubConnection(() => ({ body: { value: orderRows(3) } }));
const elsewhere = stubConnection(() => ({ body: { value: [] } }));
const orders = createQuery(connection, Order.$schema, { customerId: "C1" }) as EntityQueryBuilder<Order>;
const scan = createScan(connection, Order.$schema, { parallel: 2 }) as EntityQueryBuilder<Order>;
const kinds = createPartitionQuery(connection, Order.partition({ customerId: "C1" }), [Order]);
const table = createTableQuery(connection, "Shop", { eq: "cust!C1" });
const tableRows = table as unknown as QueryBuilder<StoredTableRow>;
const invalid = (message: string) => expect.objectContaining({ code: "query.invalid-option", message });

it.each<[string, () => unknown]>([
  ["select needs a property of Order.", () => orders.select()],
  ["select needs a property of Shop.", () => table.select()],
  ['metadata takes "none", not "full".', () => orders.metadata("full" as never)],
  ['onUnknownKind takes "throw", "skip" or "raw", not undefined.', () => kinds.onUnknownKind(undefined as never)],
])("a query refuses what it cannot read: %s", (message, call) => {
  expect(call).toThrow(invalid(message));
});

describe("the rows that an operation reads by a query", () => {
  const line = OrderLine.$schema;
  const expected = (entity: string, given: string) =>
    `Expected a query of ${entity} in table Shop by the same client, but got one of ${given} in table Shop.`;

  it("are its own, read in another way", async () => {
    const filters = orders.where({ paid: true }).explain().filters;
    const addresses = storedRows(orders.where({ paid: true }), connection, Order.$schema, addressReader(Order.$schema));
    expect(addresses.explain()).toMatchObject({ filters, select: ["PartitionKey", "RowKey", "kind"] });
    expect(
      storedRows(orders, connection, Order.$schema, payloadReader(Order.$schema)).explain().select,
    ).toBeUndefined();
    expect(storedRows(orders, connection, Order.$schema, deletionReader(Order.$schema)).explain().select).toEqual([
      "PartitionKey",
      "RowKey",
      "kind",
    ]);
    expect(storedTableRows(tableRows, connection, tableAddressReader("Shop")).explain().select).toEqual([
      "PartitionKey",
      "RowKey",
    ]);
    expect(await storedTableRows(tableRows, connection, tableAddressReader("Shop")).toArray()).toHaveLength(3);
  });

  it.each<[string, () => unknown]>([
    [expected("OrderLine", "Order"), () => storedRows(orders, connection, line, addressReader(line))],
    [expected("Order", "Order"), () => storedRows(orders, elsewhere, Order.$schema, payloadReader(Order.$schema))],
    [expected("Order", "Shop"), () => storedRows(tableRows, connection, Order.$schema, deletionReader(Order.$schema))],
    [
      expected("rows without a definition", "entities"),
      () => storedTableRows(orders, connection, tableAddressReader("Shop")),
    ],
    [
      expected("rows without a definition", "table rows"),
      () => storedTableRows(tableRows, elsewhere, tableAddressReader("Shop")),
    ],
    [
      "Expected a query of rows without a definition in table Other by the same client, but got one of table rows in table Shop.",
      () => storedTableRows(tableRows, connection, tableAddressReader("Other")),
    ],
  ])("are refused otherwise: %s", (message, call) => {
    expect(call).toThrow(expect.objectContaining({ code: "value.wrong-type", message }));
  });
});

describe("the limits of a query", () => {
  it("name the table and the help", async () => {
    await expect(orders.toArray({ max: 2 })).rejects.toMatchObject({
      code: "query.too-many-rows",
      message: "The query of table Shop found more than 2 rows. Raise max, or use take(2) to read no more than that.",
    });
    expect(await orders.toArray({ max: 3 })).toHaveLength(3);
    expect(await orders.take(0).toArray({ max: 0 })).toEqual([]);
  });

  it("are the lowest of all that are given", async () => {
    expect(await orders.take(2).toArray({ max: 2 })).toHaveLength(2);
    expect(await orders.take(5).first()).toBeInstanceOf(Order);
    expect(await orders.take(0).first()).toBeUndefined();
    expect([await orders.take(2).count(), await orders.take(0).exists()]).toEqual([2, false]);
  });
});

it("a row that is not found is an error that shows the filters, the first three of many", async () => {
  const nothing = createQuery(elsewhere, Order.$schema, { customerId: "C1" }) as EntityQueryBuilder<Order>;
  const key = `PartitionKey eq 'cust!C1' and RowKey ge 'order!' and RowKey lt 'order"'`;
  await expect(nothing.firstOrThrow()).rejects.toMatchObject({
    code: "query.not-found",
    message: `No row of table Shop matches ${key}.`,
  });
  const shown = async (length: number) => {
    const divided = nothing.with({ maxComparisons: 4 }).where({ orderNo: { in: [1, 2, 3, 4, 5].slice(0, length) } });
    return String(await divided.firstOrThrow().catch(String))
      .split(" | ")
      .map((text) => text.split(" and ").at(-1));
  };
  expect(await shown(3)).toEqual(["orderNo eq 1", "orderNo eq 2", "orderNo eq 3."]);
  expect(await shown(4)).toEqual(["orderNo eq 1", "orderNo eq 2", "orderNo eq 3", "1 more."]);
  expect(await shown(5)).toEqual(["orderNo eq 1", "orderNo eq 2", "orderNo eq 3", "2 more."]);
  const any = createTableQuery(elsewhere, "Shop", {});
  await expect(any.firstOrThrow()).rejects.toThrow("No row of table Shop matches the query.");
});

it("too many comparisons are refused with the filter", async () => {
  const where = { $odata: "a eq 1 and b eq 2" };
  const query = createTableQuery(connection, "Shop", { eq: "p" }, { maxComparisons: 2 }).where(where);
  await expect(query.toArray()).rejects.toMatchObject({
    code: "query.too-many-comparisons",
    message:
      "The $filter of a query of table Shop has 3 comparisons; the limit is 2: " +
      "PartitionKey eq 'p' and (a eq 1 and b eq 2). Split the query, or raise maxComparisons.",
  });
});

it("a parallel query has no pages", async () => {
  await expect(scan.page()).rejects.toThrow(invalid("A parallel query has no pages. Iterate over it instead."));
});
