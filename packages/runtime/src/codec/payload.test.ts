import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDouble, anyInt32, anyString } from "../test/arbitraries.js";
import { law } from "../test/law.js";
import { doubleJson } from "./edm/double.js";
import { findJsonType } from "./edm-member.js";
import { parsePayload, parseStoredPayload } from "./payload.js";

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
