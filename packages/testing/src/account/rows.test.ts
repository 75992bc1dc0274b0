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
    new TypeError("Line 3: The specifed resource name contains invalid characters. (InvalidResourceName)"),
  );
  expect(tables.exportRows()).toEqual(before);
});
