import { describe, expect, it } from "vitest";
import { check, codesOf, cosmosCodesOf } from "../test/definition-text.js";

const property = (text: string) => codesOf({ properties: `x: edm.${text}` });

describe("limits", () => {
  it.each([
    "string({ maxLength: 1 })",
    "string({ maxLength: 32_768 })",
    "binary({ maxBytes: 65536 })",
    "int32({ min: -2147483648, max: 2147483647 })",
    "int32({ min: 1, max: 1 })",
  ])("accepts %s", (text) => expect(property(text)).toEqual([]));

  it.each([
    "string({ maxLength: 0 })",
    "string({ maxLength: 32769 })",
    "string({ maxLength: 1.5 })",
    "string({ maxLength: Infinity })",
    "binary({ maxBytes: 65537 })",
    "int32({ min: -2147483649 })",
    "int32({ max: 2147483648 })",
    "int32({ min: NaN })",
  ])("refuses %s", (text) => expect(property(text)).toEqual(["property.limit-invalid"]));

  it("of Storage are not those of Cosmos", () => {
    const properties = "x: edm.string({ maxLength: 40000 }), y: edm.binary({ maxBytes: 100000 })";
    expect(cosmosCodesOf({ properties }).filter((code) => code !== "property.cosmos-name")).toEqual([]);
  });

  it("leave a value between min and max", () => {
    expect(property("int32({ min: 2, max: 1 })")).toEqual(["property.range-empty"]);
  });
});

describe("oneOf", () => {
  it("holds distinct values", () => {
    expect(property('string({ oneOf: ["a", "A", ""] })')).toEqual([]);
    expect(property('string({ oneOf: ["a", "a"] })')).toEqual(["property.one-of-invalid"]);
    expect(property("string({ oneOf: [] })")).toEqual(["property.one-of-invalid"]);
  });

  it("keeps to maxLength", () => {
    expect(property('string({ oneOf: ["abc"], maxLength: 3 })')).toEqual([]);
    expect(property('string({ oneOf: ["abcd"], maxLength: 3 })')).toEqual(["property.one-of-invalid"]);
  });
});

describe("defaults", () => {
  it.each([
    'string({ default: "" })',
    'string({ oneOf: ["a", "b"], default: "b" })',
    'string({ maxLength: 3, default: "abc" })',
    "boolean({ default: false })",
    "int32({ default: -2147483648 })",
    "int32({ min: 1, max: 3, default: 3 })",
    "int64({ default: -9223372036854775808n })",
    'int64({ as: "number", default: 9007199254740991 })',
    'int64({ as: "string", default: "9223372036854775807" })',
    "double({ default: NaN })",
    "double({ default: -Infinity })",
    'dateTime({ default: "now" })',
    'dateTime({ as: "ticks", default: "now" })',
    'dateTime({ default: "2020-02-29T23:59:59.999Z" })',
    'dateTime({ as: "iso", default: "1601-01-01T00:00:00.1234567Z" })',
    'guid({ default: "random" })',
    "json({ default: [{ a: null, b: [true, -1.5, 'x'] }] })",
    `json({ default: "${"x".repeat(32_766)}" })`,
  ])("accepts %s", (text) => expect(property(text)).toEqual([]));

  it.each([
    "string({ default: 5 })",
    'string({ oneOf: ["a", "b"], default: "c" })',
    'string({ maxLength: 3, default: "abcd" })',
    `string({ default: "${"x".repeat(32_769)}" })`,
    "boolean({ default: 0 })",
    "int32({ default: 2147483648 })",
    "int32({ default: 1.5 })",
    "int32({ max: 3, default: 4 })",
    "int64({ default: 5 })",
    "int64({ default: 9223372036854775808n })",
    'int64({ as: "number", default: 9007199254740992 })',
    'int64({ as: "string", default: "five" })',
    'int64({ as: "string", default: "9223372036854775808" })',
    'double({ default: "5" })',
    'dateTime({ default: "yesterday" })',
    'dateTime({ default: "2020-01-01" })',
    'dateTime({ default: "2020-01-01T00:00:00" })',
    'dateTime({ default: "2020-01-01T00:00:00+01:00" })',
    'dateTime({ default: "2021-02-29T00:00:00Z" })',
    'dateTime({ default: "2020-01-01T24:00:00Z" })',
    'dateTime({ default: "1600-12-31T23:59:59Z" })',
    'dateTime({ default: "2020-01-01T00:00:00.0001Z" })',
    'dateTime({ as: "ticks", default: "2020-01-01T00:00:00.12345678Z" })',
    "dateTime({ default: 5 })",
    'guid({ default: "now" })',
    'guid({ default: "c9da6455-213d-42c9-9a79-3e9149a57833" })',
    "json({ default: null })",
    `json({ default: "${"x".repeat(32_767)}" })`,
  ])("refuses %.40s", (text) => expect(property(text)).toEqual(["property.default-invalid"]));

  it("of an Int64 are bigints in the model, whatever the TypeScript form", () => {
    const properties =
      'a: edm.int64({ default: 5n }), b: edm.int64({ as: "number", default: 5 }), c: edm.int64({ as: "string", default: "5" })';
    const [model] = check([{ properties }]).models;
    expect(model?.properties.slice(1).map((found) => [found.as, found.default])).toEqual([
      ["bigint", 5n],
      ["number", 5n],
      ["string", 5n],
    ]);
  });

  it.each(["5n", "NaN", "[undefined]", "(k) => 1", "{ a: edm.string() }", "[Infinity]"])(
    "of a json property cannot be %s, which JSON does not have",
    (text) => expect(property(`json({ default: ${text} })`)).toEqual(["definition.invalid-value"]),
  );

  it("of a json property is reported once where something of it cannot be read", () => {
    expect(property("json({ default: { a: absent } })")).toEqual(["definition.name-not-found"]);
  });

  it("and .optional() exclude each other", () => {
    expect(property("int32({ default: 1 }).optional()")).toEqual(["property.optional-default"]);
  });
});

describe("rule 12: a lone surrogate", () => {
  it("is refused in a default, in oneOf and in a kind; a pair is not", () => {
    expect(property('string({ default: "\\uD83D" })')).toEqual(["property.not-unicode"]);
    expect(property('string({ oneOf: ["\\uDE00"] })')).toEqual(["property.not-unicode"]);
    expect(codesOf({ options: 'kind: "\\uD83D",' })).toEqual(["kind.invalid"]);
    expect(
      codesOf({ properties: 'x: edm.string({ oneOf: ["😀", "\\uE000"], default: "😀" })', options: 'kind: "😀",' }),
    ).toEqual([]);
  });
});

it("an empty kind is refused", () => {
  expect(codesOf({ options: 'kind: "",' })).toEqual(["kind.invalid"]);
});
