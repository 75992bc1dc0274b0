import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EdmValue, edm } from "../codec/edm/edm-value.js";
import { ExactDate } from "../codec/edm/exact-date.js";
import { idOf, parsePayload } from "../codec/payload.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { jsonRow } from "../test/json-rows.js";
import { law } from "../test/law.js";
import { findLoss, parseTableRow, tableRowJson, writeRowLines } from "./row-json.js";
import { decodeTableRow } from "./table-row.js";

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

const table = "Shop";
const parse = (rows: readonly string[]) => parsePayload(`[${rows.join(",")}]`) as EntityPayload[];
const linesOf = (rows: readonly string[]) => Buffer.from(writeRowLines(table, parse(rows)).lines).toString();
/** Writes the expected lines, by decoding each row and encoding it again. */
const expectedOf = (rows: readonly string[]) =>
  parse(rows)
    .map((row) => `{"$table":"Shop",${tableRowJson(table, decodeTableRow(table, row)).slice(1)}\n`)
    .join("");

const keys = '"PartitionKey":"p","RowKey":"r"';
const attempt = (write: () => string) => {
  try {
    return write();
  } catch (error) {
    return String(error);
  }
};

describe("the lines of a response", () => {
  it("are byte by byte what its rows are as JSON", () => {
    fc.assert(
      fc.property(fc.array(jsonRow, { maxLength: 5 }), (rows) => {
        expect(linesOf(rows)).toBe(expectedOf(rows));
      }),
      law(5000),
    );
  });

  it("have the keys of the first and the last row", () => {
    const rows = parse(["a", "b", "c"].map((rowKey) => `{"PartitionKey":"p","RowKey":"${rowKey}"}`));
    const { lines, ...others } = writeRowLines(table, rows);
    expect(others).toEqual({
      rows: 3,
      first: idOf({ PartitionKey: "p", RowKey: "a" }),
      last: { partitionKey: "p", rowKey: "c" },
    });
    expect(Buffer.from(lines).toString().split("\n")).toHaveLength(4);
    expect(writeRowLines(table, [])).toEqual({ lines: Buffer.from(""), rows: 0, first: undefined, last: undefined });
  });

  it("have room for large rows", () => {
    const large = `{${keys},"t":"${"\u2028".repeat(32_000)}","b@odata.type":"Edm.Binary","b":"${"AAAA".repeat(20_000)}"}`;
    expect(linesOf([large, large])).toBe(expectedOf([large, large]));
  });

  it.each([
    ["another order of members", '{"a":1,"PartitionKey":"p","RowKey":"r"}'],
    ["a Timestamp behind properties", `{${keys},"a":1,"Timestamp":"2024-01-01T00:00:00Z"}`],
    ["a Timestamp with zeros at its end", `{${keys},"Timestamp":"2024-01-01T00:00:00.10Z"}`],
    ["a Timestamp that is null", `{${keys},"Timestamp":null}`],
    ["space between members", `{${keys}, "a" : 5.0}`],
    ["an annotation of another member", `{${keys},"a@odata.type":"Edm.Int64","b":"1"}`],
    ["another annotation", `{${keys},"a@odata.link":"x"}`],
    ["a member of OData", `{${keys},"odata.type":"x"}`],
    ["an annotated string", `{${keys},"a@odata.type":"Edm.String","a":"x"}`],
    ["a whole Double that is annotated", `{${keys},"a@odata.type":"Edm.Double","a":5}`],
    ["a Double with more digits than it holds", `{${keys},"a":0.10000000000000001}`],
    ["a Double of 1.7976931348623157E+308", `{${keys},"a":1.7976931348623157E+308}`],
    ["a date with zeros at its end", `{${keys},"a@odata.type":"Edm.DateTime","a":"2024-01-01T00:00:00.10Z"}`],
    ["a Guid in upper case", `{${keys},"a@odata.type":"Edm.Guid","a":"0B6C4F2E-7D1A-4E3B-9C58-00019E3779B1"}`],
    ["an Int64 with zeros before it", `{${keys},"a@odata.type":"Edm.Int64","a":"007"}`],
    ["an escape that has a shorter form", `{${keys},"a":"\\u0041\\/"}`],
    ["bits behind the last byte in base64", `{${keys},"a@odata.type":"Edm.Binary","a":"QR=="}`],
    ["a whole -0", `{${keys},"a":-0}`],
  ])("are canonical for %s", (_, json) => {
    expect(linesOf([`{${keys}}`, json])).toBe(expectedOf([`{${keys}}`, json]));
  });

  it.each([
    ["an unknown type", `"a@odata.type":"Edm.Single","a":1`],
    ["a value of another type", `"a@odata.type":"Edm.Int64","a":1`],
    ["a whole number beyond Int32", `"a":2147483648`],
    ["a whole number below Int32", `"a":-2147483649`],
    ["an Int64 beyond its range", `"a@odata.type":"Edm.Int64","a":"9223372036854775808"`],
    ["a date without a time", `"a@odata.type":"Edm.DateTime","a":"2024-01-01"`],
    ["base64 that is cut off", `"a@odata.type":"Edm.Binary","a":"AAA"`],
    ["an array", `"a":[1]`],
    ["an object", `"a":{}`],
    ["half of a character", `"a":"\\ud800"`],
  ])("are, or fail as, those of a decoded row for %s", (_, member) => {
    const rows = [`{${keys}}`, `{${keys},${member}}`];
    expect(attempt(() => linesOf(rows))).toBe(attempt(() => expectedOf(rows)));
  });
});

const find = (members: string) => findLoss(`{"PartitionKey":"p","RowKey":"r",${members}}`);

it.each([
  ['"x":1,"x":2', "x occurs twice"],
  ['"x":1,"\\u0078" : 1', "x occurs twice"],
  ['"PartitionKey":"q"', "PartitionKey occurs twice"],
  ['"f":1e400', "f is 1e400, which is beyond Edm.Double"],
  ['"f@odata.type":"Edm.Double","f": -1e400', "f is -1e400, which is beyond Edm.Double"],
  ['"big":12345678901', "big is beyond Edm.Int32, so it needs its type"],
  ['"big" : 2147483648', "big is beyond Edm.Int32"],
  ['"big":-2147483649', "big is beyond Edm.Int32"],
])("finds what a parser would change in %s", (members, message) => {
  expect(find(members)).toContain(message);
});

it.each([
  '"x":2147483647,"y":-2147483648,"z":1.5,"w":true,"v":null',
  '"x":12345678901,"x@odata.type":"Edm.Double"',
  '"x":"\\"x\\":1,\\\\","y":"a\\\\\\"y\\": 1e400"',
  '"x":"x","__proto__":"1e400"',
])("finds nothing in %s", (members) => {
  expect(find(members)).toBeUndefined();
});
