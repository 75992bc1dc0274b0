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
import { findLoss, rowLine, writeRowLines } from "./row-lines.js";
import { encodeTableRow, type StoredTableRow } from "./table-row.js";

const linesIn = (table: string, rows: readonly string[]) => {
  const payloads = rows.map((row) => parseStoredPayload(row) as EntityPayload);
  return Buffer.from(writeRowLines(table, payloads).lines).toString().trimEnd().split("\n");
};
const linesOf = (...rows: readonly string[]) => linesIn("Shop", rows);

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

describe("a line that a pattern reads", () => {
  let tables = 0;
  /** Returns the name of a table whose lines have no pattern yet. */
  const newTable = () => `Shop${tables++}`;
  const attempt = <Result>(run: () => Result) => {
    try {
      return run();
    } catch {
      return undefined;
    }
  };

  it("is read and encoded like any other line", () => {
    fc.assert(
      fc.property(fc.array(jsonRow, { minLength: 1, maxLength: 4 }), (rows) => {
        const table = newTable();
        const lines = linesIn(table, rows);
        // The pattern is extended by the first reading of a line, and reads the second one.
        for (const line of [...lines, ...lines]) {
          const read = readWrittenLine(line);
          if (read === undefined) continue;
          expect(read.table).toBe(table);
          expect(entries(read.row)).toEqual(entries(parse(line)));
          for (const kind of ["storage", "cosmos"] as const)
            expect(encode(read.row, kind)).toEqual(encode(parse(line), kind));
        }
      }),
      law(3000),
    );
  });

  it("is the text that would be written for its values, also where a character is another one", () => {
    const row =
      '{"PartitionKey":"p","RowKey":"r","Timestamp":"2024-01-01T00:00:00.5Z","s":"text","b":true,"i":-120,"d":-0.25,"w":5.0,' +
      '"l@odata.type":"Edm.Int64","l":"-12","t@odata.type":"Edm.DateTime","t":"2024-02-28T23:59:59.1234567Z",' +
      '"g@odata.type":"Edm.Guid","g":"0b6c4f2e-7d1a-4e3b-9c58-00019e3779b1","y@odata.type":"Edm.Binary","y":"AAECAw=="}';
    const table = newTable();
    const [line = ""] = linesIn(table, [row]);
    expect(readWrittenLine(line)?.row.rowKey).toBe("r");
    const characters = [...'0159-.:TZae=+/A, "\\{}ä\u0001\u007f\u2028\ud83d'];
    const changed = fc
      .tuple(fc.nat(line.length), fc.nat(1), fc.constantFrom("", ...characters))
      .map(([at, removed, added]) => line.slice(0, at) + added + line.slice(at + removed));
    let found = 0;
    fc.assert(
      fc.property(changed, (text) => {
        const payload = attempt(() => JSON.parse(text) as EntityPayload);
        const named: unknown = payload?.["$table"];
        const isWritten =
          payload !== undefined && typeof named === "string" && attempt(() => rowLine(named, payload)) === text;
        const read = readWrittenLine(text);
        expect(read !== undefined).toBe(
          isWritten && typeof payload.RowKey === "string" && typeof payload.PartitionKey === "string",
        );
        if (read === undefined) return;
        found++;
        expect(encode(read.row, "storage")).toEqual(encode(parse(text), "storage"));
      }),
      law(20_000),
    );
    expect(found).toBeGreaterThan(20);
  });
});
