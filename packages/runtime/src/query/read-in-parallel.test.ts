import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderRow } from "../test/order-rows.js";
import { Order } from "../test/shop/index.js";
import { type StubResponse, stubConnection } from "../test/stub-connection.js";
import { createScan, type EntityQueryBuilder } from "./entity-query.js";
import type { TextRange } from "./filter/filter.js";

function isWithin(text: string, { ge, lt }: TextRange): boolean {
  return (ge === undefined || text >= ge) && (lt === undefined || text < lt);
}

/** Parses the range of PartitionKeys from a filter. */
function rangeOf(filter: string | undefined): TextRange {
  const bound = (operator: string) =>
    new RegExp(`PartitionKey ${operator} '((?:[^']|'')*)'`).exec(filter ?? "")?.[1]?.replaceAll("''", "'");
  const eq = bound("eq");
  return eq === undefined ? { ge: bound("ge"), lt: bound("lt") } : { ge: eq, lt: `${eq} ` };
}

/** Serves a table of one row for each customer, two rows in a response. */
function tableOf(customers: readonly string[], delay?: () => Promise<void>) {
  const keys = customers.map((customer) => `cust!${customer}`).sort();
  return stubConnection(({ parameters }): StubResponse => {
    // All rows have the same RowKey, which no range of the rest of a partition includes.
    const isRest = parameters["$filter"]?.includes(`RowKey ge '${orderRow(1)["RowKey"]} '`);
    const within = isRest ? [] : keys.filter((key) => isWithin(key, rangeOf(parameters["$filter"])));
    if (parameters["$select"] === "PartitionKey,RowKey") {
      return { body: { value: within.slice(0, 1).map((PartitionKey) => ({ PartitionKey, RowKey: "line!1" })) } };
    }
    const from = Number(parameters["NextPartitionKey"] ?? 0);
    const value = within
      .slice(from, from + 2)
      .map((PartitionKey) => ({ ...orderRow(1), PartitionKey, customerId: PartitionKey.slice(5) }));
    const headers = from + 2 < within.length ? ["x-ms-continuation-NextPartitionKey", String(from + 2)] : [];
    return { headers, body: { value }, ...(delay === undefined ? {} : { delay: delay() }) };
  });
}

const customers = Array.from({ length: 40 }, (_, n) => `${"abcdefgh"[n % 8]}${n}`);

describe("a scan in parallel", () => {
  it("gives every row once, whatever the splits", async () => {
    const splits = fc.array(fc.constantFrom("cust!b", "cust!c3", "a", "z", "cust!", "cust!h", "cust!d'"), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.option(splits, { nil: undefined }),
        async (parallel, splitAt) => {
          const found = await createScan(tableOf(customers), Order.$schema, { parallel, splitAt }).toArray();
          expect(found.map((order) => order.customerId).sort()).toEqual([...customers].sort());
        },
      ),
      { numRuns: 60 },
    );
  });

  it("counts the comparisons that its ranges add, and reads nothing where they are too many", async () => {
    const table = tableOf(customers);
    const scan = createScan(table, Order.$schema, { parallel: 2, splitAt: ["cust!c", "cust!e"] });
    const any = (values: number) => ({ $or: Array.from({ length: values }, (_, total) => ({ total: { gt: total } })) });
    expect(scan.where(any(12)).explain().comparisons).toBe(14);
    await expect(scan.where(any(12)).toArray()).rejects.toMatchObject({ code: "query.too-many-comparisons" });
    expect(table.requests).toHaveLength(0);
    expect(await scan.where(any(11)).count()).toBe(customers.length);
  });

  it("sends nothing where it is to give no row, or where no row can match", async () => {
    const table = tableOf(customers);
    const scan = createScan(table, Order.$schema, { parallel: 2, splitAt: ["cust!c"] });
    expect(await scan.take(0).toArray()).toEqual([]);
    expect(await scan.where({ $or: [] }).toArray()).toEqual([]);
    expect(table.requests).toHaveLength(0);
  });

  it("reads only the partitions that it is limited to", async () => {
    const scan = createScan(tableOf(customers), Order.$schema, { parallel: 3, partitionKeyPrefix: "cust!b" });
    expect((await scan.toArray()).every((order) => order.customerId.startsWith("b"))).toBe(true);
    expect(await scan.count()).toBe(5);
  });

  it("reads the one partition that a condition names", async () => {
    const connection = tableOf(customers);
    const scan = createScan(connection, Order.$schema, { parallel: 3, splitAt: ["cust!c"] }).where({
      customerId: "b1",
    });
    expect(scan.explain().access).toBe("row range");
    await scan.toArray();
    const filters = connection.requests.map((request) => request.parameters["$filter"]);
    expect([...new Set(filters)]).toEqual(scan.explain().filters);
  });

  it("takes a total, finds one, and counts", async () => {
    const scan = createScan(tableOf(customers), Order.$schema, { parallel: 4 });
    expect(await scan.take(7).toArray()).toHaveLength(7);
    expect(await scan.first()).toBeInstanceOf(Order);
    expect(await scan.exists()).toBe(true);
    expect(await scan.count()).toBe(40);
    expect(await scan.select("customerId").toArray()).toContainEqual({ customerId: "a0", $etag: expect.any(String) });
  });

  it("holds one answer for each reader while rows are consumed", async () => {
    const connection = tableOf(customers);
    const rows = createScan(connection, Order.$schema, { parallel: 4, splitAt: ["cust!c", "cust!e", "cust!g"] })[
      Symbol.asyncIterator
    ]();
    await rows.next();
    await new Promise((resolve) => setImmediate(resolve));
    // Four first responses, and one more for the reader whose response is being consumed.
    expect(connection.requests).toHaveLength(5);
    await rows.return?.();
    expect(connection.requests.every((request) => request.signal?.aborted)).toBe(true);
  });

  it("looks up no keys for a table of at most four responses", async () => {
    for (const [rows, requests] of [
      [2, 1],
      [8, 4],
    ] as const) {
      const table = tableOf(customers.slice(0, rows));
      expect(await createScan(table, Order.$schema, { parallel: 4 }).count()).toBe(rows);
      expect(table.requests).toHaveLength(requests);
    }
  });

  it("reads what follows the first four responses in at most two ranges for each reader", async () => {
    const table = tableOf(Array.from({ length: 90 }, (_, n) => String(n).padStart(2, "0")));
    expect(await createScan(table, Order.$schema, { parallel: 2 }).count()).toBe(90);
    const starts = table.requests
      .filter(({ parameters }) => parameters["$top"] !== "1" && parameters["NextPartitionKey"] === undefined)
      .map(({ parameters }) => rangeOf(parameters["$filter"]).ge);
    // The whole table, the rest of the partition of the last row, and the ranges.
    expect(starts).toHaveLength(2 + 4);
  });

  it.each([1, 3, 8, 9, 10, 17, 40])("gives each of %d rows once, if all have one RowKey", async (rows) => {
    const [{ placedAt, orderNo } = { placedAt: new Date(), orderNo: 0 }] = await createScan(
      tableOf(["a"]),
      Order.$schema,
    ).toArray();
    const table = tableOf(customers.slice(0, rows));
    const all = createScan(table, Order.$schema, { parallel: 4 });
    const scan = (all as unknown as EntityQueryBuilder<unknown>).rowKey.eq({ placedAt, orderNo });
    const found = await scan.toArray();
    expect(found).toHaveLength(rows);
    const { requests } = table;
    expect(requests.every(({ parameters }) => parameters["$filter"] !== undefined)).toBe(true);
  });

  it("fails as a whole with the first failure", async () => {
    const failing = stubConnection(({ parameters }) =>
      rangeOf(parameters["$filter"]).ge === "cust!c" ? { status: 500, body: {} } : { body: { value: [orderRow(1)] } },
    );
    const scan = createScan(failing, Order.$schema, { parallel: 2, splitAt: ["cust!c"] });
    await expect(scan.toArray()).rejects.toMatchObject({ status: 500 });
  });

  it("has no pages", async () => {
    const scan = createScan(tableOf(customers), Order.$schema, { parallel: 2 }) as unknown as {
      page(): Promise<unknown>;
    };
    await expect(scan.page()).rejects.toMatchObject({ code: "query.invalid-option" });
  });
});

it("splits are looked up behind the literals that all PartitionKeys begin with", async () => {
  const firstLookup = async (partitionParts: typeof Order.$schema.partitionParts) => {
    const table = tableOf(customers);
    await createScan(table, { ...Order.$schema, partitionParts }, { parallel: 2 }).toArray();
    return table.requests.find(({ parameters }) => parameters["$top"] === "1")?.parameters["$filter"];
  };
  const [literal, property] = Order.$schema.partitionParts;
  if (literal === undefined || property === undefined) throw new Error("Order's partition has two parts.");
  expect(await firstLookup([literal, property])).toBe("PartitionKey ge 'cust!b25 ' and PartitionKey lt 'cust\"'");
});

it("splits are looked up by requests for one key, without values, types and ETags, within the scanned range", async () => {
  const table = tableOf(customers);
  const scan = createScan(table, Order.$schema, { parallel: 2, partitionKeyRange: { ge: "cust!c", lt: "cust!e" } });
  expect(await scan.where({ total: { gt: 1 } }).count()).toBe(10);
  const lookups = table.requests.filter(({ parameters }) => parameters["$top"] === "1");
  expect(lookups[0]?.parameters["$filter"]).toBe("PartitionKey ge 'cust!d27 ' and PartitionKey lt 'cust!e'");
  expect(new Set(lookups.map(({ parameters }) => parameters["$select"]))).toEqual(new Set(["PartitionKey,RowKey"]));
  expect(lookups.every(({ headers }) => headers.includes("application/json;odata=nometadata"))).toBe(true);
});
