import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { idOf, parsePayload } from "../codec/payload.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { jsonRow } from "../test/json-rows.js";
import { law } from "../test/law.js";
import { tableRowJson } from "./row-json.js";
import { writeRowLines } from "./row-lines.js";
import { decodeTableRow } from "./table-row.js";

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
