import { type EdmValue, ExactDate, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { buildColumns, listReads } from "./columns.js";

function columnOf(...values: (EdmValue | undefined)[]) {
  const [column] = buildColumns(
    values.map((value) => ({ partitionKey: "", rowKey: "", properties: value === undefined ? {} : { value } })),
  );
  if (column === undefined) throw new Error("No row has the column.");
  return column;
}

const guid = edm.guid("0f8fad5b-d9cb-469f-a165-70867728950e");
const date = edm.dateTime(ExactDate.fromIso("2024-01-02T03:04:05.1234567Z"));

describe("the type of a column", () => {
  it.each([
    [[edm.int32(5)], "Edm.Int32", []],
    [[edm.int32(5), edm.double(5.5)], "Edm.Double", ["Edm.Int32"]],
    [[edm.int32(5), edm.int64(5n)], "Edm.Int64", ["Edm.Int32"]],
    [[edm.int32(5), edm.int64(5n), edm.double(0)], "Edm.Double", ["Edm.Int32", "Edm.Int64"]],
    [[edm.string("-7"), edm.int32(5)], "Edm.Int32", ["Edm.String"]],
    [[edm.string("9007199254740993"), edm.int64(5n)], "Edm.Int64", ["Edm.String"]],
    [[edm.string("NaN"), edm.double(5)], "Edm.Double", ["Edm.String"]],
    [[edm.string("true"), edm.boolean(false)], "Edm.Boolean", ["Edm.String"]],
    [[edm.string("2024-01-02T03:04:05.000Z"), date], "Edm.DateTime", ["Edm.String"]],
    [[edm.string("c9da6455-213d-42c9-9a79-3e9149a57833"), guid], "Edm.Guid", ["Edm.String"]],
    [[edm.string("none"), guid, date], "Edm.String", ["Edm.Guid", "Edm.DateTime"]],
  ] as const)("of %j is %s", (values, type, reads) => {
    const column = columnOf(...values);
    expect(column.type).toBe(type);
    expect(listReads(column)).toEqual(reads);
  });

  it.each([
    [[edm.string("05"), edm.int32(5)]],
    [[edm.string("9223372036854775808"), edm.int64(5n)]],
    [[edm.int64(9007199254740993n), edm.double(5)]],
    [[edm.string("2024-01-02"), date, edm.int32(1)]],
    [[edm.string("True"), edm.boolean(true)]],
    [[edm.boolean(true), edm.int32(1)]],
    [[edm.binary(new Uint8Array()), edm.string("")]],
  ] as const)("of %j is none", (values) => {
    expect(columnOf(...values).type).toBeUndefined();
  });
});

it("a column counts the rows that have it, the most frequent type first", () => {
  const column = columnOf(edm.int32(1), undefined, edm.string("x"), edm.string("y"));
  expect(column).toMatchObject({
    present: 3,
    types: [
      ["Edm.String", 2],
      ["Edm.Int32", 1],
    ],
  });
});
