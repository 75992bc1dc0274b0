import { describe, expect, it } from "vitest";
import { shard } from "../codec/keys/derived.js";
import { pad } from "../codec/keys/fixed-numbers.js";
import type { KeyCodec } from "../codec/keys/key-codec.js";
import { text } from "../codec/keys/text.js";
import { day, ticksDesc } from "../codec/keys/times.js";
import { evolution } from "../features/evolution/evolution.js";
import { indexes } from "../features/indexes/indexes.js";
import { madeDefaults } from "../features/made-defaults.js";
import { readOnly } from "../features/read-only.js";
import { binaryParts, coded } from "../features/stored/stored-in-parts.js";
import { unknownProperties } from "../features/unknown-properties.js";
import { type PartSource, type SchemaSource, schema } from "./define-schema.js";
import type { EntityClass, EntitySchema, EntityTypes } from "./entity-schema.js";
import { dateTime, double, int32, type Property, string } from "./property.js";

const id = string("id");

function defineSchema(source: Partial<SchemaSource<EntityTypes>>): EntitySchema<EntityTypes> {
  return schema({
    name: "Person",
    scope: "People/{id}",
    partitionKey: () => [id],
    rowKey: () => ["person"],
    properties: [id],
    encode: () => "",
    decode: () => ({}),
    class: () => Object,
    ...source,
  } as SchemaSource<EntityTypes>);
}

describe("a class that a former version of the generator wrote", () => {
  const byEmail = { entry: { $schema: {} } as EntityClass<EntityTypes> };

  it("is rejected if it has indexes but not the code that writes their rows", () => {
    expect(() => defineSchema({ indexes: { byEmail } })).toThrow(
      "The generated class Person lacks layer. Generate it again.",
    );
    expect(() => defineSchema({ indexes: { byEmail }, features: [indexes] })).not.toThrow();
  });

  it.each([
    ["expiry", { ttl: id }],
    ["checkChanges", { properties: [id, string("fixed", { readOnly: true })] }],
    ["fillIn", { properties: [id, dateTime("made", { makeDefault: () => new Date(0) })] }],
    ["undeclared", { keepsUnknown: true }],
  ] as const)("is rejected if its definition needs the hook %s, but no feature has it", (hook, source) => {
    expect(() => defineSchema(source)).toThrow(`The generated class Person lacks ${hook}. Generate it again.`);
  });

  it("is rejected if a property has former names but not the code that finds them", () => {
    const mail = (code: object) => string("email", { formerly: ["mail"], ...code });
    expect(() => defineSchema({ properties: [id, mail({})] })).toThrow(
      "The generated class Person lacks evolution. Generate it again.",
    );
    expect(() => defineSchema({ properties: [id, mail({ evolution })] })).not.toThrow();
  });

  it("is rejected if a property reads other Edm types but lacks the code that finds them", () => {
    const total = (code: object) => double("total", { reads: ["Edm.Int32"], ...code });
    expect(() => defineSchema({ properties: [id, total({})] })).toThrow("lacks evolution");
    expect(() => defineSchema({ properties: [id, total({ evolution })] })).not.toThrow();
  });
});

describe("the parts of a key", () => {
  const at = dateTime("at");
  const n = int32("n");
  const partsOf = (row: readonly PartSource[], separator?: string) =>
    defineSchema({ rowKey: () => row, ...(separator !== undefined && { separator }) }).rowParts.map((part) =>
      typeof part === "string" ? part : [part.field, part.form],
    );

  it("join constant texts with the separators around them", () => {
    expect(partsOf([])).toEqual([""]);
    expect(partsOf(["a"])).toEqual(["a"]);
    expect(partsOf(["a", "b", id])).toEqual(["a!b!", ["id", ""]]);
    expect(partsOf([[n, pad(3)], "a", [n, pad(2)]])).toEqual([["n", "pad(3)"], "!a!", ["n", "pad(2)"]]);
    expect(partsOf([[at, ticksDesc], "a"], "::")).toEqual([["at", "desc"], "::a"]);
    expect(partsOf(["a-", id], "")).toEqual(["a-", ["id", ""]]);
  });

  it("escape the separator in a string without a codec", () => {
    const rowKeyOf = (separator: string) => defineSchema({ rowKey: () => [id, "a"], separator }).rowKey({ id: "x!_" });
    expect(["!", "_", ""].map(rowKeyOf)).toEqual(["x~21_!a", "x!~5f_a", "x!_a"]);
  });

  it("have the codes of a property that stores them, and the number of shards", () => {
    const status = coded(n, { open: 0 });
    expect(defineSchema({ rowKey: () => [[status, pad(1)]] }).rowKey({ n: "open" })).toBe("0");
    expect(defineSchema({ rowKey: () => [[id, shard(text(), 16)]] }).rowParts).toMatchObject([{ shards: 16 }]);
  });

  it("have the default of a property that has no value", () => {
    const size = int32("size", { default: 7 });
    const { rowKey, makesRowKey } = defineSchema({ rowKey: () => ["s", [size, pad(2)]] });
    expect([rowKey({}), rowKey({ size: 8 })]).toEqual(["s!07", "s!08"]);
    expect([makesRowKey({}, "s!07"), makesRowKey({}, "s!08")]).toEqual([true, false]);
  });
});

describe("the check of a stored key", () => {
  const at = dateTime("at");

  /** Returns a schema whose PartitionKey is `p!` and the id, and the values that were written for a check. */
  function counting(...more: PartSource[]) {
    const written: unknown[] = [];
    const counted: KeyCodec = {
      ...text(),
      encode: (value: string) => {
        written.push(value);
        return value;
      },
    };
    return { schema: defineSchema({ partitionKey: () => ["p", [id, counted], ...more] }), written };
  }

  it("writes the key once for consecutive rows with the same key and values", () => {
    const { schema, written } = counting();
    const makes = (one: string, key: string) => schema.makesPartitionKey({ id: one }, key);
    expect([makes("a", "p!a"), makes("a", "p!a"), makes("a", "p!a")]).toEqual([true, true, true]);
    expect(written).toHaveLength(1);
    expect([makes("b", "p!a"), makes("a", "p!b"), makes("a", "p!a")]).toEqual([false, false, true]);
    expect(written).toHaveLength(3);
    expect([makes("b", "p!b"), makes("a", "p!a")]).toEqual([true, true]);
    expect(written).toHaveLength(5);
  });

  it.each<[string, PartSource, string]>([
    ["a time", [at, day], "p!a!1970-01-01"],
    ["shards", [id, shard(text(), 16)], "p!a!03"],
  ])("writes the key of every row if it has %s", (_, part, key) => {
    const { schema, written } = counting(part);
    const found = Array.from({ length: 3 }, () => schema.makesPartitionKey({ id: "a", at: new Date(0) }, key));
    expect([found, written.length]).toEqual([[true, true, true], 3]);
  });

  it("is true of the key that the values make, and of no other", () => {
    const { makesRowKey } = defineSchema({ rowKey: () => ["r", id, [at, ticksDesc], "end"] });
    const values = { id: "a", at: new Date("2021-01-02T03:04:05.123Z") };
    const key = "r!a!2517927441548769999!end";
    expect(makesRowKey(values, key)).toBe(true);
    for (const other of ["", "r!a", `${key}!`, key.slice(0, -1), key.replace("a", "b"), key.replace("99!", "98!")])
      expect(makesRowKey(values, other)).toBe(false);
    expect(makesRowKey({ ...values, at: new Date(0) }, key)).toBe(false);
    expect(() => makesRowKey({ id: "a" }, key)).toThrow(expect.objectContaining({ code: "value.missing" }));
  });
});

describe("the keys that a decoded row is compared with", () => {
  const own = string("own", { keyOnly: true });
  it.each<[string, readonly PartSource[], readonly PartSource[], object]>([
    ["both, if rows store all properties", ["p"], [id], { partition: true, row: true }],
    ["none, if the properties are stored in the keys alone", ["p"], [own], { partition: false, row: false }],
    ["one of which a row stores a property", [own], ["r", id, own], { partition: false, row: true }],
  ])("are %s", (_, partition, row, expected) => {
    const { comparedKeys } = defineSchema({
      partitionKey: () => partition,
      rowKey: () => row,
      properties: [...new Set([id, ...[...partition, ...row].filter((part) => part === own)])] as Property[],
    });
    expect(comparedKeys).toEqual(expected);
  });
});

describe("a schema", () => {
  const made = dateTime("made", { makeDefault: () => new Date(0) });
  const inserted = dateTime("inserted", { stamp: "insert" });
  const written = dateTime("written", { stamp: "write" });
  const fixed = string("fixed", { readOnly: true });
  const key = string("key", { readOnly: true });
  const mail = string("mail", { formerly: ["email"], evolution });
  const kept = string("kept", { formerly: ["old"], keepFormer: true, evolution });
  const large = binaryParts("large", { parts: 2 });
  const properties = [id, made, inserted, written, fixed, key, mail, kept, large];
  const features = [readOnly, madeDefaults];
  const schema = defineSchema({ properties, rowKey: () => [key], scope: "People/a/{id}", features });

  it("lists the properties that a write treats in their own way", () => {
    const names = (list: readonly { readonly field: string }[]) => list.map(({ field }) => field);
    expect(names(schema.madeDefaults)).toEqual(["made"]);
    expect(names(schema.readOnly)).toEqual(["inserted", "fixed"]);
    expect(names(schema.onWrite)).toEqual(["written"]);
    expect(names(schema.renamed)).toEqual(["mail"]);
    expect(Object.keys(schema.properties)).toEqual(names(properties));
    expect(schema.hooks).toMatchObject({ ...large.parts?.rows });
    expect(defineSchema({}).hooks.parseRow).toBeUndefined();
  });

  it("has the table of its scope, and its name for a kind by default", () => {
    expect(schema).toMatchObject({ table: "People", scope: "People/a/{id}", kind: "Person" });
    expect(defineSchema({ kind: "person" }).kind).toBe("person");
  });

  it("accepts its properties, and what a read adds to them", () => {
    const system = ["$kind", "$etag", "$timestamp"];
    expect([...defineSchema({}).names]).toEqual(["id", ...system]);
    expect([...defineSchema({ keepsUnknown: true, features: [unknownProperties] }).names]).toEqual([
      "id",
      ...system,
      "$extra",
    ]);
  });

  it("creates objects of the class", () => {
    class Person {
      constructor(...given: unknown[]) {
        Object.assign(this, { given });
      }
    }
    const { create } = defineSchema({ class: () => Person });
    const etag = 'W/"1"';
    const person = create({ id: "a" }, etag, new Date(0));
    expect(person).toBeInstanceOf(Person);
    expect(person).toMatchObject({ given: [{ id: "a" }, etag, new Date(0)] });
  });

  it("does not need the code for former names of a property in the key only", () => {
    const keyOnly = string("mail", { formerly: ["email"], keyOnly: true });
    expect(() => defineSchema({ properties: [keyOnly] })).not.toThrow();
  });

  it("has its indexes by name", () => {
    const entry = defineSchema({ name: "ByName" });
    const { indexes: found } = defineSchema({
      indexes: { byName: { entry: { $schema: entry } as EntityClass<EntityTypes>, unique: true } },
      features: [indexes],
    });
    expect(found).toEqual([{ name: "byName", entry, unique: true }]);
    expect(defineSchema({})).not.toHaveProperty("indexes");
  });
});
