import type * as $ from "@tablewright/runtime/codegen/v1";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEntity } from "../../../runtime/src/codec/decode-entity.js";
import { encodeEntity } from "../../../runtime/src/codec/encode-entity.js";
import { isReversible } from "../../../runtime/src/codec/keys/key-part.js";
import { readKeyOf } from "../../../runtime/src/codec/parse-key.js";
import { parsePayload } from "../../../runtime/src/codec/payload.js";
import type { TableError } from "../../../runtime/src/errors/table-error.js";
import { limits } from "../../../runtime/src/schema/limits.js";
import { standardSchema } from "../../../runtime/src/standard-schema.js";
import { initValues } from "../test/entity-values.js";
import { expectedFiles, goldenCases } from "../test/golden-cases.js";

/** A generated class without its types. */
interface GeneratedClass {
  readonly $schema: $.EntitySchema<$.EntityTypes>;
  readonly $hash: string;
  new (init: object, etag?: string, timestamp?: Date): Record<string, unknown> & { toJSON(): Record<string, unknown> };
  fromJSON(json: unknown): Record<string, unknown> & { toJSON(): Record<string, unknown> };
  partition(partition: object): $.Partition<string>;
  key(key: object): $.EntityId;
  parseKey(id: $.EntityId): Record<string, unknown>;
}

/** Cases whose values writes change or JSON omits. Conformance tests write and read such entities. */
const keptCases = ["kept"];

const modules = goldenCases
  .filter((name) => !keptCases.includes(name))
  .flatMap((name) => expectedFiles(name).filter((file) => file.endsWith("/index.ts")));
const classes: GeneratedClass[] = [];
for (const file of modules) {
  const exported: Record<string, unknown> = await import(file);
  classes.push(
    ...Object.values(exported)
      .filter((value) => typeof value === "function")
      .map((value) => value as unknown as GeneratedClass),
  );
}

const etag = "W/\"datetime'2026-01-02T03%3A04%3A05.6789012Z'\"";

/** Returns the service's row after `init` was inserted. */
function rowOf({ $schema }: GeneratedClass, init: object): $.EntityPayload {
  const { body } = encodeEntity($schema, init, 0, limits.storage);
  const system = {
    "odata.etag": etag,
    "Timestamp@odata.type": "Edm.DateTime",
    Timestamp: "2026-01-02T03:04:05.6789012Z",
  };
  return { ...(parsePayload(body) as $.EntityPayload), ...system };
}

/** Returns the values that are read after inserting `init`: with defaults, and JSON values as JSON stores them. */
function filled({ $schema }: GeneratedClass, init: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries($schema.properties).map(([name, property]) => [name, init[name] ?? property.default]),
  );
}

/** Removes negative zeros, which JSON does not have. */
function withoutNegativeZero(entity: object): object {
  return Object.fromEntries(Object.entries(entity).map(([name, value]) => [name, Object.is(value, -0) ? 0 : value]));
}

const refusedKeys = ["key.malformed", "decode.invalid", "entity.wrong-kind"];

/** Generates keys, and keys in which some characters are missing, changed or added. */
function nearKeys({ partitionKey, rowKey }: $.EntityId): fc.Arbitrary<$.EntityId> {
  return fc.record({ partitionKey: nearly(partitionKey), rowKey: nearly(rowKey) });
}

function nearly(key: string): fc.Arbitrary<string> {
  const part = fc.oneof(
    fc.constantFrom("", "!", ":", "::", "0", "9", "a", "F", "-", "~2f", "~", "/", "by"),
    fc.string(),
  );
  const edited = fc
    .tuple(fc.nat(key.length), fc.nat(2), part)
    .map(([at, dropped, added]) => key.slice(0, at) + added + key.slice(at + dropped));
  return fc.oneof(fc.constant(key), edited, fc.constant(key + key));
}

function outcome<T>(run: () => T): T | Error {
  try {
    return run();
  } catch (error) {
    return error as Error;
  }
}

it("finds the classes of all cases", () => {
  expect(classes.map(({ $schema }) => $schema.name)).toContain("Order");
  expect(classes.length).toBeGreaterThanOrEqual(goldenCases.length);
});

describe.each(classes.map((entity) => [entity.$schema.name, entity] as const))("generated class %s", (_, entity) => {
  const { $schema } = entity;
  const parts = [...$schema.partitionParts, ...$schema.rowParts].filter((part) => typeof part !== "string");
  const keyNames = parts.map(({ field }) => field);
  const law = (check: (init: Record<string, unknown>) => void) =>
    fc.assert(fc.property(initValues($schema), check), { numRuns: 40 });

  it("reads back what it wrote, with defaults filled in", () => {
    law((init) => {
      const row = decodeEntity($schema, rowOf(entity, init), true) as unknown as Record<string, unknown>;
      expect(row).toBeInstanceOf(entity);
      for (const [name, value] of Object.entries(filled(entity, init)))
        expect([name, row[name]]).toEqual([name, value]);
      expect(row["$etag"]).toBe(etag);
      expect(row["$kind"]).toBe($schema.kind);
      expect((row["$timestamp"] as Date).toISOString()).toBe("2026-01-02T03:04:05.6789012Z");
    });
  });

  it("writes what it read to the same bytes", () => {
    law((init) => {
      const row = rowOf(entity, init);
      const { partitionKey, rowKey, body } = encodeEntity($schema, init, 0, limits.storage);
      const again = encodeEntity($schema, decodeEntity($schema, row, true), 0, limits.storage);
      expect(again).toMatchObject({ partitionKey, rowKey, body });
    });
  });

  it("finds its values in its keys", () => {
    const isDetermined = (name: string) => parts.some((part) => part.field === name && isReversible(part));
    law((init) => {
      const values = filled(entity, init);
      const id = entity.key(values);
      const told = Object.fromEntries(keyNames.filter(isDetermined).map((name) => [name, values[name]]));
      expect(readKeyOf($schema, id)).toEqual(told);
      if (keyNames.every(isDetermined)) expect(entity.parseKey(id)).toEqual(told);
      else expect(() => entity.parseKey(id)).toThrow(expect.objectContaining({ code: "key.not-reversible" }));
      expect(entity.partition(values).partitionKey).toBe(id.partitionKey);
      expect(entity.partition(values).scope).toBe($schema.scope);
    });
  });

  it("tells its stored keys from all others", () => {
    law((init) => {
      const { partitionKey, rowKey } = entity.key(filled(entity, init));
      const near = (key: string) => [
        key,
        `${key}!`,
        key.slice(0, -1),
        key.replace(/\d(?=\D*$)/, "x"),
        `~${key.slice(1)}`,
      ];
      const made = (keys: string[], makes: (values: object, key: string) => boolean) =>
        keys.filter((key) => makes(init, key));
      for (const key of made(near(partitionKey), $schema.makesPartitionKey)) expect(key).toBe(partitionKey);
      for (const key of made(near(rowKey), $schema.makesRowKey)) expect(key).toBe(rowKey);
      expect($schema.makesPartitionKey(init, partitionKey)).toBe(true);
      expect($schema.makesRowKey(init, rowKey)).toBe(true);
    });
  });

  it("gives every instance the same fields in the same order", () => {
    const fields = Object.keys(new entity({}));
    law((init) => {
      expect(Object.keys(new entity(init))).toEqual(fields);
      expect(Object.keys(decodeEntity($schema, rowOf(entity, init), true))).toEqual(fields);
    });
    expect(fields.slice(0, Object.keys($schema.properties).length)).toEqual(Object.keys($schema.properties));
  });

  it("is its own Init, Key and Partition, and spreads", () => {
    law((init) => {
      const instance = new entity(init);
      expect(new entity(instance)).toEqual(instance);
      expect(new entity({ ...instance })).toEqual(instance);
      expect(entity.key(instance)).toEqual(entity.key(filled(entity, init)));
      expect(entity.partition(instance)).toEqual(entity.partition(filled(entity, init)));
    });
  });

  it("becomes JSON without what the SDK adds besides its kind", () => {
    law((init) => {
      const json = JSON.parse(JSON.stringify(new entity(init))) as Record<string, unknown>;
      const present = Object.entries(filled(entity, init)).filter(([, value]) => value !== undefined);
      expect(Object.keys(json)).toEqual([...present.map(([name]) => name), "$kind"]);
    });
  });

  it("comes back from its JSON", () => {
    law((init) => {
      const instance = new entity(init);
      const again = entity.fromJSON(JSON.parse(JSON.stringify(instance)));
      expect(again).toBeInstanceOf(entity);
      expect(withoutNegativeZero(again)).toEqual(withoutNegativeZero(instance));
    });
  });

  it("comes from values and from JSON that leave out what has a default", () => {
    law((init) => {
      const withoutDefaults = (values: object) =>
        Object.entries(values).filter(([name]) => {
          const property = $schema.properties[name];
          return property?.default === undefined && property?.makeDefault === undefined;
        });
      const json: unknown = JSON.parse(JSON.stringify(new entity(init)));
      expect(entity.fromJSON(Object.fromEntries(withoutDefaults(json as object)))).toBeInstanceOf(entity);
      const { validate } = standardSchema(entity)["~standard"];
      expect(validate(Object.fromEntries(withoutDefaults(init)))).toEqual({ value: expect.any(entity) });
    });
  });

  it("refuses keys of another shape", () => {
    expect(() => entity.parseKey({ partitionKey: "no", rowKey: "such~key" })).toThrow(
      expect.objectContaining({ code: "key.malformed" }),
    );
  });

  it("carries a hash", () => {
    expect(entity.$hash).toMatch(/^[0-9a-f]{16}$/);
  });
});

/** Classes with values that only keys store, and the names of those. */
const keyOnlyClasses = classes.flatMap((entity) => {
  const { name, properties } = entity.$schema;
  const alone = Object.keys(properties).filter((property) => properties[property]?.keyOnly);
  return alone.length === 0 ? [] : [[name, alone, entity] as const];
});

it("finds the classes with values that only keys store", () => {
  expect(keyOnlyClasses.map(([name]) => name)).toEqual(expect.arrayContaining(["Follow", "Bookmark", "Trip"]));
});

describe.each(keyOnlyClasses)("generated class %s, with only keys that store %j", (_, alone, entity) => {
  const { $schema } = entity;

  it("reads a row by its keys as parseKey does, and refuses others by the names of entity and key", () => {
    const cases = initValues($schema).chain((init) =>
      fc.tuple(fc.constant(init), nearKeys(entity.key(filled(entity, init)))),
    );
    const outcomes = { read: 0, refused: 0 };
    const read = ([init, { partitionKey, rowKey }]: [object, $.EntityId]) => {
      const row = { ...rowOf(entity, init), PartitionKey: partitionKey, RowKey: rowKey };
      const parsed = outcome(() => readKeyOf($schema, { partitionKey, rowKey }) as Record<string, unknown>);
      const decoded = outcome(() => decodeEntity($schema, row, true) as unknown as Record<string, unknown>);
      if (decoded instanceof Error) {
        outcomes.refused++;
        const codes = parsed instanceof Error ? refusedKeys : ["decode.key-mismatch"];
        expect(codes).toContain((decoded as TableError).code);
        expect(decoded.message).toContain($schema.name);
      } else {
        outcomes.read++;
        expect(parsed).toMatchObject(Object.fromEntries(alone.map((name) => [name, decoded[name]])));
      }
    };
    fc.assert(fc.property(cases, read), { numRuns: 1000 });
    expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(0);
  });
});
