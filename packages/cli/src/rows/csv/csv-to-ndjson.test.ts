import { describe, expect, it } from "vitest";
import { csvToNdjson } from "./csv-to-ndjson.js";

async function convert(text: string): Promise<string> {
  async function* chunks() {
    yield Buffer.from(text);
  }
  let lines = "";
  for await (const line of csvToNdjson(chunks(), "Shop")) lines += Buffer.from(line).toString();
  return lines;
}

/** Returns the properties that the only row of a CSV file gets. */
async function propertiesOf(header: string, record: string): Promise<unknown> {
  const { $table, PartitionKey, RowKey, ...properties } = JSON.parse(
    (await convert(`PartitionKey,RowKey,${header}\np,r,${record}\n`)).trim(),
  );
  expect([$table, PartitionKey, RowKey]).toEqual(["Shop", "p", "r"]);
  return properties;
}

describe("NDJSON from CSV", () => {
  it("has each row in the line of its record", async () => {
    const csv = '\nRowKey, PartitionKey \n\nr1,"p\n1"\n\n\nr2,p2\n';
    expect(await convert(csv)).toBe(
      '\n\n\n{"$table":"Shop","PartitionKey":"p\\n1","RowKey":"r1"}\n\n\n\n{"$table":"Shop","PartitionKey":"p2","RowKey":"r2"}\n',
    );
    expect(await convert("PartitionKey,RowKey\np,\n")).toBe('\n{"$table":"Shop","PartitionKey":"p","RowKey":""}\n');
    expect(await convert("")).toBe("");
  });

  it.each([
    ["Edm.String", " a ", " a "],
    ["Edm.String", '""', ""],
    ["Edm.Boolean", " TRUE ", true],
    ["Edm.Boolean", "false", false],
    ["Edm.Int32", " -7", -7],
    ["Edm.Int32", "007", 7],
    ["Edm.Int32", "-0010", -10],
    ["Edm.Int64", " 5 ", "5"],
    ["Edm.Double", "1.50", 1.5],
    ["Edm.Double", "-1e+5", -100_000],
    ["Edm.Int32", "2147483647", 2_147_483_647],
    ["Edm.Double", "Infinity", "Infinity"],
    ["Edm.Double", "-Infinity", "-Infinity"],
    ["Edm.Binary", '""', ""],
    ["Edm.Double", "NaN", "NaN"],
    ["Edm.Double", "INF", "Infinity"],
    ["Edm.Double", "-INF", "-Infinity"],
    ["Edm.Guid", " 0f8fad5b ", "0f8fad5b"],
  ])("has values of %s: %j is %j", async (type, text, value) => {
    expect(await propertiesOf(`x:${type}`, text)).toEqual({ "x@odata.type": type, x: value });
  });

  it("names a property as its header does, whatever the name", async () => {
    expect(await propertiesOf('"a ""b"":Edm.Int32:Edm.String"', "x")).toEqual({
      'a "b":Edm.Int32@odata.type': "Edm.String",
      'a "b":Edm.Int32': "x",
    });
  });

  it("has no properties for empty fields", async () => {
    expect(await propertiesOf("a:Edm.String,b:Edm.Int32,c:Edm.Double,d:Edm.Binary", ',"","",')).toEqual({});
  });

  it.each([
    ["x,y", 4],
    ["", 3],
    ["x,y,,", 6],
  ])("is refused for a record with other fields than the header: %j", async (record, count) => {
    const csv = `PartitionKey,RowKey,a:Edm.String,b:Edm.String,c:Edm.String\np,r,${record}\n`;
    await expect(convert(csv)).rejects.toThrow(`Line 2: it has ${count} fields, and the header has 5; put`);
  });

  it("has types that another column names, with or without Edm", async () => {
    const header = "a,a@type,b,b@type,c,c@type,d,d@type";
    expect(await propertiesOf(header, ",Edm.String,5,Int32,,,,Int32")).toEqual({
      "a@odata.type": "Edm.String",
      a: "",
      "b@odata.type": "Edm.Int32",
      b: 5,
    });
    expect(await propertiesOf("a,a@type", "5, Int64 ")).toEqual({ "a@odata.type": "Edm.Int64", a: "5" });
    await expect(propertiesOf("a,a@type", "5,")).rejects.toThrow(
      "Line 2: a has a value, but a@type is empty here and in the rows above.",
    );
    expect(await propertiesOf("a,a@type", ",")).toEqual({});
  });

  it("has nothing of columns that the service sets", async () => {
    expect(await propertiesOf(",Timestamp,etag,odata.etag,ETag,x@type", "a,b,c,d,e,f")).toEqual({});
  });

  it.each([
    ["PartitionKey,x:Edm.Int32\n", "Line 1: the header lacks PartitionKey or RowKey."],
    ["RowKey,x:Edm.Int32\n", "Line 1: the header lacks PartitionKey or RowKey."],
    ["\nPartitionKey,RowKey,x\n", "Line 2: the column x has no type."],
    ["PartitionKey,RowKey,etags\n", "Line 1: the column etags has no type."],
    ["PartitionKey,RowKey,my etag\n", "Line 1: the column my etag has no type."],
    ["PartitionKey,RowKey,x:Edm.Int32 y\n", "Line 1: the column x:Edm.Int32 y has no type."],
    ["PartitionKey,RowKey,:Edm.Int32\n", "Line 1: the column :Edm.Int32 has no type."],
    ["PartitionKey,RowKey,x:Edm.Int16\n", 'Line 1: "Edm.Int16" is not an Edm type.'],
    ["PartitionKey,RowKey,x,x@type\np,r,1,Int16\n", 'Line 2: "Int16" is not an Edm type.'],
    ["PartitionKey,RowKey,x:Edm.Int32\np,r,1.5\n", 'Line 2: x is "1.5", not an Edm.Int32.'],
    ["PartitionKey,RowKey,x:Edm.Int32\np,r,x1\n", 'Line 2: x is "x1", not an Edm.Int32.'],
    ["PartitionKey,RowKey,x:Edm.Boolean\np,r,trues\n", 'Line 2: x is "trues", not an Edm.Boolean.'],
    ["PartitionKey,RowKey,x:Edm.Boolean\np,r,untrue\n", 'Line 2: x is "untrue", not an Edm.Boolean.'],
    [
      `PartitionKey,RowKey,x:Edm.Int32\np,r,${"9".repeat(40)}0x\n`,
      `Line 2: x is "${"9".repeat(40)}", not an Edm.Int32.`,
    ],
  ])("is none of %j", async (csv, message) => {
    await expect(convert(csv)).rejects.toThrow(expect.objectContaining({ code: "import.file-invalid", message }));
  });

  it("says how to give a column a type", async () => {
    await expect(convert("PartitionKey,RowKey,x\n")).rejects.toThrow(
      expect.objectContaining({
        help: "Write x:Edm.String or another type in the header, or add a column x@type.",
      }),
    );
  });
});
