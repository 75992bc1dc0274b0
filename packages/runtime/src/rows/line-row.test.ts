import fc from "fast-check";
import { afterAll, describe, expect, it, vi } from "vitest";
import { parseStoredPayload } from "../codec/payload.js";
import { isTableError } from "../errors/table-error.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { limits } from "../schema/limits.js";
import { jsonRow } from "../test/json-rows.js";
import { law } from "../test/law.js";
import { LinePattern } from "./line-pattern.js";
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
  const read = vi.spyOn(LinePattern.prototype, "read");
  afterAll(() => read.mockRestore());
  /** Returns what the pattern made of the last line; undefined if the line was parsed. */
  const lastRead = () => read.mock.results.at(-1)?.value as unknown;
  const attempt = <Result>(run: () => Result) => {
    try {
      return run();
    } catch {
      return undefined;
    }
  };

  const typed = (type: string, value: fc.Arbitrary<unknown>) =>
    value.map((text) => `"${type}@odata.type":"Edm.${type}","${type}":"${text}"`);
  const guid = fc.uuid();
  const moment = fc.date({ min: new Date("1990-01-01"), max: new Date("2030-12-31"), noInvalidDate: true });
  const member = [
    fc.stringMatching(/^[ -~äß]{0,9}$/).map((text) => `"text":${JSON.stringify(text)}`),
    fc.boolean().map((value) => `"flag":${value}`),
    fc.integer().map((value) => `"count":${value}`),
    fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }).map((value) => `"ratio":${value}`),
    typed("Int64", fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
    typed(
      "DateTime",
      moment.map((value) => value.toISOString().replace(/\.?0*Z$/, "Z")),
    ),
    typed("Guid", guid),
    typed(
      "Binary",
      fc.uint8Array().map((value) => Buffer.from(value).toString("base64")),
    ),
  ];
  /** Generates a row like most of those in tables: with some properties of one list, in its order, and keys of ASCII. */
  const usualRow = fc
    .tuple(guid, fc.tuple(...member.map((each) => fc.option(each))))
    .map(([rowKey, members]) =>
      [`{"PartitionKey":"p","RowKey":"${rowKey}"`, ...members.filter((text) => text !== null)].join(",").concat("}"),
    );

  it("is read and encoded like any other line", () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(fc.oneof(jsonRow, usualRow), { minLength: 1, maxLength: 4 }), (rows) => {
        const table = newTable();
        const lines = linesIn(table, rows);
        // The pattern is extended by the first reading of a line, and reads the second one.
        for (const line of [...lines, ...lines]) {
          const written = readWrittenLine(line);
          if (lastRead() !== undefined) found++;
          if (written === undefined) continue;
          expect(written.table).toBe(table);
          expect(entries(written.row)).toEqual(entries(parse(line)));
          for (const kind of ["storage", "cosmos"] as const)
            expect(encode(written.row, kind)).toEqual(encode(parse(line), kind));
        }
      }),
      law(3000),
    );
    expect(found).toBeGreaterThan(60);
  });

  it("is the text that would be written for its values, also where a character is another one", () => {
    const row =
      '{"PartitionKey":"p","RowKey":"r","Timestamp":"2024-01-01T00:00:00.5Z","s":"text","b":true,"i":-120,"d":-0.25,"w":5.0,' +
      '"l@odata.type":"Edm.Int64","l":"-12","t@odata.type":"Edm.DateTime","t":"2024-02-28T23:59:59.1234567Z",' +
      '"g@odata.type":"Edm.Guid","g":"0b6c4f2e-7d1a-4e3b-9c58-00019e3779b1","y@odata.type":"Edm.Binary","y":"AAECAw=="}';
    const table = newTable();
    const [line = ""] = linesIn(table, [row]);
    expect(readWrittenLine(line)?.row.rowKey).toBe("r");
    expect(lastRead()).toBeUndefined();
    expect(readWrittenLine(line)?.row.rowKey).toBe("r");
    expect(lastRead()).toMatchObject({ table, partitionKey: "p", rowKey: "r" });
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
        const written = readWrittenLine(text);
        expect(written !== undefined).toBe(
          isWritten && typeof payload.RowKey === "string" && typeof payload.PartitionKey === "string",
        );
        if (written === undefined) return;
        found++;
        expect(encode(written.row, "storage")).toEqual(encode(parse(text), "storage"));
      }),
      law(20_000),
    );
    expect(found).toBeGreaterThan(20);
  });

  it.each(["0", "-7", "999999999", "1764428400", "-1764428400", "2139999999", "2147483647", "-2147483647"])(
    "may have the Edm.Int32 %s",
    (number) => {
      const [line = ""] = linesIn(newTable(), [`{"PartitionKey":"p","RowKey":"r","n":${number}}`]);
      readWrittenLine(line);
      readWrittenLine(line);
      expect(lastRead()).toMatchObject({ members: `,"n":${number}` });
    },
  );

  it("is refused if it has more properties than a row may have", () => {
    const rowOf = (from: number, to: number) => {
      const members = Array.from({ length: to - from }, (_, n) => `"p${from + n}":${n}`);
      return `{"PartitionKey":"p","RowKey":"r",${members.join()}}`;
    };
    const [half = "", most = "", many = ""] = linesIn(newTable(), [rowOf(100, 252), rowOf(0, 252), rowOf(0, 253)]);
    const encoded = [half, half, most, most, many, many].map((line) => {
      const row = readWrittenLine(line)?.row as StoredTableRow;
      return [lastRead() !== undefined, encode(row, "storage")];
    });
    const refused = [false, ["entity.too-many-properties", expect.any(String)]];
    expect(encoded).toEqual([
      [false, expect.objectContaining({ rowKey: "r" })],
      [true, expect.objectContaining({ rowKey: "r" })],
      [false, expect.objectContaining({ rowKey: "r" })],
      [true, expect.objectContaining({ rowKey: "r" })],
      refused,
      refused,
    ]);
    const [first = ""] = linesIn(newTable(), [rowOf(0, 253)]);
    for (let time = 0; time < 2; time++) {
      const row = readWrittenLine(first)?.row as StoredTableRow;
      expect([lastRead() !== undefined, encode(row, "storage")]).toEqual(refused);
    }
  });

  it("begins with the name of its table, so that no pattern is kept for other texts", () => {
    read.mockClear();
    expect(readWrittenLine('{"PartitionKey":"p","RowKey":"r"}')).toBeUndefined();
    expect(readWrittenLine("")).toBeUndefined();
    expect(read).not.toHaveBeenCalled();
  });
});
