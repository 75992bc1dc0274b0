import { type StoredTableRow, TableServiceClient, type TableServiceView } from "@tablewright/runtime";
import { type EdmValue, ExactDate, edm } from "@tablewright/runtime/edm";
import { createTableService, type TableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { type ComparisonOperator, type Condition, DateOutOfRange, type ReadRequest } from "./relation.js";
import { TableRelation } from "./table-relation.js";

const rowOf = (properties: Readonly<Record<string, EdmValue>>, $timestamp = new Date(5)) =>
  ({ partitionKey: "p", rowKey: "r", $timestamp, properties }) as StoredTableRow;

const date = ExactDate.fromIso("2024-02-29T12:00:00.1234567Z");

describe("the columns of a table", () => {
  it("are its keys and Timestamp, and each property of any row", () => {
    const relation = new TableRelation("Shop");
    expect(relation).toMatchObject({ name: "table:Shop", table: "Shop" });
    expect(relation.learn(rowOf({ b: edm.int32(1), rowkey: edm.string("x") }))).toBe(true);
    expect(relation.learn(rowOf({ b: edm.int32(2) }))).toBe(false);
    expect(relation.learn(rowOf({ B: edm.boolean(true) }))).toBe(true);
    expect(relation.learn(rowOf({}))).toBe(false);
    const row = rowOf({ b: edm.int32(1), B: edm.boolean(false) });
    expect(relation.columns.map((column) => [column.name, column.type, column.valueOf(row)])).toEqual([
      ["PartitionKey", "VARCHAR", "p"],
      ["RowKey", "VARCHAR", "r"],
      ["Timestamp", "TIMESTAMP_NS", 5_000_000n],
      ["$0", "INTEGER", 1],
      ["$1", "VARCHAR", null],
      ["$2", "BOOLEAN", false],
    ]);
    expect(Object.fromEntries(relation.renamedColumns())).toEqual({
      PartitionKey: "PartitionKey",
      RowKey: "_RowKey",
      Timestamp: "Timestamp",
      $0: "b_1",
      $1: "rowkey",
      $2: "B_2",
    });
  });

  it.each([
    [edm.string("a"), "VARCHAR", "a"],
    [edm.boolean(true), "BOOLEAN", true],
    [edm.int32(1), "INTEGER", 1],
    [edm.int64(1n), "BIGINT", 1n],
    [edm.double(0.5), "DOUBLE", 0.5],
    [edm.dateTime(date), "TIMESTAMP_NS", 1_709_208_000_123_456_700n],
    [edm.guid("c9da6455-213d-42c9-9a79-3e9149a57833"), "UUID", "c9da6455-213d-42c9-9a79-3e9149a57833"],
    [edm.binary(new Uint8Array([255])), "BLOB", new Uint8Array([255])],
  ])("have the type of the values: %s", (value, type, expected) => {
    const relation = new TableRelation("Shop");
    relation.learn(rowOf({ a: value }));
    expect(relation.columns[3]?.type).toBe(type);
    expect(relation.columns[3]?.valueOf(rowOf({ a: value }))).toEqual(expected);
  });

  const int32 = edm.int32(1);
  const int64 = edm.int64(2n);
  const double = edm.double(0.5);
  it.each<[EdmValue[], string, unknown[]]>([
    [[int32, int64], "BIGINT", [1n, 2n]],
    [[int64, int32], "BIGINT", [2n, 1n]],
    [[int32, double], "DOUBLE", [1, 0.5]],
    [[double, int32], "DOUBLE", [0.5, 1]],
    [[double, int64], "VARCHAR", ["0.5", "2"]],
    [[int32, double, int64], "VARCHAR", ["1", "0.5", "2"]],
    [[int32, edm.boolean(true)], "VARCHAR", ["1", "true"]],
    [[double, edm.boolean(true)], "VARCHAR", ["0.5", "true"]],
    [[int64, edm.boolean(true)], "VARCHAR", ["2", "true"]],
    [[edm.string("a"), edm.dateTime(date)], "VARCHAR", ["a", "2024-02-29T12:00:00.1234567Z"]],
    [[edm.binary(new Uint8Array([1, 255])), edm.string("a")], "VARCHAR", ["Af8=", "a"]],
    [
      [edm.guid("C9DA6455-213D-42C9-9A79-3E9149A57833"), int32],
      "VARCHAR",
      ["c9da6455-213d-42c9-9a79-3e9149a57833", "1"],
    ],
    [[edm.string("A"), edm.double(5), edm.double(-2.5)], "VARCHAR", ["A", "5.0", "-2.5"]],
    [
      [edm.string("a"), edm.double(999_999_999_999_999), edm.double(1e15)],
      "VARCHAR",
      ["a", "999999999999999.0", "1000000000000000"],
    ],
  ])("become wide enough for values of several types: %s", (values, type, expected) => {
    const relation = new TableRelation("Shop");
    const rows = values.map((a) => rowOf({ a }));
    expect(rows.map((row) => relation.learn(row)).at(0)).toBe(true);
    const [, , , column] = relation.columns;
    expect(column?.type).toBe(type);
    expect(rows.map((row) => column?.valueOf(row))).toEqual(expected);
    expect(rows.some((row) => relation.learn(row))).toBe(false);
  });

  it("become text at a date beyond TIMESTAMP_NS, except Timestamp", () => {
    const beyond = ExactDate.fromIso("1601-01-01T00:00:00Z");
    const relation = new TableRelation("Shop");
    relation.learn(rowOf({ a: edm.dateTime(date) }));
    const [, , timestamp, column] = relation.columns;
    const row = rowOf({ a: edm.dateTime(beyond) }, beyond);
    expect(() => column?.valueOf(row)).toThrow(DateOutOfRange);
    expect(column?.type).toBe("VARCHAR");
    expect(column?.valueOf(row)).toBe("1601-01-01T00:00:00.0000000Z");
    expect(() => timestamp?.valueOf(row)).toThrow(expect.objectContaining({ column: "Timestamp" }));
    expect(timestamp?.type).toBe("TIMESTAMP_NS");
  });
});

const conditionOf = (column: string, operator: ComparisonOperator, ...values: readonly string[]) =>
  new TableRelation("Shop").conditionOf({ column, operator, values });

it("a table has conditions on its keys only, where the service has the order of DuckDB", () => {
  for (const column of ["PartitionKey", "RowKey"]) {
    const comparison = { column, operator: "lt", values: ["a"] };
    expect(conditionOf(column, "lt", "a")).toEqual({ where: undefined, isExact: true, comparison });
    for (const operator of ["eq", "in"] as const) expect(conditionOf(column, operator, "😀")).toBeDefined();
    for (const operator of ["lt", "le", "gt", "ge"] as const)
      expect(conditionOf(column, operator, "😀")).toBeUndefined();
  }
  expect(conditionOf("RowKey", "notIn", "a", "😀")).toBeUndefined();
  expect(conditionOf("Timestamp", "eq", "a")).toBeUndefined();
});

describe("a read of a table", () => {
  let tables: TableService;
  let service: TableServiceView;
  beforeEach(() => {
    tables = createTableService({
      tables: {
        Shop: Array.from({ length: 9 }, (_, index) => ({ PartitionKey: "abc"[index % 3] ?? "", RowKey: `r${index}` })),
      },
    });
    service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  });

  type Given = readonly [column: string, operator: ComparisonOperator, ...values: string[]];

  const planOf = (given: readonly Given[], request: Partial<ReadRequest> = {}) => {
    const conditions = given.map((each) => conditionOf(...each) as Condition);
    const none = { columns: undefined, limit: undefined, hasOtherConditions: false, signal: undefined };
    const rest = { ...none, parallel: 1, ...request };
    return new TableRelation("Shop").plan(service, { conditions, ...rest });
  };
  async function keysOf(given: readonly Given[], request?: Partial<ReadRequest>): Promise<string[]> {
    const keys: string[] = [];
    for await (const rows of (await planOf(given, request)).groups)
      keys.push(...rows.map(({ partitionKey, rowKey }) => partitionKey + rowKey));
    return keys.toSorted();
  }

  const limit = (rows: number) => ({ limit: { rows, order: [] } });
  const a: Given = ["PartitionKey", "eq", "a"];
  it.each<[Given[], string, string[]]>([
    [[], "table scan", [""]],
    [[a], "partition scan", ["PartitionKey eq 'a'"]],
    [[["PartitionKey", "in", "a", "c", "a"]], "partition scan", ["PartitionKey eq 'a'", "PartitionKey eq 'c'"]],
    [[["PartitionKey", "gt", "a"]], "partition range", ["PartitionKey ge 'a '"]],
    [
      [
        ["PartitionKey", "ge", "a"],
        ["PartitionKey", "le", "b"],
      ],
      "partition range",
      ["PartitionKey ge 'a' and PartitionKey lt 'b '"],
    ],
    [[a, ["RowKey", "eq", "r3"]], "row range", ["PartitionKey eq 'a' and RowKey ge 'r3' and RowKey lt 'r3 '"]],
    [[a, ["RowKey", "ge", "r3"]], "row range", ["PartitionKey eq 'a' and RowKey ge 'r3'"]],
    [[a, ["RowKey", "gt", "r3"]], "row range", ["PartitionKey eq 'a' and RowKey ge 'r3 '"]],
    [[a, ["RowKey", "lt", "r3"]], "row range", ["PartitionKey eq 'a' and RowKey lt 'r3'"]],
    [[a, ["RowKey", "le", "r3"]], "row range", ["PartitionKey eq 'a' and RowKey lt 'r3 '"]],
  ])("has the keys that its conditions select: %s", async (given, access, filters) => {
    const plan = await planOf(given, limit(5));
    expect([plan.access, plan.filters, plan.select, plan.limit]).toEqual([access, filters, undefined, 5]);
    expect([...plan.pushed.values()]).toEqual(given.map(() => true));
  });

  it.each<[Given[], number]>([
    [[["RowKey", "eq", "r3"]], 0],
    [[["PartitionKey", "ne", "a"]], 0],
    [[["PartitionKey", "startsWith", "a"]], 0],
    [[a, ["RowKey", "in", "r3", "r6"]], 1],
    [[a, ["PartitionKey", "ge", "a"]], 1],
    [
      [
        ["PartitionKey", "gt", "a"],
        ["PartitionKey", "gt", "b"],
      ],
      1,
    ],
    [[a, ["RowKey", "eq", "r3"], ["RowKey", "ge", "r0"]], 2],
  ])("leaves other conditions to DuckDB, which then counts the rows of its limit: %s", async (given, count) => {
    const plan = await planOf(given, limit(5));
    expect([plan.pushed.size, plan.limit, plan.end]).toEqual([count, 5, { rows: 5, texts: [] }]);
  });

  it("gives the rows with these keys", async () => {
    expect(await keysOf([a])).toEqual(["ar0", "ar3", "ar6"]);
    expect(await keysOf([a, ["RowKey", "gt", "r0"], ["RowKey", "le", "r3"]])).toEqual(["ar3"]);
    expect(await keysOf([["PartitionKey", "in", "a", "c"]], limit(1))).toEqual(["ar0"]);
    expect(await keysOf([["PartitionKey", "lt", "b"]])).toEqual(["ar0", "ar3", "ar6"]);
    expect(await keysOf([], { ...limit(4), parallel: 4 })).toHaveLength(4);
  });

  it("gives each row once among parallel readers, also those with an empty PartitionKey", async () => {
    await service.table("Shop").insert({ partitionKey: "", rowKey: "r0", properties: {} });
    const found = await keysOf([], { parallel: 4 });
    expect(found).toHaveLength(new Set(found).size);
    expect(found).toContain("r0");
  });

  it("is divided among parallel readers, unless it has a limit or a range of keys", async () => {
    const { access, filters } = await planOf([], { parallel: 3 });
    expect([access, filters]).toEqual([
      "table scan",
      ["PartitionKey lt 'b'", "PartitionKey ge 'b' and PartitionKey lt 'c'", "PartitionKey ge 'c'"],
    ]);
    expect(await keysOf([], { parallel: 3 })).toHaveLength(9);
    expect((await planOf([], { parallel: 3, ...limit(5) })).filters).toEqual([""]);
    expect((await planOf([["PartitionKey", "ge", "a"]], { parallel: 3 })).filters).toEqual(["PartitionKey ge 'a'"]);
    expect((await planOf([["RowKey", "ge", "a"]], { parallel: 3 })).filters).toHaveLength(3);
    expect((await planOf([], { parallel: 1 })).filters).toEqual([""]);
  });

  it("is not divided on Cosmos DB, whose rows have no order", async () => {
    const cosmos = createTableService({ kind: "cosmos", tables: tables.dump() });
    service = TableServiceClient.fromConnectionString(cosmos.connectionString, { transport: cosmos, kind: "cosmos" });
    expect((await planOf([], { parallel: 3 })).filters).toEqual([""]);
    expect(await keysOf([], { parallel: 3 })).toHaveLength(9);
  });
});
