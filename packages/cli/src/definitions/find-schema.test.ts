import * as generator from "@tablewright/generator";
import type { StoredTableRow } from "@tablewright/runtime";
import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import {
  findPayloadSchema,
  findSchema,
  hasKeysOfDefinition,
  hasKind,
  hasPrefixes,
  isWrittenBy,
  storedNames,
  undeclaredIn,
} from "./find-schema.js";
import { type AnySchema, loadSchema, loadSchemas } from "./load-schema.js";

const schemaOf = (more: object) => ({ properties: {}, ...more }) as unknown as AnySchema;
const order = schemaOf({ name: "order", kindProperty: "kind", kind: "order", rowKeyPrefix: "order!" });
const line = schemaOf({ name: "line", kindProperty: "type", kind: "line" });
const note = schemaOf({
  name: "note",
  partitionKeyPrefix: "n!",
  rowKeyPrefix: "note!",
  partitionParts: ["n", { field: "id" }],
});
const any = schemaOf({ name: "any" });
const schemas = [note, order, line, any];

const payloadOf = (PartitionKey: string, RowKey: string, more: object = {}) => ({
  PartitionKey,
  RowKey,
  Timestamp: "2026-11-22T10:00:00Z",
  ...more,
});

const row = (partitionKey: string, rowKey: string, properties: Readonly<Record<string, EdmValue>> = {}) => ({
  partitionKey,
  rowKey,
  properties,
});

describe("the schema of a row", () => {
  it.each([
    ["order", row("n!1", "note!1", { kind: edm.string("order") })],
    ["line", row("n!1", "note!1", { type: edm.string("line"), kind: edm.string("x") })],
    ["note", row("n!1", "note!1")],
    ["note", row("n!1", "note!1", { kind: edm.string("other") })],
    ["any", row("n!1", "order!1")],
    ["any", row("x", "note!1", { kind: edm.binary(new Uint8Array()) })],
  ])("is %s for %j", (name, each) => {
    expect(findSchema(schemas, each)?.name).toBe(name);
    const { partitionKey, rowKey, properties } = each;
    const members = Object.entries(properties).flatMap(([key, { type, value }]) => [
      [`${key}@odata.type`, type],
      [key, value],
    ]);
    const payload = payloadOf(partitionKey, rowKey, Object.fromEntries(members));
    expect(findPayloadSchema(schemas, payload)?.name).toBe(name);
  });

  it("is none where neither kind nor keys match", () => {
    expect(findSchema([note, order], row("x", "note!1"))).toBeUndefined();
    expect(findPayloadSchema([note, order], payloadOf("x", "note!1"))).toBeUndefined();
  });

  it("is the first of those that the keys match", () => {
    const payload = payloadOf("n!1", "note!1");
    expect(findPayloadSchema([note, any], payload)).toBe(note);
    expect(findPayloadSchema([any, note], payload)).toBe(any);
  });

  it("has its kind as a string, whose type JSON need not name", () => {
    const payload = payloadOf("p", "r", { kind: "order" });
    expect(findPayloadSchema([order], payload)).toBe(order);
    expect(findPayloadSchema([order], { ...payload, "kind@odata.type": "Edm.Guid" })).toBeUndefined();
    expect(hasKind(order, row("p", "r", { kind: edm.string("order") }))).toBe(true);
    expect(hasKind(order, row("p", "r"))).toBe(false);
    expect(hasKind(note, row("p", "r", { kind: edm.string("order") }))).toBe(false);
  });

  it("has keys with both of its prefixes", () => {
    expect(hasPrefixes(note, row("n!1", "note!1"))).toBe(true);
    expect(hasPrefixes(note, row("x", "note!1"))).toBe(false);
    expect(hasPrefixes(note, row("n!1", "x"))).toBe(false);
    expect(hasPrefixes(any, row("x", "x"))).toBe(true);
  });
});

describe("the stored names of a definition", () => {
  const schema = schemaOf({
    kindProperty: "kind",
    properties: {
      plain: {},
      named: { name: "stored", formerly: ["old", "older"] },
      large: { parts: { names: ["large1", "large2"] } },
      inKey: { keyOnly: true },
    },
  });
  const names = ["plain", "stored", "old", "older", "large", "large1", "large2", "kind"];

  it("include former ones, those of the parts and the kind", () => {
    expect([...storedNames(schema)].sort()).toEqual([...names].sort());
    expect(storedNames(schema)).toBe(storedNames(schema));
    expect([...storedNames(schemaOf({}))]).toEqual([]);
  });

  it("are all that a row may have, unless others are kept", () => {
    const properties = Object.fromEntries([...names, "inKey", "named"].map((name) => [name, edm.int32(1)]));
    expect(undeclaredIn(schema, { properties })).toEqual(["inKey", "named"]);
    expect(undeclaredIn({ ...schema, keepsUnknown: true }, { properties })).toEqual([]);
  });
});

describe("a definition that is generated", () => {
  const text = `import { edm, entity } from "tablewright";
export const Order = entity({
  table: "Shop",
  kind: "order",
  properties: { id: edm.string({ maxLength: 20 }), at: edm.int32({ min: 0 }) },
  partitionKey: () => ["p"],
  rowKey: (k) => ["order", k.id, k.at.pad(6)],
});
`;
  const host = generator.createSourceHost({ "shop.table.ts": text });
  const { files } = generator.generate({ host, files: ["shop.table.ts"], outDir: "gen" });
  const schema = loadSchema("Order", files, generator);
  const properties = { kind: edm.string("order"), id: edm.string("a"), at: edm.int32(7) };

  it.each([
    [true, "p", "order!a!000007"],
    [false, "q", "order!a!000007"],
    [false, "p", "line!a!000007"],
    [false, "p", "order!a!x"],
  ])("has keys as the row or not: %s, %s %s", (has, partitionKey, rowKey) => {
    expect(hasKeysOfDefinition(schema, { partitionKey, rowKey })).toBe(has);
  });

  it.each<readonly [boolean, string, Readonly<Record<string, EdmValue>>]>([
    [true, "order!a!000007", properties],
    [true, "order!a!000007", { ...properties, more: edm.int32(1) }],
    [false, "order!a!000007", { ...properties, kind: edm.string("line") }],
    [false, "order!a!x", properties],
    [false, "order!b!000007", properties],
  ])("has written the row or not: %s, %s", (has, rowKey, values) => {
    expect(isWrittenBy(schema, row("p", rowKey, values) as unknown as StoredTableRow)).toBe(has);
  });

  it("is loaded by its name", () => {
    expect(schema.name).toBe("Order");
    expect(() => loadSchema("Other", files, generator)).toThrow(
      expect.objectContaining({
        code: "key.unknown-entity",
        message: "No definition is named Other.",
        help: "Pass one of these: Order",
      }),
    );
  });
});

describe("definitions of one table that store no kind", () => {
  const text = `import { edm, entity } from "tablewright";

const log = { table: "Logs", kindProperty: false, properties: { row: edm.string({ keyOnly: true, maxLength: 100 }) } } as const;

export const Instance = entity({ ...log, kind: "instance", partitionKey: () => ["I"], rowKey: (k) => [k.row.raw] });

export const InstanceCount = entity({ ...log, kind: "count", partitionKey: () => ["IA"], rowKey: (k) => [k.row.raw] });
`;
  const shapes = `import { edm, entity } from "tablewright";

export const Hour = entity({
  table: "Hours",
  kind: "hour",
  kindProperty: false,
  properties: { at: edm.dateTime({ keyOnly: true }) },
  partitionKey: (k) => [k.at.format("yyyyMMddHH")],
  rowKey: () => [""],
});

export const Saga = entity({
  table: "Hours",
  kind: "saga",
  kindProperty: false,
  properties: { saga: edm.guid({ keyOnly: true }), row: edm.string({ keyOnly: true, maxLength: 100 }) },
  partitionKey: (k) => [k.saga],
  rowKey: (k) => [k.row.raw],
});
`;
  const saga = "0f8fad5b-d9cb-469f-a165-70867728950e";

  it.each([
    [text, "Instance", "I", "r"],
    [text, "InstanceCount", "IA", "r"],
    [text, undefined, "IB", "r"],
    [shapes, "Hour", "2026112210", ""],
    [shapes, "Saga", saga, "r"],
    [shapes, undefined, "x", "r"],
  ])("are told by whole constant keys, or by their shapes", (source, name, partitionKey, rowKey) => {
    const host = generator.createSourceHost({ "a.table.ts": source });
    const { files, diagnostics } = generator.generate({ host, files: ["a.table.ts"], outDir: "gen" });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const all = loadSchemas(files, generator).toReversed();
    expect(findSchema(all, row(partitionKey, rowKey))?.name).toBe(name);
    expect(findSchema(all.toReversed(), row(partitionKey, rowKey))?.name).toBe(name);
    expect(findPayloadSchema(all, payloadOf(partitionKey, rowKey))?.name).toBe(name);
    expect(findPayloadSchema(all.toReversed(), payloadOf(partitionKey, rowKey))?.name).toBe(name);
  });
});
