import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EdmValue, edm } from "../codec/edm/edm-value.js";
import { ExactDate } from "../codec/edm/exact-date.js";
import { law } from "../test/law.js";
import { parseTableRow, tableRowJson } from "./row-json.js";

const guid = fc.uuid().map((text) => edm.guid(text as never));
const ticks = fc.bigInt({ min: 504_911_232_000_000_000n, max: 3_155_378_975_999_999_999n });
const value: fc.Arbitrary<EdmValue> = fc.oneof(
  fc.string({ unit: "binary" }).map(edm.string),
  fc.boolean().map(edm.boolean),
  fc.integer().map(edm.int32),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(edm.int64),
  fc.double().map(edm.double),
  ticks.map((count) => edm.dateTime(ExactDate.fromTicks(count))),
  guid,
  fc.uint8Array().map(edm.binary),
);
const name = fc.oneof(
  fc.constantFrom("__proto__", "größe", "名前", "toString", "etag"),
  fc.stringMatching(/^[A-Za-z_]\w{0,9}$/),
);

describe("a row as JSON", () => {
  it("holds each value with its Edm type, and text as it is", () => {
    const properties = {
      größe: edm.double(-0),
      n: edm.double(Number.NaN),
      whole: edm.double(5),
      i: edm.int32(5),
      l: edm.int64(5n),
      s: edm.string("\u2028ä"),
      t: edm.dateTime(ExactDate.fromIso("2024-01-01T00:00:00.1234500Z")),
      absent: undefined,
    };
    const row = { partitionKey: "", rowKey: "ä", properties, $timestamp: new Date("2024-01-01T00:00:00Z") };
    expect(tableRowJson("Shop", row)).toBe(
      String.raw`{"PartitionKey":"","RowKey":"ä","Timestamp":"2024-01-01T00:00:00Z","größe@odata.type":"Edm.Double","größe":-0.0,"n@odata.type":"Edm.Double","n":"NaN","whole@odata.type":"Edm.Double","whole":5.0,"i@odata.type":"Edm.Int32","i":5,"l@odata.type":"Edm.Int64","l":"5","s@odata.type":"Edm.String","s":"\u2028ä","t@odata.type":"Edm.DateTime","t":"2024-01-01T00:00:00.12345Z"}`,
    );
  });

  it("reads back as the same row", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string(),
        fc.array(fc.tuple(name, value)),
        (partitionKey, rowKey, list) => {
          const properties = Object.assign(Object.create(null), Object.fromEntries(list)) as Record<string, EdmValue>;
          const json = tableRowJson("Shop", { partitionKey, rowKey, properties });
          const row = parseTableRow("Shop", json);
          expect(json).not.toMatch(/[\0-\x1f\x7f-\x9f\u2028\u2029]/);
          expect([row.partitionKey, row.rowKey]).toEqual([partitionKey, rowKey]);
          expect(Object.keys(row.properties)).toEqual(Object.keys(properties));
          expect(tableRowJson("Shop", row)).toBe(json);
        },
      ),
      law(2000),
    );
  });

  it("may leave out the types that the wire leaves out", () => {
    const json = '{"PartitionKey":"p","RowKey":"r","s":"x","b":true,"i":5,"d":5.0,"none":null}';
    const { properties } = parseTableRow("Shop", json);
    expect({ ...properties }).toEqual({ s: edm.string("x"), b: edm.boolean(true), i: edm.int32(5), d: edm.double(5) });
  });

  it("may have an Int64 as a number, if that is exact", () => {
    const row = (n: string) => `{"PartitionKey":"p","RowKey":"r","n@odata.type":"Edm.Int64","n":${n}}`;
    expect(parseTableRow("Shop", row("-9007199254740991")).properties["n"]).toEqual(edm.int64(-9007199254740991n));
    for (const n of ["9007199254740993", "true"])
      expect(() => parseTableRow("Shop", row(n))).toThrow("which is not a valid Edm.Int64: JSON has it as a string");
  });

  it("names table and property of what it refuses", () => {
    const write = (given: unknown) => () =>
      tableRowJson("Shop", { partitionKey: "p", rowKey: "r", properties: { n: given as EdmValue } });
    expect(write(edm.int32(0.5))).toThrow(expect.objectContaining({ entity: "Shop", property: "n" }));
    expect(write({ type: "Edm.Single", value: 1 })).toThrow('Shop.n of row ("p", "r") is of type Edm.Single');
    expect(() => parseTableRow("Shop", '{"PartitionKey":"p"')).toThrow("The row of Shop is not valid JSON.");
    for (const json of ["5", "null", "[]"]) expect(() => parseTableRow("Shop", json)).toThrow("not a JSON object");
    const wrong = '{"PartitionKey":"p","RowKey":"r","n@odata.type":"Edm.Int64","n":"x"}';
    expect(() => parseTableRow("Shop", wrong)).toThrow(expect.objectContaining({ property: "n" }));
  });
});
