import type { Mismatch } from "@tablewright/runtime";
import { describe, expect, it } from "vitest";
import type { AnySchema } from "../definitions/load-schema.js";
import { buildFinding } from "./finding.js";

const string = { edm: "Edm.String" };
const part = (field: string, form: string, isDerived?: true) => ({ field, form, isDerived });
const schema = {
  name: "Order",
  partitionParts: ["cust!", part("customerId", ""), "!", part("at", "day", true)],
  rowParts: [part("id", "lower", true), "!", part("no", "shard(16)", true), part("at", "asc")],
  properties: {
    text: { type: string, maxLength: 20, oneOf: ["a", "b"] },
    many: { type: string, oneOf: "abcdefghi".split("") },
    eight: { type: string, oneOf: "abcdefgh".split("") },
    bytes: { type: { edm: "Edm.Binary" }, maxLength: 20 },
    long: { type: { edm: "Edm.Int64" } },
    at: { type: { edm: "Edm.DateTime" } },
    id: { type: { edm: "Edm.Guid" } },
    least: { type: { edm: "Edm.Int32" }, min: 1 },
    most: { type: { edm: "Edm.Int32" }, max: 9 },
    both: { type: { edm: "Edm.Int32" }, min: 1, max: 9 },
    free: { type: { edm: "Edm.Int32" } },
  },
} as unknown as AnySchema;

const findingOf = (code: string, property?: string, annotation?: string) =>
  buildFinding(schema, { error: { code }, property, annotation } as unknown as Mismatch);

describe("the message of a finding", () => {
  it.each([
    [
      "key.malformed",
      undefined,
      "The keys do not have the shape (cust!{customerId}!{at.day}, {id.lower}!{no.shard(16)}{at}) of Order",
    ],
    ["decode.key-mismatch", "text", "Order.text gives a key other than the stored one"],
    ["decode.key-mismatch", undefined, "The properties of Order give a key other than the stored one"],
    ["decode.wrong-type", "text", "Order.text is stored as Edm.Int32, not as Edm.String"],
    ["decode.missing", "text", "Order.text is absent, and the definition requires it"],
    ["decode.not-allowed", "text", 'Order.text is not one of "a", "b"'],
    ["decode.not-allowed", "eight", 'Order.eight is not one of "a", "b", "c", "d", "e", "f", "g", "h"'],
    ["decode.not-allowed", "many", 'Order.many is not one of "a", "b", "c", "d", "e", "f", "g", "h", …'],
    ["decode.not-allowed", "free", "Order.free is not one of "],
    ["decode.malformed", "text", "Order.text is not JSON"],
    ["decode.malformed", "long", "Order.long is not an integer that a number can represent exactly"],
    [
      "decode.malformed",
      "at",
      "Order.at is not a time in UTC, such as 2026-11-22T10:00:00Z, between the years 1601 and 9999",
    ],
    ["decode.malformed", "id", "Order.id is not a valid Edm.Guid"],
    ["value.too-long", "text", "Order.text has more than 20 UTF-16 units"],
    ["value.too-long", "bytes", "Order.bytes has more than 20 bytes"],
    ["value.out-of-range", "least", "Order.least is less than 1"],
    ["value.out-of-range", "most", "Order.most is more than 9"],
    ["value.out-of-range", "both", "Order.both is not between 1 and 9"],
  ])("%s of %s", (code, property, message) => {
    expect(findingOf(code, property, "Edm.Int32").message).toBe(message);
  });

  it("is that of the client for others, without its full stop", () => {
    for (const [property, name] of [
      ["free", "Order.free: "],
      ["unknown", "Order: "],
      [undefined, "Order: "],
    ] as const) {
      const { message } = findingOf("value.out-of-range", property);
      expect(message.startsWith(name)).toBe(true);
      expect(message).toMatch(/[a-z]$/);
    }
  });
});

it("a finding names the entity, the property and its stored type", () => {
  expect(findingOf("decode.missing", "text", "Edm.Int32")).toEqual({
    code: "decode.missing",
    entity: "Order",
    property: "text",
    storedType: "Edm.Int32",
    message: "Order.text is absent, and the definition requires it",
  });
});

it.each([
  [
    'Order.at of row ("p", "r") is stored as Edm.String "2021, which is no text of", which is no text of an Edm.DateTime: a time',
    "2021, which is no text of",
    "Order.at is stored as Edm.String, which is no text of an Edm.DateTime: a time",
  ],
  [
    'Order.at of row ("p", "r") is stored as Edm.Int64 "9007199254740993", which does not convert to Edm.Double without loss.',
    9007199254740993n,
    "Order.at is stored as Edm.Int64, which does not convert to Edm.Double without loss",
  ],
  [
    "Order.at is stored as Edm.Double 5.5, which does not convert to Edm.Int32 without loss",
    5.5,
    "Order.at is stored as Edm.Double, which does not convert to Edm.Int32 without loss",
  ],
])("a finding shows a value of another type: %s", (said, stored, message) => {
  const error = { code: "decode.malformed", message: said };
  const mismatch = { error, property: "at", annotation: undefined, stored } as unknown as Mismatch;
  expect(buildFinding(schema, mismatch)).toMatchObject({ message, text: JSON.stringify(String(stored)) });
});
