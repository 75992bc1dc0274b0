import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EntityPayload } from "../../schema/entity-schema.js";
import { law } from "../../test/law.js";
import { parsePayload } from "../rows/payload.js";
import { copyRowLines, encodeRowLines } from "./row-lines.js";

const everything = Number.POSITIVE_INFINITY;
const accept = () => undefined;
const head = '{"odata.metadata":"http://127.0.0.1/$metadata#Shop","value":[';
const responseOf = (rows: readonly string[]) => `${head}${rows.join(",")}]}`;
const copy = (response: string | Uint8Array, limit = everything, table = "Shop") =>
  copyRowLines(table, Buffer.from(response), limit, accept);
const encode = (response: string, table = "Shop") =>
  encodeRowLines(table, (parsePayload(response) as { value: EntityPayload[] }).value);
const textOf = (lines: Uint8Array | undefined) => lines && Buffer.from(lines).toString("latin1");

/** A string as JSON: as emulators write it, or with escapes for what is not ASCII, as Azure Storage does. */
const quoted = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.boolean()).map(([value, isEscaped]) => {
    const json = JSON.stringify(value);
    if (!isEscaped) return json;
    return json.replace(/[^\0-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  });
const text = quoted(
  fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.string({
      unit: fc.constantFrom("\\", '"', "/", "\n", "\0", "\x7f", "\x80", "\u2028", "ä", "名", "😀", "\ufffd"),
    }),
  ),
);
const name = quoted(
  fc.oneof(
    fc.constantFrom("__proto__", "größe", "名前", "toString", "etag", "Timestamp2", "RowKe", "odata", "x".repeat(255)),
    fc.constantFrom("ä".repeat(255), "_"),
    fc.stringMatching(/^[A-Za-z_]\w{0,9}$/),
  ),
).map((json) => json.slice(1, -1));
const moment = fc.date({ min: new Date("1601-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
const date = fc.tuple(moment, fc.stringMatching(/^\d{0,4}$/)).map(
  ([value, digits]) =>
    `${value
      .toISOString()
      .replace("Z", digits)
      .replace(/\.?0*$/, "")}Z`,
);
const bytes = fc.uint8Array().map((value) => Buffer.from(value).toString("base64"));
const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(0n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 63n - 8n, 10n ** 18n, 9n * 10n ** 18n),
);
const plain = fc.oneof(
  text,
  fc.constantFrom("true", "false", "null", "0", "5.0", "-0.0", "0.0", "1e+21"),
  fc.constantFrom("2147483647", "-2147483648", "2147483639", "-2100000000", "999999999", "1000000000"),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }).map(String),
);
const ofType = (edm: string, value: fc.Arbitrary<unknown>) => value.map((found) => [edm, `"${found}"`] as const);
const annotated = fc.oneof(
  ofType("Edm.DateTime", date),
  ofType("Edm.Int64", int64),
  ofType("Edm.Guid", fc.uuid()),
  ofType("Edm.Binary", bytes),
  ofType("Edm.Double", fc.constantFrom("NaN", "Infinity", "-Infinity")),
  fc.constant(["Edm.Double", "5.0"] as const),
);
const member = fc
  .tuple(
    name,
    fc.oneof(
      plain.map((json) => [undefined, json] as const),
      annotated,
    ),
  )
  .map(([key, [edm, json]]) => ({
    key: JSON.parse(`"${key}"`) as string,
    json: `,${edm === undefined ? "" : `"${key}@odata.type":"${edm}",`}"${key}":${json}`,
  }));
const row = fc
  .tuple(text, text, fc.option(date), fc.boolean(), fc.uniqueArray(member, { selector: ({ key }) => key }))
  .map(([partitionKey, rowKey, timestamp, hasETag, members]) => {
    const etag = hasETag ? `"odata.etag":"W/\\"datetime'2024'\\"",` : "";
    const time = timestamp === null ? "" : `,"Timestamp":"${timestamp}"`;
    return `{${etag}"PartitionKey":${partitionKey},"RowKey":${rowKey}${time}${members.map(({ json }) => json).join("")}}`;
  });

/** Its own for each case: what is known of the rows of a table is kept. */
const table = fc.integer({ min: 0 }).map((number) => `Table${number}`);
const keys = '"PartitionKey":"p","RowKey":"r"';

describe("the lines of a response", () => {
  it("are byte by byte what its rows are as JSON", () => {
    fc.assert(
      fc.property(table, fc.array(row, { maxLength: 5 }), (name, rows) => {
        const response = responseOf(rows);
        const { lines, ...others } = copy(response, everything, name) ?? { lines: undefined };
        const { lines: expected, ...expectedOthers } = encode(response, name);
        expect(textOf(lines)).toBe(textOf(expected));
        expect(others).toEqual(expectedOthers);
      }),
      law(5000),
    );
  });

  it("are those of rows with the same members in any order, some of which are absent", () => {
    const members = ['"a":1', '"b":"x"', '"c@odata.type":"Edm.Int64","c":"2"', '"d":true', '"e":0.5'].map(
      (json) => `,${json}`,
    );
    const some = fc.shuffledSubarray(members).map((present) => `{${keys}${present.join("")}}`);
    fc.assert(
      fc.property(fc.array(some, { minLength: 20, maxLength: 40 }), (rows) => {
        const response = responseOf(rows);
        const copied = copy(response, everything, "Orders");
        if (copied !== undefined) expect(textOf(copied.lines)).toBe(textOf(encode(response, "Orders").lines));
      }),
      law(500),
    );
  });

  it("are left to the parser where each row has members of its own", () => {
    const one = (name: number) => responseOf([`{${keys},"a${name}":1}`]);
    const copied = Array.from({ length: 100 }, (_, name) => copy(one(name), everything, "Names"));
    const first = copied.indexOf(undefined);
    expect(first).toBeGreaterThan(10);
    expect(copied.slice(first).every((lines) => lines === undefined)).toBe(true);
    expect(copy(one(0), everything, "Names")?.rows).toBe(1);
  });

  it("keep the digits of a Double that the service wrote", () => {
    const numbers = ["0.10000000000000001", "1.7976931348623157E+308", "1E-7", "-0.00"];
    const { lines } = copy(responseOf(numbers.map((number) => `{${keys},"a":${number}}`))) ?? {};
    const written = numbers.map((number) => `{"$table":"Shop",${keys},"a@odata.type":"Edm.Double","a":${number}}\n`);
    expect(textOf(lines)).toBe(written.join(""));
  });

  it("have room for rows that become much longer, and for large ones", () => {
    const short = `{${keys}${Array.from({ length: 250 }, (_, at) => `,"n${at.toString(36)}":1`).join("")}}`;
    const large = `{${keys},"t":"${"\u2028".repeat(32_000)}","b@odata.type":"Edm.Binary","b":"${"AAAA".repeat(20_000)}"}`;
    const response = responseOf([short, large, short]);
    expect(textOf(copy(response)?.lines)).toBe(textOf(encode(response).lines));
  });

  it("are whole wherever a response is divided to be read", () => {
    const rowOf = (length: number) => `{${keys},"t":"${"ä\\n".repeat(length)}","n":1}`;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 40, maxLength: 80 }), (lengths) => {
        const response = responseOf(lengths.map(rowOf));
        expect(textOf(copy(response, everything, "Texts")?.lines)).toBe(textOf(encode(response, "Texts").lines));
      }),
      law(400),
    );
  });

  it("end where as many were copied as are wanted", () => {
    const response = responseOf(["a", "b", "c"].map((rowKey) => `{"PartitionKey":"p","RowKey":"${rowKey}"}`));
    const { lines, ...others } = copy(response, 2) ?? { lines: undefined };
    expect(others).toEqual({
      rows: 2,
      first: { partitionKey: "p", rowKey: "a" },
      last: { partitionKey: "p", rowKey: "b" },
    });
    expect(textOf(lines)?.split("\n")).toHaveLength(3);
  });

  it("tell of each row's keys, and end with the error of whoever refuses them", () => {
    const refuse = () => {
      throw new Error("not asked for");
    };
    expect(() => copyRowLines("Shop", Buffer.from(responseOf([`{${keys}}`])), everything, refuse)).toThrow("not asked");
  });

  it.each([
    ["another order of members", '{"a":1,"PartitionKey":"p","RowKey":"r"}'],
    ["a Timestamp behind properties", `{${keys},"a":1,"Timestamp":"2024-01-01T00:00:00Z"}`],
    ["space between members", `{${keys}, "a":1}`],
    ["an unknown type", `{${keys},"a@odata.type":"Edm.Single","a":1}`],
    ["an annotation of another member", `{${keys},"a@odata.type":"Edm.Int64","b":"1"}`],
    ["another annotation", `{${keys},"a@odata.link":"x"}`],
    ["a member of OData", `{${keys},"odata.type":"x"}`],
    ["a value of another type", `{${keys},"a@odata.type":"Edm.Int64","a":1}`],
    ["a whole number beyond Int32", `{${keys},"a":2147483648}`],
    ["a whole number below Int32", `{${keys},"a":-2147483649}`],
    ["a whole Double that is annotated", `{${keys},"a@odata.type":"Edm.Double","a":5}`],
    ["a date with zeros at its end", `{${keys},"a@odata.type":"Edm.DateTime","a":"2024-01-01T00:00:00.10Z"}`],
    ["an Int64 beyond its range", `{${keys},"a@odata.type":"Edm.Int64","a":"9223372036854775808"}`],
    ["an Int64 with zeros before it", `{${keys},"a@odata.type":"Edm.Int64","a":"007"}`],
    ["a Guid in upper case", `{${keys},"a@odata.type":"Edm.Guid","a":"0B6C4F2E-7D1A-4E3B-9C58-00019E3779B1"}`],
    ["a date without a time", `{${keys},"a@odata.type":"Edm.DateTime","a":"2024-01-01"}`],
    ["base64 that is cut off", `{${keys},"a@odata.type":"Edm.Binary","a":"AAA"}`],
    ["an array", `{${keys},"a":[1]}`],
    ["an object", `{${keys},"a":{}}`],
    ["a whole -0", `{${keys},"a":-0}`],
    ["an escape that has a shorter form", `{${keys},"a":"\\u0041\\/"}`],
    ["half of a character", `{${keys},"a":"\\ud800"}`],
    ["a row that is cut off", `{${keys},"a":"b`],
  ])("are left to the parser for %s", (_, json) => {
    expect(copy(responseOf([`{${keys}}`, json]))).toBeUndefined();
  });

  it.each(["", "[]", '{"value":{}}', `{"value":[{${keys}}],"odata.metadata":""}`, `{"a":"\\"value":[]}"}`])(
    "are left to the parser for the response %j",
    (response) => {
      expect(copy(response)).toBeUndefined();
    },
  );

  it.each([[0xc3], [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]])(
    "are left to the parser for bytes that are not UTF-8: %j %j %j",
    (...bytes) => {
      const [before, after] = responseOf([`{${keys},"a":"|"}`])
        .split("|")
        .map((part) => Buffer.from(part));
      expect(copy(Buffer.concat([before as Buffer, Buffer.from(bytes), after as Buffer]))).toBeUndefined();
    },
  );
});
