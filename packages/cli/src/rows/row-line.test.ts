import { tableRowJson } from "@tablewright/runtime/edm";
import { expect, it } from "vitest";
import { readRowLine } from "./row-line.js";

it("refuses a line that a parser would change", () => {
  const line = '{"$table":"Shop","PartitionKey":"p","RowKey":"r","x":1,"x":2}';
  expect(() => readRowLine("Shop", line, 7)).toThrow(
    expect.objectContaining({ code: "import.file-invalid", message: "Line 7: x occurs twice." }),
  );
});

it("reads every string that is written", () => {
  const units = ['"', "\\", ":", "1e400", ","];
  let values = [""];
  for (let length = 0; length < 5; length++) {
    values = values.flatMap((value) => units.map((unit) => value + unit));
    for (const value of values) {
      const row = { partitionKey: "p", rowKey: value, properties: { x: { type: "Edm.String" as const, value } } };
      const line = `{"$table":"Shop",${tableRowJson("Shop", row).slice(1)}`;
      if (readRowLine("Shop", line, 1).row?.rowKey !== value) expect.fail(line);
    }
  }
});

const read = (line: string) => readRowLine("Shop", line, 7);

it("a line has the name of its table, and a row or no row", () => {
  expect(read('{"PartitionKey":"p","RowKey":"r"}')).toMatchObject({ table: undefined, row: { partitionKey: "p" } });
  expect(read('{"$table":"Shop"}')).toEqual({ table: "Shop", row: undefined });
  const { table, row } = read('{"$table":"Log","PartitionKey":"p","RowKey":"","n":5}');
  expect([table, row]).toEqual([
    "Log",
    expect.objectContaining({ partitionKey: "p", rowKey: "", properties: { n: { type: "Edm.Int32", value: 5 } } }),
  ]);
});

it.each([
  ['{"$table":5,"PartitionKey":"p","RowKey":"r"}', "$table is not the name of a table"],
  [
    '{"partitionKey":"p","rowKey":"r"}',
    "PartitionKey and RowKey must both be strings, and names are case-sensitive: the row has partitionKey and rowKey. This renames them: jq -c '{PartitionKey: .partitionKey, RowKey: .rowKey} + del(.partitionKey, .rowKey, .etag, .timestamp)' rows.ndjson",
  ],
  ['{"$table":"Shop","n":5}', "PartitionKey and RowKey must both be strings"],
  ['{"$table":"Shop","PartitionKey":"p"}', "PartitionKey and RowKey must both be strings"],
  ['{"$table":"Shop","RowKey":"r"}', "PartitionKey and RowKey must both be strings"],
  ['{"$table":"Shop","PartitionKey":"p","RowKey":5}', "PartitionKey and RowKey must both be strings"],
])("refuses a line that is no row: %s", (line, reason) => {
  expect(() => read(line)).toThrow(
    expect.objectContaining({
      code: "import.file-invalid",
      message: `Line 7: ${reason}.`,
      help: "Correct the file, then run the same command again.",
    }),
  );
});

it("refuses a line with the client's reason, with one full stop", () => {
  expect(() => read("{")).toThrow(
    expect.objectContaining({ code: "import.file-invalid", message: expect.stringMatching(/^Line 7: .*[^.]\.$/) }),
  );
});
