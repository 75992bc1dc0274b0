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
    ["Edm.Double", "+5", 5],
    ["Edm.Boolean", "True", true],
    ["Edm.Int32", "-0", 0],
    ["Edm.Int64", "+007", "7"],
    ["Edm.Int64", "-9223372036854775808", "-9223372036854775808"],
    ["Edm.Guid", " 0F8FAD5B-d9cb-469f-a165-70867728950e ", "0f8fad5b-d9cb-469f-a165-70867728950e"],
    ["Edm.DateTime", " 2026-11-22T10:00:00.1234567Z ", "2026-11-22T10:00:00.1234567Z"],
    ["Edm.DateTime", "2026-11-22 11:00:00.1234567+01:00", "2026-11-22T10:00:00.1234567Z"],
    ["Edm.DateTime", "2026-11-22T10:00:00+00:00", "2026-11-22T10:00:00.000Z"],
    ["Edm.Binary", " AQI= ", "AQI="],
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
  ])("is none of %j", async (csv, message) => {
    await expect(convert(csv)).rejects.toThrow(expect.objectContaining({ code: "import.file-invalid", message }));
  });

  const dates = "a date and time with Z or an offset, such as 2026-11-22T10:00:00Z";
  it.each([
    ["Edm.Int32", "1.5", "a whole number of 32 bits"],
    ["Edm.Int32", "2147483648", "a whole number of 32 bits"],
    ["Edm.Int32", "x1", "a whole number of 32 bits"],
    ["Edm.Int32", "null", "a whole number of 32 bits. Leave the field empty where the row has no value"],
    ["Edm.Int32", `${"9".repeat(40)}0x`, "a whole number of 32 bits"],
    ["Edm.Int64", "9223372036854775808", "a whole number of 64 bits"],
    [
      "Edm.Int64",
      "1.23457E+15",
      "a whole number of 64 bits. A spreadsheet has rounded it: format the column as text there, and save the file again",
    ],
    ["Edm.Double", "1.5x", "a number that a Double holds, such as 1.5 or 1E3"],
    [
      "Edm.Double",
      '"12,5"',
      "a number that a Double holds, such as 1.5 or 1E3. Write a point in place of the decimal comma",
    ],
    ["Edm.Boolean", "trues", "true or false"],
    ["Edm.Boolean", "untrue", "true or false"],
    ["Edm.Boolean", "N/A", "true or false. Leave the field empty where the row has no value"],
    ["Edm.DateTime", "22/11/2026 10:00", dates],
    ["Edm.DateTime", "2026-11-22", dates],
    ["Edm.DateTime", "2026-11-22T10:00:00", dates],
    ["Edm.DateTime", "2026-11-22T10:00:00.12345678Z", dates],
    ["Edm.DateTime", "2026-02-30T10:00:00+01:00", dates],
    ["Edm.Guid", "0f8fad5b", "32 hexadecimal digits in groups of 8-4-4-4-12"],
  ])("says what a field of type %s has to be instead of %s", async (type, field, takes) => {
    const shown = JSON.stringify(field.replaceAll('"', "").slice(0, 40));
    await expect(convert(`PartitionKey,RowKey,x:${type}\np,r,${field}\n`)).rejects.toThrow(
      expect.objectContaining({
        code: "import.file-invalid",
        message: `Line 2: x is ${shown}, not an ${type}: ${takes}.`,
      }),
    );
  });

  it("says how to give a column a type", async () => {
    await expect(convert("PartitionKey,RowKey,x\n")).rejects.toThrow(
      expect.objectContaining({
        help: "Write x:Edm.String or another type in the header, or add a column x@type.",
      }),
    );
  });
});
