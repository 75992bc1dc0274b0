import { tableRowJson } from "@tablewright/runtime/edm";
import { expect, it } from "vitest";
import { readRowLine } from "./row-line.js";

const read = (members: string) =>
  readRowLine("Shop", `{"$table":"Shop","PartitionKey":"p","RowKey":"r",${members}}`, 7);

it.each([
  ['"x":1,"x":2', "x stands there twice"],
  ['"x":1,"\\u0078" : 1', "x stands there twice"],
  ['"PartitionKey":"q"', "PartitionKey stands there twice"],
  ['"f":1e400', "f is 1e400, which is beyond Edm.Double"],
  ['"f@odata.type":"Edm.Double","f": -1e400', "f is -1e400, which is beyond Edm.Double"],
  ['"big":12345678901', "big is beyond Edm.Int32, so it needs its type"],
  ['"big" : 2147483648', "big is beyond Edm.Int32"],
  ['"big":-2147483649', "big is beyond Edm.Int32"],
])("refuses %s", (members, message) => {
  expect(() => read(members)).toThrow(
    expect.objectContaining({ code: "import.file-invalid", message: expect.stringContaining(`Line 7: ${message}`) }),
  );
});

it.each([
  '"x":2147483647,"y":-2147483648,"z":1.5,"w":true,"v":null',
  '"x":12345678901,"x@odata.type":"Edm.Double"',
  '"x":"\\"x\\":1,\\\\","y":"a\\\\\\"y\\": 1e400"',
  '"x":"x","__proto__":"1e400"',
])("reads %s", (members) => {
  expect(() => read(members)).not.toThrow();
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
