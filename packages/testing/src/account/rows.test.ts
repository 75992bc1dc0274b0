import { expect, it } from "vitest";
import { createTableService } from "../service/create-table-service.js";

const row = { PartitionKey: "", RowKey: "r", n: 1n, "t@odata.type": "Edm.DateTime", t: "2024-01-01T00:00:00.1234567Z" };

it("exported rows are imported with their Timestamps, and empty tables with them", () => {
  const source = createTableService({ tables: { Shop: [row, { ...row, RowKey: "s" }], Empty: [] } });
  const copy = createTableService();
  const lines = source.exportRows();
  expect(lines).toHaveLength(3);
  copy.importRows(lines);
  expect(copy.exportRows()).toEqual(lines);
  expect(Object.keys(copy.dump())).toEqual(["Empty", "Shop"]);
});

it("imported rows replace those with the same keys, and leave the others", () => {
  const tables = createTableService({ tables: { Shop: [row, { ...row, RowKey: "s" }] } });
  tables.importRows(['{"$table":"shop","PartitionKey":"","RowKey":"r"}', "", '{"$table":"Other"}']);
  expect(tables.dump()["Shop"]?.map(({ RowKey, n }) => [RowKey, n])).toEqual([
    ["r", undefined],
    ["s", "1"],
  ]);
  expect(Object.keys(tables.dump())).toEqual(["Other", "Shop"]);
});

it("an invalid line is named, and none of the rows is stored", () => {
  const tables = createTableService({ tables: { Shop: [row] } });
  const before = tables.exportRows();
  const lines = ['{"$table":"Shop","PartitionKey":"p","RowKey":"r"}', "", '{"$table":"a-b"}'];
  expect(() => tables.importRows(lines)).toThrow(
    new TypeError(
      'Line 3: Invalid table name "a-b": expected 3 to 63 ASCII letters and digits, starting with a letter. (InvalidResourceName)',
    ),
  );
  expect(tables.exportRows()).toEqual(before);
});

it.each([
  ["storage", "ab", "expected 3 to 63 ASCII letters and digits, starting with a letter. (OutOfRangeInput)"],
  ["storage", "Tables", "the service reserves it. (InvalidInput)"],
  ["cosmos", "a/b", "it is empty, or contains / \\ # or ?. (InvalidInput)"],
] as const)("to %s, the table name %s is invalid, and the message names it", (kind, name, reason) => {
  expect(() => createTableService({ kind }).importRows([JSON.stringify({ $table: name })])).toThrow(
    new TypeError(`Line 1: Invalid table name "${name}": ${reason}`),
  );
});

const line = (table: string, rowKey: string) => JSON.stringify({ $table: table, PartitionKey: "p", RowKey: rowKey });

it("a row in two lines is refused, and both are named", () => {
  const tables = createTableService();
  expect(() => tables.importRows([line("Shop", "a"), line("Shop", "b"), "", line("Shop", "a")])).toThrow(
    new TypeError(
      'Line 4: The row with PartitionKey "p" and RowKey "a" of the table "Shop" is in line 1 already. (EntityAlreadyExists)',
    ),
  );
  expect(tables.exportRows()).toEqual([]);
  tables.importRows([line("Shop", "a"), line("Other", "a"), '{"$table":"Shop"}']);
  tables.importRows([line("Shop", "a")]);
});

it("two names of one table are refused, and both lines are named", () => {
  const lines = [line("Other", "a"), line("Shop", "a"), line("shop", "b")];
  expect(() => createTableService().importRows(lines)).toThrow(
    new TypeError(
      'Line 3: "shop" is the same table as "Shop" in line 2: table names ignore case. (TableAlreadyExists)',
    ),
  );
  const cosmos = createTableService({ kind: "cosmos" });
  cosmos.importRows(lines);
  expect(Object.keys(cosmos.dump()).sort()).toEqual(["Other", "Shop", "shop"]);
});
