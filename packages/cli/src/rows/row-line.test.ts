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
