import { describe, expect, it } from "vitest";
import type { PropertyPart } from "../codec/keys/key-part.js";
import { evolution } from "../features/evolution/evolution.js";
import { indexes } from "../features/indexes/indexes.js";
import { readOnly } from "../features/read-only/read-only.js";
import { madeDefaults } from "../features/stamps/made-defaults.js";
import { coded } from "../features/stored/coded-property.js";
import { binaryParts } from "../features/stored/stored-in-parts.js";
import { unknownProperties } from "../features/unknown/unknown.js";
import { type SchemaSource, schema } from "./define-schema.js";
import type { EntityClass, EntitySchema } from "./entity-schema.js";
import type { EntityTypes } from "./entity-types.js";
import { dateTime, double, int32, string } from "./property.js";

const id = string("id");

function defineSchema(source: Partial<SchemaSource<EntityTypes>>): EntitySchema<EntityTypes> {
  return schema({
    name: "Person",
    scope: "People/{id}",
    partition: [id],
    row: ["person"],
    properties: [id],
    partitionKey: () => "",
    rowKey: () => "",
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
  const partsOf = (row: SchemaSource<EntityTypes>["row"], separator?: string) =>
    defineSchema({ row, ...(separator !== undefined && { separator }) }).rowParts;

  it("join constant texts with the separators around them", () => {
    expect(partsOf([])).toEqual([""]);
    expect(partsOf(["a"])).toEqual(["a"]);
    expect(partsOf(["a", "b", id])).toEqual(["a!b!", ["id", "text", undefined, undefined, "!"]]);
    expect(partsOf([[n, "pad", 3], "a", [n, "pad", 2]])).toEqual([
      ["n", "pad", 3, undefined, "!"],
      "!a!",
      ["n", "pad", 2, undefined, "!"],
    ]);
    expect(partsOf([[at, "ticksDesc"], "a"], "::")).toEqual([["at", "ticksDesc", undefined, undefined, "::"], "::a"]);
    expect(partsOf(["a-", id], "")).toEqual(["a-", ["id", "text", undefined, undefined, ""]]);
  });

  it("end where the definition says, and a raw last part at the end of the key", () => {
    const end = (part: SchemaSource<EntityTypes>["row"][number], ...rest: string[]) =>
      (partsOf([part, ...rest])[0] as PropertyPart)[4];
    expect(end([id, "raw"])).toBe("");
    expect(end([id, "raw"], "a")).toBe("!");
    expect(end([id, "text"])).toBe("!");
    expect(end([id, "text", 0, undefined, ":"])).toBe(":");
    expect(end([id, "raw", 0, undefined, ":"])).toBe(":");
  });

  it("have the codes of a property that stores them, and the number of shards", () => {
    const status = coded(n, { open: 0 });
    expect(partsOf([[status, "pad", 1]])).toEqual([["n", "pad", 1, undefined, "!", status.type]]);
    expect(partsOf([[id, "text", 0, 16]])).toEqual([["id", "text", 0, 16, "!"]]);
  });
});

describe("the check of a stored key", () => {
  const at = dateTime("at");

  /** Returns a schema whose PartitionKey is `p!` and the id, and the keys that were built. */
  function counting(source: Partial<SchemaSource<EntityTypes>>) {
    const built: unknown[] = [];
    const partitionKey = (values: object) => {
      built.push(values);
      return `p!${(values as { id: string }).id}`;
    };
    return { schema: defineSchema({ partition: ["p", id], partitionKey, ...source }), built };
  }

  it("builds the key once for consecutive rows with the same key and values", () => {
    const { schema, built } = counting({});
    const makes = (one: string, key: string) => schema.makesPartitionKey({ id: one }, key);
    expect([makes("a", "p!a"), makes("a", "p!a"), makes("a", "p!a")]).toEqual([true, true, true]);
    expect(built).toHaveLength(1);
    expect([makes("b", "p!a"), makes("a", "p!b"), makes("a", "p!a")]).toEqual([false, false, true]);
    expect(built).toHaveLength(3);
    expect([makes("b", "p!b"), makes("a", "p!a")]).toEqual([true, true]);
    expect(built).toHaveLength(5);
  });

  it.each<[string, SchemaSource<EntityTypes>["partition"]]>([
    ["a time", ["p", id, [at, "day"]]],
    ["shards", ["p", [id, "text", 0, 16]]],
  ])("builds the key of every row if it has %s", (_, partition) => {
    const { schema, built } = counting({ partition, properties: [id, at] });
    for (let row = 0; row < 3; row++) expect(schema.makesPartitionKey({ id: "a" }, "p!a")).toBe(true);
    expect(built).toHaveLength(3);
  });

  it("uses the function of the class that compares without building the key", () => {
    const calls: unknown[] = [];
    const end = (values: object, key: string, at: number) => {
      calls.push([key, at]);
      return at < 0 ? -1 : at + (values as { id: string }).id.length;
    };
    const schema = defineSchema({
      partition: ["p", id],
      row: [id],
      partitionKeyEnd: end,
      rowKeyEnd: end,
      partitionKey: () => "?",
      rowKey: () => "?",
    });
    expect(schema.makesPartitionKey({ id: "a" }, "p!a")).toBe(true);
    expect(schema.makesPartitionKey({ id: "a" }, "p!ab")).toBe(false);
    expect(schema.makesPartitionKey({ id: "a" }, "q!a")).toBe(false);
    expect([schema.makesRowKey({ id: "a" }, "a"), schema.makesRowKey({ id: "a" }, "")]).toEqual([true, false]);
    expect(calls).toEqual([
      ["p!a", 2],
      ["p!ab", 2],
      ["q!a", -1],
      ["a", 0],
      ["", 0],
    ]);
    expect(schema).not.toHaveProperty("partitionKeyEnd");
  });

  it("builds the RowKey if the class has no such function", () => {
    const schema = defineSchema({ rowKey: (values) => (values as { id: string }).id });
    expect([schema.makesRowKey({ id: "a" }, "a"), schema.makesRowKey({ id: "b" }, "a")]).toEqual([true, false]);
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
  const schema = defineSchema({ properties, row: [key], scope: "People/a/{id}", features });

  it("lists the properties that a write treats in their own way", () => {
    const names = (list: readonly { readonly field: string }[]) => list.map(({ field }) => field);
    expect(names(schema.madeDefaults)).toEqual(["made"]);
    expect(names(schema.readOnly)).toEqual(["inserted", "fixed"]);
    expect(names(schema.onWrite)).toEqual(["written"]);
    expect(names(schema.renamed)).toEqual(["mail"]);
    expect(Object.keys(schema.properties)).toEqual(names(properties));
    expect(schema.largeRows).toBe(large.parts?.rows);
    expect(defineSchema({}).largeRows).toBeUndefined();
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
