import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStoredPayload } from "../codec/payload.js";
import { isTableError } from "../errors/table-error.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { limits } from "../schema/limits.js";
import { jsonRow } from "../test/json-rows.js";
import { law } from "../test/law.js";
import { readWrittenLine } from "./line-row.js";
import { parseTableRow } from "./row-json.js";
import { findLoss, writeRowLines } from "./row-lines.js";
import { encodeTableRow, type StoredTableRow } from "./table-row.js";

const linesOf = (...rows: readonly string[]) => {
  const payloads = rows.map((row) => parseStoredPayload(row) as EntityPayload);
  return Buffer.from(writeRowLines("Shop", payloads).lines).toString().trimEnd().split("\n");
};

/** Reads a line as an import does that knows nothing of who wrote it. */
function parse(line: string): StoredTableRow {
  const { properties, ...row } = parseTableRow("Shop", line);
  const { $table: _, ...others } = properties;
  return { ...row, properties: others };
}

function encode(row: StoredTableRow, kind: keyof typeof limits): unknown {
  try {
    return encodeTableRow("Shop", row, limits[kind]);
  } catch (error) {
    if (isTableError(error)) return [error.code, error.message];
    throw error;
  }
}

const entries = ({ properties, partitionKey, rowKey, $timestamp }: StoredTableRow) => ({
  ...{ partitionKey, rowKey, $timestamp },
  properties: Object.entries(properties),
});

describe("a line that was written for a row", () => {
  it("is read and encoded like any other line", () => {
    let found = 0;
    fc.assert(
      fc.property(jsonRow, (row) => {
        const [line = ""] = linesOf(row);
        const read = readWrittenLine(line);
        if (read === undefined) return;
        found++;
        expect(read.table).toBe("Shop");
        expect(entries(read.row)).toEqual(entries(parse(line)));
        for (const kind of ["storage", "cosmos"] as const)
          expect(encode(read.row, kind)).toEqual(encode(parse(line), kind));
        expect(findLoss(line)).toBeUndefined();
      }),
      law(5000),
    );
    expect(found).toBeGreaterThan(100);
  });

  const keys = '"PartitionKey":"p","RowKey":"r"';
  const [line = ""] = linesOf(`{${keys},"Timestamp":"2024-01-01T00:00:00Z","a":1,"b":"x","c":0.5}`);

  it("is refused with the limits of the service", () => {
    const large = (value: string) =>
      encode(readWrittenLine(linesOf(`{${keys},${value}}`)[0] ?? "")?.row as never, "storage");
    expect(large(`"t":"${"x".repeat(32_769)}"`)).toMatchObject(["value.too-long", expect.any(String)]);
    expect(large(`"b@odata.type":"Edm.Binary","b":"${"A".repeat(87_384)}"`)).toMatchObject([
      "value.too-long",
      expect.any(String),
    ]);
    const many = Array.from({ length: 253 }, (_, n) => `"p${n}":${n}`).join();
    expect(large(many)).toMatchObject(["entity.too-many-properties", expect.any(String)]);
    expect(large(`"a-b":1`)).toMatchObject(["property.invalid-name", expect.any(String)]);
  });

  it.each([
    ["no JSON", "{"],
    ["no object", "[1]"],
    ["a number", "5"],
    ["no name of a table", line.replace('"$table":"Shop",', "")],
    ["no keys", '{"$table":"Shop"}'],
    ["a name twice", line.replace("}", ',"a@odata.type":"Edm.Int32","a":1}')],
    ["a value without its type", line.replace('"a@odata.type":"Edm.Int32",', "")],
    ["a number beyond Double", line.replace("0.5", "5e400")],
    ["a date that does not exist", line.replace("2024-01-01", "2024-02-30")],
    ["a type that tables do not have", line.replace("Edm.Int32", "Edm.Byte")],
    ["a control character in a name", line.replaceAll('"a', '"a\u0001')],
    ["a quotation mark in a name", line.replaceAll('"a', '"a"')],
    ["the name of a key", line.replaceAll('"a', '"RowKey')],
    ["the type of another property", line.replace('"a":', '"d":')],
    ["a string as a number", line.replace('"x"', "5")],
    ["more after it", `${line}}`],
    ["a part missing", line.slice(0, -1)],
    ["a space", line.replace(":1,", ": 1,")],
    ["other members", line.replace("}", ',"odata.etag":"x"}')],
  ])("is not a text with %s", (_, text) => {
    expect(readWrittenLine(line)).toBeDefined();
    expect(readWrittenLine(text)).toBeUndefined();
  });
});
