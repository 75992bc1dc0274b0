import { describe, expect, it } from "vitest";
import { check, codesOf, cosmosCodesOf, type DefinitionText } from "../test/definition-text.js";

const literal = (text: string, options = "") => codesOf({ options, rowKey: `[${JSON.stringify(text)}]` });
/** Returns a key of one template, in which text precedes a property, or follows it. */
const template = (property: string, after = "") => `[\`${after === "" ? "id~" : ""}\${k.${property}}${after}\`]`;
const part = (type: string, key: string) => codesOf({ properties: `x: edm.${type}`, rowKey: `[${key}]` });

describe("rule 13: characters of key literals", () => {
  it.each(["/", "\\", "#", "?", "\u0000", "\t", "\n", "\r", "\u001F", "\u007F", "\u0081", "\u009F"])(
    "refuses %j",
    (character) => {
      expect(literal(`a${character}b`)).toEqual(["key.literal-character"]);
    },
  );

  it.each([" ", '"', "'", "%", "\u00A0", "ÿ", "名", "😀", "\uE000", "", "|", ":"])("accepts %j", (character) => {
    expect(literal(`a${character}b`)).toEqual([]);
  });

  it("refuses the separator and a lone surrogate", () => {
    expect(literal("a!b")).toEqual(["key.literal-character"]);
    expect(literal("a!b", 'separator: "|",')).toEqual([]);
    expect(literal("a|b", 'separator: "|",')).toEqual(["key.literal-character"]);
    expect(literal("a\uD83D")).toEqual(["key.literal-character"]);
  });
});

describe("~ in a literal or a separator", () => {
  const keys = (rowKey: string, options = "") =>
    codesOf({ options, properties: "s: edm.string({ maxLength: 9 }), g: edm.guid()", partitionKey: '["p"]', rowKey });

  it("is refused beside a text with escapes, which it starts", () => {
    for (const text of ["k.s", "k.s.lower", "k.s.upper"]) {
      expect(keys(`["a~b", ${text}]`)).toEqual(["key.literal-character"]);
      expect(keys(`["a", ${text}]`, 'separator: "~",')).toEqual(["key.separator-invalid"]);
    }
    expect(keys(template("s"))).toEqual(["key.literal-character"]);
  });

  it("is accepted in a key without such a text", () => {
    expect(keys(template("s.raw"))).toEqual([]);
    expect(keys('["id", k.g, k.s.raw]', 'separator: "~",')).toEqual([]);
    expect(keys('["a~b", k.s.shard(4)]')).toEqual([]);
    expect(keys('["a~b", k.s.sha256(8)]')).toEqual([]);
    const properties = "s: edm.string({ maxLength: 9 })";
    const own = { options: 'separator: { partitionKey: ":", rowKey: "~" },', properties };
    expect(codesOf({ ...own, partitionKey: '["p", k.s]', rowKey: '["id", k.s.raw]' })).toEqual([]);
    expect(codesOf({ ...own, partitionKey: '["p~", k.s]', rowKey: '["id", k.s.raw]' })).toEqual([
      "key.literal-character",
    ]);
  });

  it("starts no RowKey, because the keys of hidden rows start with it", () => {
    expect(keys('["~r-", k.s.raw]')).toEqual(["key.literal-character"]);
    expect(
      codesOf({ properties: "s: edm.string({ maxLength: 9 })", partitionKey: '["~r-"]', rowKey: "[k.s.raw]" }),
    ).toEqual([]);
  });
});

it(".raw warns of a value that can contain the text after it", () => {
  const keys = (property: string, rowKey: string, separator = "-") =>
    codesOf({
      options: `separator: "${separator}",`,
      properties: `s: edm.string(${property})`,
      partitionKey: '["p"]',
      rowKey,
    });
  for (const rowKey of ['[k.s.raw, "x"]', template("s.raw", "_")])
    expect(keys("{ maxLength: 9 }", rowKey)).toEqual(["key.raw-may-not-fit"]);
  expect(keys("{ maxLength: 9 }", '["x", k.s.raw]')).toEqual([]);
  expect(keys("{ maxLength: 9 }", '[k.s, "x"]')).toEqual([]);
  expect(keys("{ maxLength: 9 }", '[k.s.raw.shard(4), "x"]')).toEqual([]);
  for (const options of ['{ oneOf: ["a"] }', '{ codes: { a: "A" } }', "{ length: 4 }", '{ pattern: "ulid" }'])
    expect(keys(options, '[k.s.raw, "x"]')).toEqual([]);
});

describe("rule 15: an empty key", () => {
  it("is a literal on Storage, and refused on Cosmos", () => {
    expect(literal("")).toEqual([]);
    expect(cosmosCodesOf({ properties: "x: edm.guid()", partitionKey: "[k.x]", rowKey: '[""]' })).toContain(
      "key.cosmos-empty",
    );
    expect(cosmosCodesOf({ properties: "x: edm.guid()", partitionKey: "[k.x]", rowKey: '["", ""]' })).not.toContain(
      "key.cosmos-empty",
    );
  });

  it("needs a part", () => {
    expect(codesOf({ rowKey: "[]" })).toEqual(["key.empty"]);
  });
});

describe("the formats of each type", () => {
  it.each([
    ["string({ maxLength: 9 })", "k.x"],
    ["string({ maxLength: 9 })", "k.x.raw"],
    ["string({ maxLength: 9 })", "k.x.lower"],
    ["string()", "k.x.shard(16)"],
    ["string()", "k.x.lower.shard(2)"],
    ["guid()", "k.x.shard(1000)"],
    ["int32({ min: 0 })", "k.x.pad(4).shard(16)"],
    ["int64()", "k.x.asc.shard(16)"],
    ["dateTime()", "k.x.year"],
    ["dateTime({ as: 'iso' })", "k.x.month"],
    ["dateTime()", "k.x.day"],
    ["dateTime({ as: 'ticks' })", "k.x.hour"],
    ["guid()", "k.x"],
    ["boolean()", "k.x"],
    ["int32({ min: 0 })", "k.x.pad(1)"],
    ["int32()", "k.x.asc"],
    ["int64()", "k.x.desc"],
    ["int64()", "k.x.pad(20)"],
    ['dateTime({ as: "ticks" })', "k.x.desc"],
  ])("%s can be %s", (type, key) => expect(part(type, key)).toEqual([]));

  it.each([
    ["int32()", "k.x", "key.format-missing"],
    ["int64()", "k.x", "key.format-missing"],
    ["dateTime()", "k.x", "key.format-missing"],
    ["dateTime()", "k.x.pad(19)", "key.format-unknown"],
    ["string()", "k.x.asc", "key.format-unknown"],
    ["string()", "k.x.month", "key.format-unknown"],
    ["int32()", "k.x.lower", "key.format-unknown"],
    ["int32()", "k.x.shard(16)", "key.format-missing"],
    ["guid()", "k.x.shard", "key.shard-count"],
    ["guid()", "k.x.shard()", "key.shard-count"],
    ["guid()", "k.x.shard(0)", "key.shard-count"],
    ["guid()", "k.x.shard(1001)", "key.shard-count"],
    ["guid()", 'k.x.shard("16")', "key.shard-count"],
    ["guid()", "k.x.raw", "key.format-unknown"],
    ["boolean()", "k.x.desc", "key.format-unknown"],
    ["int32()", "k.x.constructor", "key.format-unknown"],
    ["double()", "k.x", "key.unsupported-type"],
    ["binary()", "k.x", "key.unsupported-type"],
    ["json()", "k.x.raw", "key.unsupported-type"],
    ["string({ maxLength: 9 }).optional()", "k.x", "key.optional-property"],
  ])("%s as %s is %s", (type, key, code) => expect(part(type, key)).toEqual([code]));
});

describe("an unknown property", () => {
  it("is reported with the closest name", () => {
    const { diagnostics } = check([{ properties: "placedAt: edm.dateTime()", rowKey: "[k.placeAt.desc]" }]);
    expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([
      ["key.unknown-property", 'Did you mean "placedAt"?'],
    ]);
  });

  it("is not reported when its declaration could not be read", () => {
    expect(codesOf({ properties: "x: custom()", rowKey: "[k.x]" })).toEqual(["definition.name-not-found"]);
    expect(codesOf({ properties: "...custom", rowKey: "[k.x]" })).toEqual(["definition.name-not-found"]);
  });

  it("is not mistaken for a member of every object", () => {
    expect(codesOf({ rowKey: "[k.toString]" })).toEqual(["key.unknown-property"]);
  });
});

it("a property is a part of each key at most once", () => {
  const keys = (partitionKey: string, rowKey: string) => codesOf({ properties: "x: edm.guid()", partitionKey, rowKey });
  expect(keys("[k.id]", "[k.x]")).toEqual([]);
  expect(keys("[k.id]", "[k.id]")).toEqual([]);
  expect(keys("[k.id]", "[k.x, k.x]")).toEqual(["key.part-repeated"]);
  expect(keys("[k.id.shard(4), k.id]", "[k.x, k.x.shard(4), k.id]")).toEqual([]);
  expect(keys("[k.id, k.id]", "[k.x]")).toEqual(["key.part-repeated"]);
});

it("keyOnly needs a key", () => {
  const keyOnly = "x: edm.string({ maxLength: 9, keyOnly: true })";
  expect(codesOf({ properties: keyOnly, rowKey: "[k.x]" })).toEqual([]);
  expect(codesOf({ properties: keyOnly })).toEqual(["property.key-only-unused"]);
  expect(codesOf({ properties: "x: edm.string({ keyOnly: false })" })).toEqual([]);
});

it("a derived part needs its property stored", () => {
  const keyOnly = "x: edm.string({ maxLength: 9, keyOnly: true })";
  expect(codesOf({ properties: keyOnly, rowKey: "[k.x.lower]" })).toEqual(["key.derived-not-stored"]);
  expect(codesOf({ properties: keyOnly, rowKey: "[k.x.lower, k.x]" })).toEqual(["key.derived-not-stored"]);
  expect(codesOf({ properties: "x: edm.dateTime({ keyOnly: true })", rowKey: "[k.x.month]" })).toEqual([
    "key.derived-not-stored",
  ]);
  expect(codesOf({ properties: "x: edm.dateTime().optional()", rowKey: "[k.x.month]" })).toEqual([
    "key.optional-property",
  ]);
});

describe(".pad", () => {
  const pad = (options: string, width: string) => part(`int32({ ${options} })`, `k.x.pad(${width})`);

  it.each(["0", "21", "1.5", "-1", '"5"', "true"])("refuses the width %s", (width) => {
    expect(pad("min: 0", width)).toEqual(["key.pad-width"]);
  });

  it("needs a call", () => {
    expect(part("int32({ min: 0 })", "k.x.pad")).toEqual(["key.pad-width"]);
    expect(part("int32({ min: 0 })", "k.x.pad()")).toEqual(["key.pad-width"]);
  });

  it("is compared with min and max as they are declared", () => {
    expect(pad("min: 0", "4")).toEqual([]);
    expect(pad("min: 0, max: 9999", "4")).toEqual([]);
    expect(pad("min: 0, max: 10000", "4")).toEqual(["key.pad-may-not-fit"]);
    expect(pad("min: 9999", "4")).toEqual([]);
    expect(pad("min: 10000", "4")).toEqual(["key.pad-never-fits"]);
    expect(pad("max: -1", "4")).toEqual(["key.pad-never-fits"]);
    expect(pad("min: -1", "4")).toEqual(["key.pad-negative"]);
    expect(pad("", "4")).toEqual(["key.pad-negative"]);
    expect(pad("codes: { open: 0, paid: 10000 }", "4")).toEqual(["key.pad-may-not-fit"]);
    expect(pad("codes: { open: 0, lost: -1 }", "4")).toEqual(["key.pad-negative"]);
  });

  it("says nothing of bounds that could not be read", () => {
    expect(pad("min: least", "4")).toEqual(["definition.name-not-found"]);
  });
});

it(".raw refuses values of oneOf that would be refused when they are used", () => {
  const raw = (values: string, options = "") =>
    codesOf({ options, properties: `x: edm.string({ oneOf: ${values} })`, rowKey: '[k.x.raw, "a"]' });
  expect(raw('["a~b", "50%", ""]')).toEqual([]);
  expect(raw('["a!b", "c"]')).toEqual(["key.raw-value"]);
  expect(raw('["a!b", "c"]', 'separator: "|",')).toEqual([]);
  expect(raw('["a/b", "c\\n"]')).toEqual(["key.raw-value", "key.raw-value"]);
});

describe("the separator", () => {
  const separator = (text: string) =>
    codesOf({ options: `separator: ${JSON.stringify(text)},`, partitionKey: '["p"]', properties: "x: edm.string()" });

  it.each(["", "!", "|", ":", "_", "-", "0", "a", " ", "g", "F", "ÿ", "%", "→", "!!", "1!", "|→😀", "x2345678"])(
    "can be %j",
    (text) => {
      expect(separator(text)).toEqual([]);
    },
  );

  it.each(["x23456789", "!/", "!\uD83D", "/", "\\", "#", "?", "\t", "\u0085", "\uD83D"])("cannot be %j", (text) => {
    expect(separator(text)).toEqual(["key.separator-invalid"]);
  });

  it("may be what a value of fixed length holds, but not what ends a value of any length", () => {
    const at = (separator: string, rowKey: string) =>
      codesOf({
        options: `separator: "${separator}",`,
        properties: "x: edm.dateTime(), g: edm.guid(), s: edm.string({ maxLength: 9 }), n: edm.int32()",
        partitionKey: '["p"]',
        rowKey,
      });
    expect(at("-", "[k.x.month, k.g, k.s]")).toEqual([]);
    expect(at("T", "[k.x.hour, k.s]")).toEqual([]);
    expect(at("-", "[k.n.text, k.s]")).toEqual([]);
    expect(at("1", "[k.n.text, k.s]")).toEqual(["key.ambiguous"]);
    expect(at("1", "[k.s, k.x.year]")).toEqual([]);
  });

  it("ends a text if an escape can replace it: not if it is of hexadecimal digits or wide characters alone", () => {
    const between = (separator: string) =>
      codesOf({
        options: `separator: "${separator}",`,
        properties: "s: edm.string({ maxLength: 9 }), t: edm.string({ maxLength: 9 })",
        partitionKey: '["p"]',
        rowKey: "[k.s, k.t]",
      });
    for (const separator of ["!", "-", "A", "g", "1!", "→_", "af.", "é"]) expect(between(separator)).toEqual([]);
    for (const separator of ["1", "f", "af", "→", "0→"]) expect(between(separator)).toEqual(["key.ambiguous"]);
  });

  it("begins in no literal and no raw value", () => {
    const long = 'separator: "::",';
    expect(literal("a:b", long)).toEqual([]);
    expect(literal("a::b", long)).toEqual(["key.literal-character"]);
    expect(literal("ab:", long)).toEqual(["key.literal-character"]);
    const raw = { options: long, properties: "x: edm.string({ oneOf: ['a:b', ':a', 'a:', 'a::b'] })" };
    expect(codesOf({ ...raw, rowKey: '[k.x.raw, "a"]' })).toEqual(["key.raw-value", "key.raw-value"]);
    expect(codesOf({ ...raw, rowKey: '["a", k.x.raw]' })).toEqual([]);
    expect(codesOf({ ...raw, rowKey: '["a", k.x]' })).toEqual([]);
    const ends = { options: long, properties: "x: edm.string({ oneOf: ['a:'] })", rowKey: '["b:", k.x.raw, "c"]' };
    expect(check([ends]).diagnostics.map(({ message }) => message)).toEqual([
      '"Order.x" is raw in the RowKey, but its value "a:" ends with ":", the start of the separator "::".',
      'The RowKey of "Order": the literal "b:" contains ":" at its end, the start of the separator "::".',
    ]);
  });

  it("counts in the length of a key", () => {
    const model = check([{ options: 'separator: "::",', partitionKey: '["p"]', rowKey: '["a", k.id, "b"]' }]).models[0];
    expect(model?.rowKey.maxUnits).toBe(1 + 2 + 36 + 2 + 1);
  });
});

describe("rule 14: the length of a key", () => {
  const rowKey = (text: string, properties = ""): DefinitionText => ({ rowKey: text, properties });
  const literalOf = (units: number) => rowKey(`["${"x".repeat(units)}"]`);

  it("of 512 units is fine, to 1,024 a warning, over that an error", () => {
    expect(codesOf(literalOf(512))).toEqual([]);
    expect(codesOf(literalOf(513))).toEqual(["key.may-be-too-long"]);
    expect(codesOf(literalOf(1024))).toEqual(["key.may-be-too-long"]);
    expect(codesOf(literalOf(1025))).toEqual(["key.too-long"]);
  });

  it("counts separators and the longest text of each part", () => {
    const longest = (...parts: string[]) => {
      const properties =
        "s: edm.string({ maxLength: 10 }), o: edm.string({ oneOf: ['a', 'b/c'] }), n: edm.int64(), i: edm.int32({ min: 0 }), t: edm.dateTime(), b: edm.boolean()";
      return check([{ properties, partitionKey: '["p"]', rowKey: `[${parts.join(", ")}]` }]).models[0]?.rowKey.maxUnits;
    };
    expect(longest("k.s")).toBe(30);
    expect(longest("k.s.raw")).toBe(10);
    expect(longest("k.o")).toBe(5);
    expect(longest('"ab"', "k.id", "k.b")).toBe(2 + 1 + 36 + 1 + 1);
    expect(longest("k.n.asc")).toBe(20);
    expect(longest("k.i.asc")).toBe(10);
    expect(longest("k.i.pad(4)")).toBe(4);
    expect(longest("k.t.desc")).toBe(19);
    expect(longest("k.s.lower")).toBe(30);
    expect(longest("k.o.lower")).toBe(5);
    expect(longest("k.t.year", "k.t.month")).toBe(4 + 1 + 7);
    expect(longest("k.t.hour", "k.t.day")).toBe(13 + 1 + 10);
    expect(longest("k.s.shard(10)", "k.id.shard(11)", "k.o.shard(1000)")).toBe(1 + 1 + 2 + 1 + 3);
  });

  it("has no bound without a maxLength", () => {
    expect(codesOf(rowKey("[k.s]", "s: edm.string()"))).toEqual(["key.may-be-too-long"]);
    expect(codesOf(rowKey("[k.s]", 's: edm.string({ oneOf: ["a"] })'))).toEqual([]);
    expect(codesOf(rowKey("[k.s]", "s: edm.string({ maxLength: 170 })"))).toEqual([]);
    expect(codesOf(rowKey("[k.s]", "s: edm.string({ maxLength: 171 })"))).toEqual(["key.may-be-too-long"]);
  });

  it("is not judged by limits that could not be read", () => {
    expect(codesOf(rowKey("[k.s]", "s: edm.string({ maxLength: most })"))).toEqual(["definition.name-not-found"]);
  });
});
