import { describe, expect, it } from "vitest";
import { check, codesOf, cosmosCodesOf } from "./test/definition-text.js";

const properties = (text: string) => codesOf({ properties: text });

describe("rule 4: names of properties", () => {
  it("accepts letters of any script, and total beside Total (rule 5)", () => {
    expect(
      properties(
        "größe: edm.string(), 名前: edm.string(), total: edm.double(), Total: edm.double(), class: edm.string()",
      ),
    ).toEqual([]);
  });

  it("refuses µs, but not as a TypeScript name for another stored one", () => {
    expect(properties("µs: edm.int64()")).toEqual(["property.invalid-name"]);
    expect(properties('µs: edm.int64({ name: "us" })')).toEqual([]);
  });
});

describe("rule 5: length of a name", () => {
  it("accepts 255 units and refuses 256, of the stored name alone", () => {
    const name = "a".repeat(255);
    expect(properties(`${name}: edm.string()`)).toEqual([]);
    expect(properties(`${name}b: edm.string()`)).toEqual(["property.name-too-long"]);
    expect(properties(`${name}b: edm.string({ name: "b" })`)).toEqual([]);
    expect(properties(`b: edm.string({ name: "${name}b" })`)).toEqual(["property.name-too-long"]);
  });
});

describe("rule 6: system names", () => {
  it.each(["PartitionKey", "RowKey", "Timestamp"])("refuses %s as a property and as a stored name", (name) => {
    expect(properties(`${name}: edm.string()`)).toEqual(["property.system-name"]);
    expect(properties(`${name}: edm.string({ name: "x" })`)).toEqual(["property.system-name"]);
    expect(properties(`x: edm.string({ name: "${name}" })`)).toEqual(["property.system-name"]);
  });

  it("refuses odata.*", () => {
    expect(properties('"odata.etag": edm.string()')).toEqual(["property.system-name"]);
  });

  it("accepts names in another case, and those that only Cosmos reserves, on Storage", () => {
    expect(
      properties(
        "timestamp: edm.dateTime(), rowKey: edm.string(), etag: edm.string(), rid: edm.string(), ResourceId: edm.string()",
      ),
    ).toEqual([]);
  });

  it("refuses id, rid, etag and ResourceId on Cosmos", () => {
    const text = "rid: edm.string(), etag: edm.string(), ResourceId: edm.string()";
    expect(cosmosCodesOf({ properties: text })).toEqual(Array(4).fill("property.cosmos-name"));
    expect(
      check([{ properties: text }], "cosmos").diagnostics.map(({ message }) => /name "(\w+)"/.exec(message)?.[1]),
    ).toEqual(["id", "rid", "etag", "ResourceId"]);
  });
});

describe("rule 8: the count of properties", () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `p${i}: edm.string(),`).join("");

  it("accepts 252 and refuses 253, the kind counted", () => {
    expect(properties(many(251))).toEqual([]);
    expect(properties(many(252))).toEqual(["property.too-many"]);
    expect(codesOf({ properties: many(250), options: 'kind: "a",' })).toEqual([]);
    expect(codesOf({ properties: many(251), options: 'kind: "a",' })).toEqual(["property.too-many"]);
    expect(codesOf({ properties: many(251), options: 'kind: "a", kindProperty: false,' })).toEqual([]);
  });

  it("counts each part of a value", () => {
    const parts = (count: number) => `data: edm.binary({ parts: { names: "D{n}", count: ${count} } }),`;
    expect(properties(parts(251))).toEqual([]);
    expect(properties(parts(252))).toEqual(["property.too-many"]);
    expect(codesOf({ properties: parts(251), options: 'kind: "a",' })).toEqual(["property.too-many"]);
  });

  it("does not count what is kept in the key alone, and leaves the count to Cosmos", () => {
    expect(
      codesOf({ properties: `${many(251)} slug: edm.string({ maxLength: 9, keyOnly: true })`, rowKey: "[k.slug]" }),
    ).toEqual([]);
    expect(
      cosmosCodesOf({ properties: many(252), partitionKey: '["p"]' }).filter((code) => code !== "property.cosmos-name"),
    ).toEqual([]);
  });
});

describe("names that a class or a promise cannot have", () => {
  it.each(["constructor", "toJSON", "then", "__proto__", "toString"])(
    "refuses %s, and takes it as a stored name",
    (name) => {
      const { diagnostics } = check([{ properties: `${name}: edm.string()` }]);
      expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([
        ["property.class-member", `Give it another name and keep the stored one: { name: "${name}" }.`],
      ]);
      expect(properties(`own: edm.string({ name: "${name}" })`)).toEqual([]);
    },
  );

  it("accepts the names of static members", () => {
    expect(properties("key: edm.string(), partition: edm.string(), prototype: edm.string()")).toEqual([]);
  });

  it("refuses what is no identifier, or starts with $, even when another name is stored", () => {
    expect(properties('"a b": edm.string({ name: "ab" }), $kind: edm.string({ name: "k" })')).toEqual([
      "property.invalid-identifier",
      "property.invalid-identifier",
    ]);
  });
});

describe("stored names", () => {
  it("may be swapped but not shared", () => {
    expect(properties('a: edm.string({ name: "b" }), b: edm.string({ name: "a" })')).toEqual([]);
    expect(properties('a: edm.string(), b: edm.string({ name: "a" })')).toEqual(["property.duplicate-stored-name"]);
  });

  it("differ from the name that one more part of a value would have", () => {
    const parts = 'data: edm.binary({ parts: { names: "D{n}", from: 1, count: 252 } })';
    const twice = (name: string) =>
      cosmosCodesOf({ properties: `${parts}, ${name}: edm.string()` }).includes("property.duplicate-stored-name");
    expect(["D252", "D253", "D254"].map(twice)).toEqual([true, true, false]);
  });

  it("differ from the property that stores the kind", () => {
    const kind = "kind: edm.string(),";
    expect(codesOf({ properties: kind })).toEqual([]);
    expect(codesOf({ properties: kind, options: 'kind: "a",' })).toEqual(["kind.property-clash"]);
    expect(codesOf({ properties: kind, options: 'kind: "a", kindProperty: "type",' })).toEqual([]);
    expect(codesOf({ properties: 'type: edm.string({ name: "kind" })', options: 'kind: "a",' })).toEqual([
      "kind.property-clash",
    ]);
  });
});

it("kindProperty is a stored name like any other", () => {
  const kindProperty = (name: string) => codesOf({ options: `kind: "a", kindProperty: "${name}",` });
  expect(kindProperty("Type")).toEqual([]);
  expect(kindProperty("my-kind")).toEqual(["property.invalid-name"]);
  expect(kindProperty("RowKey")).toEqual(["property.system-name"]);
  expect(kindProperty("a".repeat(256))).toEqual(["property.name-too-long"]);
});
