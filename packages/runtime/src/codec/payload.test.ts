import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EntityPayload } from "../schema/entity-schema.js";
import { anyDouble, anyInt32, anyString } from "../test/arbitraries.js";
import { law } from "../test/law.js";
import { type EdmValue, edm, findJsonType, readEdmValue } from "./edm/edm-value.js";
import { ExactDate } from "./edm/exact-date.js";
import { doubleJson } from "./edm/numbers.js";
import { annotationOf, parsePayload, parseStoredPayload, propertyNames, readETag, readTimestamp } from "./payload.js";

const name = fc.stringMatching(/^[\p{L}_][\p{L}\p{Nd}_]{0,8}$/u);
const tricky = fc.constantFrom(
  '":5.0',
  '"a":5.0',
  '\\":5.0,',
  'a":5.0',
  "\\",
  '\\"',
  '{"a":1.5}',
  ",",
  ":",
  '"',
  "x\\\\",
  "a:5.0",
);
const text = fc.oneof(
  anyString,
  fc.array(tricky).map((parts) => parts.join("")),
);
const member = fc.oneof(
  fc.tuple(
    name,
    text.map((value) => JSON.stringify(value)),
    fc.constant(undefined),
  ),
  fc.tuple(name, anyInt32.map(String), fc.constant(undefined)),
  fc.tuple(name, fc.boolean().map(String), fc.constant(undefined)),
  fc.tuple(name, anyDouble.filter(Number.isFinite).map(doubleJson), fc.constant("Edm.Double")),
);
const blank = fc.constantFrom("", " ", "\n ");

describe("parsePayload", () => {
  it("annotates every number with a point or an exponent, and changes nothing else", () => {
    fc.assert(
      fc.property(fc.uniqueArray(member, { selector: ([key]) => key, maxLength: 6 }), blank, (members, space) => {
        const body = members.map(([key, value]) => `"${key}"${space}:${space}${value}`).join(`,${space}`);
        const page = `{"value":[{${body}},{${body}}]}`;
        const expected = JSON.parse(page) as { value: Record<string, unknown>[] };
        for (const row of expected.value) {
          for (const [key, , annotation] of members) if (annotation) row[`${key}@odata.type`] = annotation;
        }
        expect(parsePayload(page)).toEqual(expected);
      }),
      law(40_000),
    );
  });

  it.each([
    ['{"a":5.0}', { a: 5, "a@odata.type": "Edm.Double" }],
    [
      '{"a":-1e-7,"b":1E5,"c":12.5e+10}',
      {
        a: -1e-7,
        "a@odata.type": "Edm.Double",
        b: 1e5,
        "b@odata.type": "Edm.Double",
        c: 12.5e10,
        "c@odata.type": "Edm.Double",
      },
    ],
    ['{"a":5,"b":-2147483648,"c":"5.0"}', { a: 5, b: -2147483648, c: "5.0" }],
    ['{"größe":5.0}', { größe: 5, "größe@odata.type": "Edm.Double" }],
    ['{"gr\\u00f6\\u00dfe":5.0}', { größe: 5, "größe@odata.type": "Edm.Double" }],
    ['{"s":"\\"a\\":5.0","t":":5.0"}', { s: '"a":5.0', t: ":5.0" }],
    ['{"a@odata.type":"Edm.Double","a":5.0}', { a: 5, "a@odata.type": "Edm.Double" }],
  ])("%s", (body, expected) => {
    expect(parsePayload(body)).toEqual(expected);
  });

  it("throws on what is not JSON, as JSON.parse does", () => {
    expect(() => parsePayload("<html>")).toThrow(SyntaxError);
  });
});

describe("parseStoredPayload", () => {
  it("lets every number keep its type, and changes nothing else", () => {
    fc.assert(
      fc.property(fc.uniqueArray(member, { selector: ([key]) => key, maxLength: 6 }), blank, (members, space) => {
        const body = members.map(([key, value]) => `"${key}"${space}:${space}${value}`).join(`,${space}`);
        const [row = {}] = (parseStoredPayload(`{"value":[{${body}}]}`) as { value: Record<string, unknown>[] }).value;
        const plain = JSON.parse(`{${body}}`) as Record<string, unknown>;
        for (const [key, value, annotation] of members) {
          const isDouble = (row[`${key}@odata.type`] ?? findJsonType(row[key])) === "Edm.Double";
          expect(isDouble, `${key}: ${value}`).toBe(annotation !== undefined);
          delete row[`${key}@odata.type`];
        }
        expect(row).toEqual(plain);
      }),
      law(40_000),
    );
  });

  it.each([
    ['{"a":5.0}', { a: 5, "a@odata.type": "Edm.Double" }],
    ['{"a":-0.0}', { a: -0, "a@odata.type": "Edm.Double" }],
    ['{"a":1.5E3}', { a: 1500, "a@odata.type": "Edm.Double" }],
    ['{"a":5.00e0}', { a: 5, "a@odata.type": "Edm.Double" }],
    ['{"a":5.01,"b":5,"c":"5.0"}', { a: 5.01, b: 5, c: "5.0" }],
  ])("%s", (body, expected) => {
    expect(parseStoredPayload(body)).toEqual(expected);
  });
});

/* One entity in the layout of the service's responses, at each level of metadata. */

const etag = "W/\"datetime'2021-09-21T00%3A53%3A41.7166246Z'\"";
const start = '"PartitionKey":"pk","RowKey":"rk"';
const plain = '"S":"str","B":true,"I":42,"D":5.0';
const annotated =
  `${plain},"N@odata.type":"Edm.Double","N":"NaN","L@odata.type":"Edm.Int64","L":"9007199254740993",` +
  '"T@odata.type":"Edm.DateTime","T":"2021-01-02T03:04:05.1234567Z",' +
  '"G@odata.type":"Edm.Guid","G":"c9da6455-213d-42c9-9a79-3e9149a57833","X@odata.type":"Edm.Binary","X":"AQIDBA=="';
const head = `"odata.metadata":"https://myaccount.table.core.windows.net/$metadata#mytable/@Element"`;
const payloads = {
  minimal: `{${head},"odata.etag":${JSON.stringify(etag)},${start},"Timestamp":"2021-09-21T00:53:41.7166246Z",${annotated}}`,
  full:
    `{${head},"odata.type":"myaccount.mytable","odata.id":"https://myaccount.table.core.windows.net/mytable(PartitionKey='pk',RowKey='rk')",` +
    `"odata.etag":${JSON.stringify(etag)},"odata.editLink":"mytable(PartitionKey='pk',RowKey='rk')",${start},` +
    `"Timestamp@odata.type":"Edm.DateTime","Timestamp":"2021-09-21T00:53:41.7166246Z",${annotated}}`,
};

describe.each(Object.entries(payloads))("a payload with %s metadata", (_, text) => {
  const row = parsePayload(text) as EntityPayload;

  it("gives every value with its Edm type, and no annotation as a property", () => {
    const values: Record<string, EdmValue> = {};
    for (const name of propertyNames(row)) values[name] = readEdmValue(row[name], annotationOf(row, name), true);
    expect(values).toEqual({
      S: edm.string("str"),
      B: edm.boolean(true),
      I: edm.int32(42),
      D: edm.double(5),
      N: edm.double(Number.NaN),
      L: edm.int64(9007199254740993n),
      T: edm.dateTime(ExactDate.fromIso("2021-01-02T03:04:05.1234567Z")),
      G: edm.guid("c9da6455-213d-42c9-9a79-3e9149a57833"),
      X: edm.binary(new Uint8Array([1, 2, 3, 4])),
    });
  });

  it("gives ETag and Timestamp", () => {
    expect(readETag(row)).toBe(etag);
    expect(readTimestamp(row)?.toISOString()).toBe("2021-09-21T00:53:41.7166246Z");
  });
});

describe("names that every object inherits", () => {
  it("are properties of the row", () => {
    const text = `{${start},"Timestamp":"2021-09-21T00:53:41Z","__proto__":"x","constructor":1,"toString":true}`;
    expect(propertyNames(parsePayload(text) as EntityPayload)).toEqual(["__proto__", "constructor", "toString"]);
  });
});
