import { type EntityClass, type Query, TableServiceClient, type TableServiceView } from "@tablewright/runtime";
import type { EntityTypes } from "@tablewright/runtime/codegen/v1";
import { ExactDate } from "@tablewright/runtime/edm";
import { createTableService, type TableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { CodedOrder } from "../../../generator/src/emit/golden/codes/expected/index.js";
import { Singleton } from "../../../generator/src/emit/golden/constant-keys/expected/index.js";
import { Measurement } from "../../../generator/src/emit/golden/forms/expected/index.js";
import { Page } from "../../../generator/src/emit/golden/large-values/expected/index.js";
import { Order } from "../../../generator/src/emit/golden/shop/expected/index.js";
import { Legacy } from "../../../generator/src/emit/golden/stored-names/expected/index.js";
import { seedOrders } from "../test/seed-orders.js";
import { EntityRelation } from "./entity-relation.js";
import { type Condition, DateOutOfRange, type ReadRequest } from "./relation.js";

const relationOf = (entity: unknown, textDates: readonly string[] = []) =>
  new EntityRelation("Named", entity as EntityClass<EntityTypes>, "storage", new Set(textDates));

describe("the columns of an entity", () => {
  const typesOf = (entity: unknown, textDates?: readonly string[]) =>
    Object.fromEntries(relationOf(entity, textDates).columns.map(({ name, type }) => [name, type]));

  it("are its properties, and Timestamp", () => {
    expect(relationOf(Order)).toMatchObject({ name: "Named", table: "Shop" });
    expect(typesOf(Measurement)).toEqual({
      device: "VARCHAR",
      at: "TIMESTAMP_NS",
      receivedAt: "TIMESTAMP_NS",
      storedAt: "TIMESTAMP_NS",
      counter: "BIGINT",
      samples: "BIGINT",
      serial: "BIGINT",
      level: "INTEGER",
      value: "DOUBLE",
      settings: "JSON",
      raw: "BLOB",
      ok: "BOOLEAN",
      session: "UUID",
      state: "VARCHAR",
      Timestamp: "TIMESTAMP_NS",
    });
  });

  it("are text for codes, and for dates beyond TIMESTAMP_NS", () => {
    expect(typesOf(CodedOrder)).toMatchObject({ status: "VARCHAR", orderNo: "INTEGER" });
    expect(typesOf(Measurement, ["storedAt"])).toMatchObject({ storedAt: "VARCHAR", receivedAt: "TIMESTAMP_NS" });
  });

  it("have names that differ in more than case", () => {
    expect(typesOf(Legacy)).toMatchObject({ total_1: "DOUBLE", Total_2: "DOUBLE", timestamp: "TIMESTAMP_NS" });
    expect(relationOf(Legacy).renamed).toEqual({ total: "total_1", Total: "Total_2", Timestamp: "_Timestamp" });
    expect(relationOf(Order).renamed).toEqual({});
    const { columns } = relationOf(Legacy);
    const row = { total: 1, Total: 2, timestamp: new Date(5), $timestamp: new Date(6) };
    const held = columns.map((column) => [column.name, column.valueOf(row)] as const);
    expect(Object.fromEntries(held)).toMatchObject({
      total_1: 1,
      Total_2: 2,
      timestamp: 5_000_000n,
      _Timestamp: 6_000_000n,
    });
  });

  it("name themselves if they do not hold a date", () => {
    const beyond = ExactDate.fromIso("0001-01-01T00:00:00Z");
    const { columns } = relationOf(Legacy);
    for (const [name, field] of [
      ["_Timestamp", "$timestamp"],
      ["timestamp", "timestamp"],
    ] as const) {
      const column = columns.find((each) => each.name === name);
      expect(() => column?.valueOf({ [field]: beyond })).toThrow(DateOutOfRange);
      expect(() => column?.valueOf({ [field]: beyond })).toThrow(expect.objectContaining({ column: name }));
    }
  });

  it("have conditions, except unknown ones and dates as text", () => {
    const date = "2024-02-29T12:00:00.0000000Z";
    const conditionOf = (entity: unknown, column: string, textDates?: readonly string[]) =>
      relationOf(entity, textDates).conditionOf({ column, operator: "lt", values: [date] });
    expect(conditionOf(Legacy, "timestamp")?.where).toEqual({ timestamp: { lt: ExactDate.fromIso(date) } });
    expect(conditionOf(Legacy, "_Timestamp")?.where).toEqual({ $timestamp: { lt: ExactDate.fromIso(date) } });
    expect(conditionOf(Legacy, "missing")).toBeUndefined();
    expect(conditionOf(Measurement, "storedAt")).toBeDefined();
    expect(conditionOf(Measurement, "storedAt", ["storedAt"])).toBeUndefined();
  });
});

describe("a read of an entity", () => {
  let tables: TableService;
  let service: TableServiceView;
  beforeEach(() => {
    tables = createTableService();
    service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  });

  const planOf = (entity: unknown, request: Partial<ReadRequest> = {}) =>
    relationOf(entity).plan(service, {
      columns: undefined,
      conditions: [],
      limit: undefined,
      hasOtherConditions: false,
      parallel: 1,
      signal: undefined,
      ...request,
    });
  const condition = (where: object | undefined, isExact = true): Condition => ({ where, isExact });
  const ofCustomers = (...values: readonly string[]): Condition => ({
    where: undefined,
    isExact: true,
    comparison: { column: "customerId", operator: "in", values },
  });

  it("has the conditions that one filter can express", async () => {
    const levels = Array.from({ length: 16 }, (_, level) => condition({ level: { ne: level } }, level !== 1));
    const many = condition({ level: { in: Array.from({ length: 16 }, (_, level) => level) } });
    const conditions = [many, condition(undefined), ...levels];
    const { filters, pushed, access } = await planOf(Measurement, { conditions });
    expect(filters).toEqual([Array.from({ length: 15 }, (_, level) => `level ne ${level}`).join(" and ")]);
    expect(access).toBe("table scan");
    expect([...pushed]).toEqual(levels.slice(0, 15).map((each) => [each, each.isExact]));
  });

  it("leaves a value that is stored in parts to DuckDB", async () => {
    const address = condition({ url: { ne: "a" } });
    const { pushed } = await planOf(Page, { conditions: [condition({ html: { eq: "a" } }), address] });
    expect([...pushed]).toEqual([[address, true]]);
  });

  it("does not hide a mistake in the code of a condition", async () => {
    const where = {
      get url() {
        throw new TypeError("broken");
      },
    };
    await expect(planOf(Page, { conditions: [condition(where)] })).rejects.toThrow("broken");
  });

  it("has the partitions that its conditions select", async () => {
    const paid = condition({ sequence: { gt: 5n } });
    const customers = ofCustomers("C1", "C2");
    const { filters, pushed, access } = await planOf(Order, { conditions: [paid, customers] });
    expect(filters).toEqual([
      expect.stringMatching(/^PartitionKey eq 'cust!C1' and .*sequence gt 5L/),
      expect.stringMatching(/^PartitionKey eq 'cust!C2' and .*sequence gt 5L/),
    ]);
    expect(access).toBe("partitions");
    expect(new Map(pushed)).toEqual(
      new Map([
        [paid, true],
        [customers, true],
      ]),
    );
    expect((await planOf(Order, { conditions: [ofCustomers("C1")] })).access).toBe("row range");
  });

  it("selects the properties of its columns", async () => {
    const selectOf = async (entity: unknown, columns?: readonly string[]) => (await planOf(entity, { columns })).select;
    const expected = (entity: unknown, ...names: readonly string[]) => {
      const scan: Query<EntityTypes, unknown> = service.entities(entity as EntityClass<EntityTypes>).scan();
      return scan.select(...(names as never[])).explain().select;
    };
    expect(await selectOf(Order)).toBeUndefined();
    expect(
      await selectOf(
        Order,
        relationOf(Order).columns.map(({ name }) => name),
      ),
    ).toBeUndefined();
    expect(await selectOf(Legacy, ["Total_2", "_Timestamp"])).toEqual(expected(Legacy, "Total", "$timestamp"));
    expect(await selectOf(Order, ["total", "customerId"])).toEqual(expected(Order, "total", "customerId"));
  });

  it("selects only the keys, and the kind, if these give the properties", async () => {
    const selectOf = async (entity: unknown, columns: readonly string[]) => (await planOf(entity, { columns })).select;
    expect(await selectOf(Order, [])).toEqual(["PartitionKey", "RowKey", "kind"]);
    expect(await selectOf(Order, ["customerId", "placedAt"])).toEqual(["PartitionKey", "RowKey", "kind"]);
    expect(await selectOf(Singleton, [])).not.toContain("Timestamp");
  });

  describe("of stored rows", () => {
    beforeEach(async () => {
      await seedOrders(service, 12, 4);
      tables.clearRequests();
    });

    async function numbersOf(request: Partial<ReadRequest>): Promise<number[]> {
      const numbers: number[] = [];
      const { groups } = await planOf(Order, request);
      for await (const rows of groups) numbers.push(...rows.map((row) => row["orderNo"] as number));
      return numbers.toSorted((one, other) => one - other);
    }

    it("gives those that meet its conditions", async () => {
      const conditions = [condition({ sequence: { gt: 5n } })];
      expect(await numbersOf({ conditions })).toEqual([6, 7, 8, 9, 10, 11]);
      expect(await numbersOf({ conditions: [...conditions, ofCustomers("C1", "C2")] })).toEqual([6, 9, 10]);
    });

    const two = { rows: 2, order: [] };

    it("ends at its limit if the service checks all conditions exactly, and where DuckDB has counted otherwise", async () => {
      const exact = condition({ sequence: { gt: 5n } });
      const rough = condition({ sequence: { gt: 2n } }, false);
      const endOf = async (conditions: readonly Condition[], more: Partial<ReadRequest> = {}) => {
        const { limit, end } = await planOf(Order, { conditions, limit: two, ...more });
        return [limit, end];
      };
      const counted = { rows: 2, texts: [] };
      expect(await endOf([])).toEqual([2, undefined]);
      expect(await endOf([exact])).toEqual([2, undefined]);
      expect(await endOf([exact, ofCustomers("C1")])).toEqual([2, undefined]);
      expect(await endOf([exact, rough])).toEqual([2, counted]);
      expect(await endOf([condition(undefined)])).toEqual([2, counted]);
      expect(await endOf([], { hasOtherConditions: true })).toEqual([2, counted]);
      expect(await numbersOf({ conditions: [exact], limit: two })).toHaveLength(2);
      expect(await numbersOf({ conditions: [exact, ofCustomers("C1", "C2")], limit: two })).toHaveLength(3);
      expect(await numbersOf({ conditions: [rough], limit: two })).toHaveLength(9);
    });

    it("sends one request for each partition, or for a table whose first response has all rows", async () => {
      const requestsOf = async (request: Partial<ReadRequest>) => {
        tables.clearRequests();
        await numbersOf(request);
        return tables.requests.length;
      };
      expect(await requestsOf({ parallel: 4 })).toBe(1);
      expect(await requestsOf({ parallel: 1 })).toBe(1);
      expect(await requestsOf({ parallel: 4, limit: two })).toBe(1);
      expect(await requestsOf({ parallel: 4, conditions: [ofCustomers("C1", "C2")] })).toBe(2);
    });
  });
});
