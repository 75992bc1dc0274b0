import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { idOf, parseStoredPayload } from "../codec/payload.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { jsonRow } from "../test/json-rows.js";
import { law } from "../test/law.js";
import { maxChanges, maxColumns } from "./pattern-columns.js";
import { writeResponseLines } from "./response-lines.js";
import { escapeUnseen } from "./row-json.js";
import { rowLine, writeRowLines } from "./row-lines.js";
import { RowPattern } from "./row-pattern.js";

const table = "Shop";
const bodyOf = (rows: readonly string[]) =>
  Buffer.from(`{"odata.metadata":"http://127.0.0.1/a/$metadata#Shop","value":[${rows.join(",")}]}`);
let tables = 0;
/** Returns the name of a table whose rows have no patterns yet. */
const newTable = () => `Shop${tables++}`;
const copied = (body: Buffer, of = table) => {
  const lines = writeResponseLines(of, body, undefined);
  return lines && { ...lines, lines: Buffer.from(lines.lines).toString() };
};
/** Writes the expected lines from the parsed rows; undefined if they cannot be written. */
const expected = (body: Buffer, of = table) => {
  try {
    const { value } = parseStoredPayload(body.toString()) as { readonly value: EntityPayload[] };
    const { lines, ...others } = writeRowLines(of, value);
    return { ...others, lines: Buffer.from(lines).toString() };
  } catch {
    return undefined;
  }
};
/** Returns the line of a row by a pattern that has learned this row alone; undefined if it would be parsed. */
const lineByPattern = (row: string) => {
  const pattern = new RowPattern('{"$table":"Shop",');
  pattern.learn(parseStoredPayload(row) as EntityPayload);
  return pattern.lineAt(Buffer.from(row).toString("latin1"), 0);
};

const keys = '"PartitionKey":"p","RowKey":"r"';
const rowOf = (...members: readonly string[]) => `{${[keys, ...members].join(",")}}`;

describe("the lines of a response, from its text", () => {
  it("are byte by byte those of its parsed rows", () => {
    fc.assert(
      fc.property(fc.array(jsonRow, { maxLength: 5 }), (rows) => {
        // Each row twice, because the pattern of its table is extended by the first one.
        const body = bodyOf([...rows, ...rows]);
        const of = newTable();
        expect(copied(body, of)).toEqual(expected(body, of));
      }),
      law(5000),
    );
  });

  it("are those of its parsed rows for values that are nearly in the form of lines", () => {
    const types = ["Edm.DateTime", "Edm.Int64", "Edm.Guid", "Edm.Binary", "Edm.Double", "Edm.String", "Edm.Int32"];
    const seeds = [
      "2024-02-28T23:59:59.1234567Z",
      "2024-02-29T00:00:00Z",
      "1601-01-01T00:00:00.1Z",
      "0b6c4f2e-7d1a-4e3b-9c58-00019e3779b1",
      "-123456789012345678",
      "AAECAwQ=",
      "AAECAw==",
      "12.392857142857142",
      "-0.05",
      "100.0",
      "1e-7",
      "2147483647",
    ];
    /** Generates one of the texts with one character replaced, left out or added. */
    const near = fc
      .tuple(fc.constantFrom(...seeds), fc.nat(40), fc.nat(1), fc.constantFrom("", ..."0159-.:TZae=+/A "))
      .map(([text, at, removed, added]) => text.slice(0, at) + added + text.slice(at + removed));
    const member = fc.oneof(
      fc.tuple(fc.constantFrom(...types), near).map(([type, text]) => `"a@odata.type":"${type}","a":"${text}"`),
      fc.tuple(fc.constantFrom(...types), near).map(([type, text]) => `"a@odata.type":"${type}","a":${text}`),
      near.map((text) => `"a":${text}`),
      near.map((text) => `"a":"${text}"`),
    );
    fc.assert(
      fc.property(fc.array(member, { maxLength: 3 }), (texts) => {
        const body = bodyOf([...texts, ...texts].map((text) => rowOf(text)));
        const of = newTable();
        expect(copied(body, of)).toEqual(expected(body, of));
      }),
      law(20_000),
    );
  });

  it.each([
    ["all types", `"a":"x","b":true,"c":false,"d":5,"e":-7,"f":5.0,"g":0.25,"h@odata.type":"Edm.Int64","h":"-12"`],
    [
      "a Guid, bytes and a time",
      `"g@odata.type":"Edm.Guid","g":"0b6c4f2e-7d1a-4e3b-9c58-00019e3779b1","b@odata.type":"Edm.Binary","b":"AAEC","t@odata.type":"Edm.DateTime","t":"2024-01-31T00:00:00Z"`,
    ],
    ["whole numbers of 10 digits", '"a":1764428400,"b":-1764428400,"c":2139999999,"d":2147483647,"e":-2147483647'],
    ["a Double of 17 digits", '"a":12.392857142857142'],
    ["text beyond ASCII", '"a":"Größe 😀","b":"\u2028\u0085\\u0085"'],
    ["escapes in text", '"a":"\\"\\n\\/\\u0041"'],
    ["properties that are null", '"a":null,"b":1,"c":null'],
    ["an annotated string", '"a@odata.type":"Edm.String","a":"x"'],
    ["text that looks like a type", '"a":"Edm.Int32","b":5'],
  ])("need no parsed row for %s", (_, members) => {
    const row = `{"odata.etag":"W/\\"datetime'2024'\\"",${keys},"Timestamp":"2024-01-02T00:00:00.5Z",${members}}`;
    expect(copied(bodyOf([row, rowOf(members)]))).toEqual(expected(bodyOf([row, rowOf(members)])));
    expect(lineByPattern(row)?.text).toBe(escapeUnseen(rowLine(table, parseStoredPayload(row) as EntityPayload)));
  });

  it.each([
    ["space between members", `{${keys}, "a" : 5.0}`],
    ["a property twice", rowOf('"a":1', '"a":2')],
    ["a property twice, with and without its type", rowOf('"a@odata.type":"Edm.Int64"', '"a":"1"', '"a":2')],
    ["a type without its property", rowOf('"a@odata.type":"Edm.Int64"', '"b":"1"')],
    ["a Timestamp behind properties", rowOf('"a":1', '"Timestamp":"2024-01-01T00:00:00Z"')],
    ["a member of OData", rowOf('"odata.id":"x"')],
    ["a member that is a table's name in lines", rowOf('"$table":"x"')],
    ["names that are numbers", rowOf('"b":1', '"1":2')],
    ["a RowKey before a PartitionKey", '{"RowKey":"r","PartitionKey":"p"}'],
    ["a whole number beyond Int32", rowOf('"a":2147483648')],
    ["a Double beyond its range", rowOf('"a":1e999')],
    ["a name that is in each object", rowOf('"__proto__":1', '"constructor":2')],
  ])("are those of the parsed rows for %s", (_, row) => {
    const body = bodyOf([rowOf('"a":1'), row, rowOf('"a":"x"')]);
    expect(copied(body)).toEqual(expected(body));
  });

  it("have room for large rows, and for many", () => {
    const large = rowOf(
      `"t":"${"\u2028".repeat(32_000)}"`,
      `"b@odata.type":"Edm.Binary","b":"${"AAAA".repeat(20_000)}"`,
    );
    const body = bodyOf([large, ...Array.from({ length: 1000 }, (_, n) => rowOf(`"n${n}":${n}`)), large]);
    expect(copied(body)).toEqual(expected(body));
  });

  it("leave out hidden rows", () => {
    const hidden = `{"PartitionKey":"p","RowKey":"~m-c-${"0".repeat(32)}","a":1}`;
    const shown = '{"PartitionKey":"p","RowKey":"~x","a":1}';
    expect(copied(bodyOf([hidden, shown, hidden]))).toEqual(expected(bodyOf([shown])));
    expect(copied(bodyOf([hidden]))).toMatchObject({ lines: "", rows: 0, first: undefined, last: undefined });
  });

  it("have the keys of the first and the last row", () => {
    const found = copied(bodyOf(["a", "ä", "c"].map((rowKey) => `{"PartitionKey":"p","RowKey":"${rowKey}"}`)));
    const ids = ["a", "c"].map((RowKey) => idOf({ PartitionKey: "p", RowKey }));
    expect(found).toMatchObject({ rows: 3, first: ids[0], last: ids[1] });
  });

  it("are none if a row was not asked for", () => {
    const asked = ({ RowKey }: { readonly RowKey: string }) => RowKey !== "ä";
    for (const [rowKey, isThere] of [
      ["r", true],
      ["ä", false],
    ] as const) {
      const body = bodyOf([`{"PartitionKey":"p","RowKey":"${rowKey}"}`]);
      expect(writeResponseLines(table, body, asked) !== undefined).toBe(isThere);
    }
  });

  it.each([
    ["is cut off", (text: string) => text.slice(0, -9)],
    ["has text behind it", (text: string) => `${text} `],
    ["has a member behind its rows", (text: string) => text.replace(/}$/, ',"odata.count":"1"}')],
    ["has a comma behind its last row", (text: string) => text.replace("]}", ",]}")],
    ["has a row that is none", (text: string) => text.replace("]}", ",1]}")],
    ["has a row without keys", (text: string) => text.replace("]}", ",{}]}")],
    ["has a row with an invalid value", (text: string) => text.replace("]}", `,${rowOf('"a":01')}]}`)],
    [
      "has a row with an unknown type",
      (text: string) => text.replace("]}", `,${rowOf('"a@odata.type":"Edm.Single","a":1')}]}`),
    ],
    ["is no object", () => "[]"],
    ["is empty", () => ""],
  ])("are none if the response %s", (_, change) => {
    const body = Buffer.from(change(bodyOf([rowOf()]).toString()));
    expect(copied(body)).toBeUndefined();
  });
});

describe("the patterns of a table", () => {
  const rows = [
    '"kind":"a","x":1,"y":"text"',
    '"kind":"a","y":"text"',
    '"kind":"a","x":2.5,"z@odata.type":"Edm.Int64","z":"5"',
    '"kind":"b","y":"ä","x":"another type"',
    '"kind":"b","z":true,"y":"\\u0041","x@odata.type":"Edm.Guid","x":"0b6c4f2e-7d1a-4e3b-9c58-00019e3779b1"',
  ].map((members) => rowOf(members));

  it("learn optional properties, types, texts and orders that they meet", () => {
    for (const mixed of [rows, rows.toReversed(), [...rows, ...rows]]) {
      const of = newTable();
      const body = bodyOf(mixed);
      expect(copied(body, of)).toEqual(expected(body, of));
      expect(copied(body, of)).toEqual(expected(body, of));
    }
  });

  it("match each of these rows afterwards", () => {
    const pattern = new RowPattern('{"$table":"Shop",');
    const ofKind = rows.slice(0, 3).map((text) => ({ text, payload: parseStoredPayload(text) as EntityPayload }));
    for (const { payload } of ofKind) expect(pattern.learn(payload)).toBe(true);
    for (const { text, payload } of ofKind) expect(pattern.lineAt(text, 0)?.text).toBe(rowLine(table, payload));
    expect(pattern.learn(parseStoredPayload(rows[4] as string) as EntityPayload)).toBe(false);
  });

  const payloadOf = (...members: readonly string[]) => parseStoredPayload(rowOf(...members)) as EntityPayload;
  const numbered = (length: number, from = 0) => Array.from({ length }, (_, n) => `"n${from + n}":${n}`);

  it("are extended by a limited number of rows, for names that are data", () => {
    const pattern = new RowPattern('{"$table":"Shop",');
    const learned = numbered(200).map((member) => pattern.learn(payloadOf(member)));
    expect(learned.filter((is) => is)).toHaveLength(maxChanges);
    const body = bodyOf(Array.from({ length: 1000 }, (_, n) => rowOf(`"m${n % 500}":${n}`)));
    expect(copied(body)).toEqual(expected(body));
  });

  it("count a row once, however many properties it has", () => {
    const pattern = new RowPattern('{"$table":"Shop",');
    expect(pattern.learn(payloadOf(...numbered(maxColumns - 1)))).toBe(true);
    expect(pattern.learn(payloadOf('"n0":"x"', '"last":1'))).toBe(true);
    expect(pattern.learn(payloadOf('"more":1'))).toBe(false);
  });

  it.each(['["Edm.Int64"]', '"toString"', '"constructor"', '"Edm.Int32"', '"Edm.Single"', "5"])(
    "do not learn a property of the type %s",
    (type) => {
      const pattern = new RowPattern('{"$table":"Shop",');
      expect(pattern.learn(payloadOf(`"a@odata.type":${type},"a":"5"`))).toBe(false);
      const body = bodyOf([rowOf('"b":"x"'), rowOf(`"a@odata.type":${type},"a":"5"`), rowOf('"b":"y","c":1')]);
      const of = newTable();
      expect(copied(body, of)).toBeUndefined();
      const others = bodyOf([rowOf('"b":"x"'), rowOf('"b":"y","c":1')]);
      for (let time = 0; time < 2; time++) expect(copied(others, of)).toEqual(expected(others, of));
    },
  );

  it("are not tried any more if the names of a table are data", () => {
    const lineAt = vi.spyOn(RowPattern.prototype, "lineAt");
    const of = newTable();
    for (const from of [0, 500]) {
      const body = bodyOf(numbered(500, from).map((member) => rowOf(member)));
      lineAt.mockClear();
      expect(copied(body, of)).toEqual(expected(body, of));
    }
    expect(lineAt).not.toHaveBeenCalled();
    lineAt.mockRestore();
  });

  it("are tried on while some rows match, however many do not", () => {
    const of = newTable();
    const body = bodyOf(numbered(500).flatMap((member) => [rowOf('"kind":"a"'), rowOf(member)]));
    expect(copied(body, of)).toEqual(expected(body, of));
    const lineAt = vi.spyOn(RowPattern.prototype, "lineAt");
    copied(bodyOf([rowOf('"kind":"b"')]), of);
    expect(lineAt.mock.results.map(({ value }) => value)).toContainEqual(expect.objectContaining({ rowKey: "r" }));
    lineAt.mockRestore();
  });

  it("read each part of a response as text once, also where rows differ from them", () => {
    const strange = rowOf(`"a":"${"x".repeat(200)}","b":1e2`);
    const body = bodyOf(Array.from({ length: 1000 }, () => strange));
    const decode = vi.spyOn(body, "toString");
    copied(body, newTable());
    const read = decode.mock.calls.filter(([encoding]) => encoding === "latin1");
    expect(read.length).toBeGreaterThan(1);
    expect(read.length).toBeLessThan(2 + body.length / (60 * 1024));
  });
});
