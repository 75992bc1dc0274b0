import type { StoredTableRow } from "@tablewright/runtime";
import { type EdmValue, ExactDate, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { CsvColumns } from "./write-csv.js";

const row = (properties: Readonly<Record<string, EdmValue>>, more: Partial<StoredTableRow> = {}) =>
  ({ partitionKey: "p", rowKey: "r", properties, ...more }) as StoredTableRow;

/** Returns the lines of rows, in the columns of all of them. */
function linesOf(...rows: readonly StoredTableRow[]): string[] {
  const columns = new CsvColumns();
  for (const each of rows) columns.add(each);
  return [columns.header(), ...rows.map((each) => columns.line(each))];
}

describe("CSV lines", () => {
  it("have a column for each name and type that some row has", () => {
    const rows = [row({ a: edm.int32(1), b: edm.string("x") }), row({ b: edm.string(""), a: edm.int64(2n) }), row({})];
    expect(linesOf(...rows)).toEqual([
      "PartitionKey,RowKey,Timestamp,a:Edm.Int32,b:Edm.String,a:Edm.Int64",
      "p,r,,1,x,",
      'p,r,,,"",2',
      "p,r,,,,",
    ]);
  });

  it("have the keys and the time of the last write, in quotes where needed", () => {
    const $timestamp = ExactDate.fromIso("2026-11-22T10:00:00.1234567Z");
    expect(linesOf(row({}, { partitionKey: "a,b", rowKey: "", $timestamp }))[1]).toBe(
      '"a,b","",2026-11-22T10:00:00.1234567Z',
    );
    expect(linesOf(row({ "a,b": edm.int32(1) }))[0]).toBe('PartitionKey,RowKey,Timestamp,"a,b:Edm.Int32"');
  });

  it.each([
    [edm.dateTime(ExactDate.fromIso("2026-11-22T10:00:00.1234567Z")), "2026-11-22T10:00:00.1234567Z"],
    [edm.binary(new Uint8Array([255, 0])), "/wA="],
    [edm.boolean(true), "true"],
    [edm.int64(9007199254740993n), "9007199254740993"],
    [edm.double(5), "5.0"],
    [edm.double(-0), "-0.0"],
    [edm.double(0), "0.0"],
    [edm.double(1.5), "1.5"],
    [edm.double(1e20), "100000000000000000000.0"],
    [edm.double(1e21), "1e+21"],
    [edm.double(-1e21), "-1e+21"],
    [edm.double(Number.NaN), "NaN"],
  ])("write %j as %s", (value, text) => {
    expect(linesOf(row({ x: value }))[1]).toBe(`p,r,,${text}`);
  });
});
