import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lower, shard } from "../codec/keys/derived.js";
import { pad } from "../codec/keys/fixed-numbers.js";
import { propertyPart } from "../codec/keys/key-part.js";
import { text } from "../codec/keys/text.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { int32, string } from "../schema/property.js";
import { filterText } from "./filter/filter.js";
import type { KeyScope, PartitionScope } from "./key-scope.js";
import { isOpen, kindFilter, partitionKeysOfKind, pinnedValues, rowsInScope, withoutPinned } from "./key-scope.js";

describe("a scope of keys", () => {
  it.each<[PartitionScope, boolean]>([
    [{}, true],
    [{ ge: undefined, lt: undefined }, true],
    [{ ge: "" }, false],
    [{ lt: "a" }, false],
    [{ eq: "" }, false],
    [{ in: [] }, false],
  ])("%j includes every key: %s", (scope, expected) => {
    expect(isOpen(scope)).toBe(expected);
  });

  const isIn = (row: object, partitionKey: PartitionScope, rowKey: KeyScope = {}) =>
    rowsInScope(partitionKey, rowKey)(row as EntityPayload);

  it("includes the keys from its beginning to before its end", () => {
    const key = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 2 });
    const end = fc.option(key, { nil: undefined });
    fc.assert(
      fc.property(key, end, end, (RowKey, ge, lt) => {
        const isWithin = (ge === undefined || RowKey >= ge) && (lt === undefined || RowKey < lt);
        expect(isIn({ PartitionKey: "p", RowKey }, {}, { ge, lt })).toBe(isWithin);
        expect(isIn({ PartitionKey: RowKey, RowKey: "r" }, { ge, lt })).toBe(isWithin);
      }),
    );
  });

  it("includes one key, or the listed ones, and a row only if both of its keys are included", () => {
    const row = { PartitionKey: "p", RowKey: "r" };
    expect(isIn(row, { eq: "p" }, { eq: "r" })).toBe(true);
    expect(isIn(row, { eq: "q" }, { eq: "r" })).toBe(false);
    expect(isIn(row, { eq: "p" }, { eq: "s" })).toBe(false);
    expect(isIn(row, { in: ["o", "p"] })).toBe(true);
    expect(isIn(row, { in: ["o"] })).toBe(false);
    expect(isIn(row, { in: [] })).toBe(false);
  });

  it.each<[KeyScope, string]>([
    [{ ge: "b" }, "\ue000"],
    [{ lt: "b" }, "\ue000"],
    [{ ge: "\ud83d\ude00" }, "a"],
    [{ ge: "a", lt: "\uffff" }, "\ud83d\ude00"],
    [{ lt: "\ue000" }, "\uffff"],
  ])("includes keys whose order the services do not agree on: %j and %j", (scope, RowKey) => {
    expect(isIn({ PartitionKey: "p", RowKey }, {}, scope)).toBe(true);
  });

  it.each<KeyScope>([{}, { ge: "a" }, { ge: "\uffff" }, { eq: "a" }])(
    "%j includes no key that is not a string",
    (scope) => {
      for (const RowKey of [undefined, 5]) expect(isIn({ PartitionKey: "p", RowKey }, {}, scope)).toBe(false);
    },
  );
});

describe("the PartitionKeys of a kind", () => {
  const constant = { partitionKeyPrefix: "all", partitionParts: ["all"] };
  const varied = { partitionKeyPrefix: "cust!", partitionParts: ["cust!", propertyPart(string("id"), text())] };
  const narrowed = (schema: Parameters<typeof partitionKeysOfKind>[0], chosen: PartitionScope) => {
    const { partitionKey, filter } = partitionKeysOfKind(schema, chosen);
    return [partitionKey, typeof filter === "boolean" ? filter : filterText(filter)];
  };

  it("are the only one if it is constant", () => {
    expect(narrowed(constant, {})).toEqual([{ eq: "all" }, true]);
    expect(narrowed(constant, { ge: "a" })).toEqual([{ ge: "a" }, "PartitionKey eq 'all'"]);
  });

  it("begin with its constant text, within the chosen range", () => {
    expect(narrowed(varied, {})).toEqual([{ ge: "cust!", lt: 'cust"' }, true]);
    expect(narrowed(varied, { ge: "cust!b", lt: "d" })).toEqual([{ ge: "cust!b", lt: 'cust"' }, true]);
  });

  it.each<PartitionScope>([{ eq: "x" }, { in: ["x"] }])("are the chosen ones as they are: %j", (chosen) => {
    expect(narrowed(constant, chosen)).toEqual([chosen, true]);
    expect(narrowed(varied, chosen)).toEqual([chosen, true]);
  });

  it("are all if nothing distinguishes them", () => {
    expect(narrowed({ ...varied, partitionKeyPrefix: undefined } as never, {})).toEqual([{}, true]);
  });
});

describe("the filter for a kind", () => {
  const kind = { kind: "it's", kindProperty: "type" };

  it("compares the stored kind if no key tells it", () => {
    expect(filterText(kindFilter(kind) as never)).toBe("type eq 'it''s'");
  });

  it.each([{ ...kind, rowKeyPrefix: "a" }, { ...kind, partitionKeyPrefix: "a" }, { kind: "a" }])(
    "is not needed otherwise: %j",
    (schema) => {
      expect(kindFilter(schema)).toBe(true);
    },
  );
});

describe("the values of a key in a condition", () => {
  const parts = [
    "e!",
    propertyPart(int32("n"), pad(2)),
    "!",
    propertyPart(string("id"), text()),
    propertyPart(string("id"), lower()),
  ];
  const time = new Date(0);

  it.each<[object, object | undefined]>([
    [
      { n: 1, id: "a", other: 1 },
      { n: 1, id: "a" },
    ],
    [
      { n: { eq: 1 }, id: "a" },
      { n: 1, id: "a" },
    ],
    [
      { n: 0, id: "" },
      { n: 0, id: "" },
    ],
    [
      { n: time, id: "a" },
      { n: time, id: "a" },
    ],
    [{ n: 1 }, undefined],
    [{ n: { ge: 1 }, id: "a" }, undefined],
    [{ n: { eq: 1, ge: 1 }, id: "a" }, undefined],
    [{ n: {}, id: "a" }, undefined],
    [{ n: null, id: "a" }, undefined],
    [{ n: { eq: undefined }, id: "a" }, undefined],
    [Object.create({ n: 1, id: "a" }) as object, undefined],
  ])("are those that it states for all parts: %j", (where, values) => {
    expect(pinnedValues(parts, where)).toEqual(values);
  });

  it("need no other condition, unless the key contains only a derived value", () => {
    const where = { n: 1, id: "a", other: 1 };
    expect(withoutPinned(where, ["e!", propertyPart(int32("n"), pad(2))])).toEqual({ id: "a", other: 1 });
    expect(withoutPinned(where, [propertyPart(int32("n"), shard(pad(2), 4))])).toEqual(where);
  });
});
