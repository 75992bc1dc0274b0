import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shard } from "../codec/keys/derived.js";
import { int32Asc, int32Desc, pad } from "../codec/keys/fixed-numbers.js";
import type { KeyCodec } from "../codec/keys/key-codec.js";
import { type KeyPart, propertyPart, writeKey } from "../codec/keys/key-part.js";
import { decimal } from "../codec/keys/numeral.js";
import { text } from "../codec/keys/text.js";
import { day, month, ticksAsc, ticksDesc } from "../codec/keys/times.js";
import { dateTime, int32, string } from "../schema/property.js";
import { law } from "../test/law.js";
import type { KeyScope } from "./key-scope.js";
import { partitionKeysOfWhere, rowKeysOfWhere } from "./keys-of-where.js";

const properties = { at: dateTime("at"), n: int32("n"), id: string("id") };
const names = new Set([...Object.keys(properties), "$kind", "$etag"]);
const part = (name: keyof typeof properties, codec: KeyCodec) => propertyPart(properties[name], codec);

type Schema = Parameters<typeof partitionKeysOfWhere>[0];

function schemaOf(partitionParts: readonly KeyPart[], rowParts: readonly KeyPart[] = [], hooks = {}): Schema {
  return { name: "Entry", kind: "entry", names, properties, partitionParts, rowParts, hooks } as unknown as Schema;
}

interface Values {
  readonly at: Date;
  readonly n: number;
  readonly id: string;
}

const at = fc.integer({ min: 0, max: 400 }).map((hours) => new Date(Date.UTC(2026, 0, 25, hours)));
const values = fc.record({ at, n: fc.integer({ min: 0, max: 120 }), id: fc.constantFrom("a", "a!", "b", "ba", "~") });
const operators = ["ge", "gt", "le", "lt"] as const;

function conditionOf<V>(value: fc.Arbitrary<V>): fc.Arbitrary<unknown> {
  const bound = fc.tuple(fc.constantFrom("ge", "gt"), value, fc.constantFrom("le", "lt"), value);
  return fc.oneof(
    value,
    value.map((eq) => ({ eq })),
    fc.array(value, { minLength: 1, maxLength: 3 }).map((list) => ({ in: list })),
    fc.tuple(fc.constantFrom(...operators), value).map(([operator, limit]) => ({ [operator]: limit })),
    bound.map(([from, low, to, high]) => ({ [from]: low, [to]: high })),
    fc.tuple(value, value).map(([ge, ne]) => ({ ge, ne })),
    fc.tuple(value, value).map((between) => ({ between })),
    fc.tuple(value, value, value).map(([low, high, lt]) => ({ between: [low, high], lt })),
  );
}

const where = fc.record(
  {
    at: conditionOf(at),
    n: conditionOf(fc.integer({ min: 0, max: 120 })),
    id: conditionOf(values.map(({ id }) => id)),
  },
  { requiredKeys: [] },
);

function meets(value: Date | number | string, condition: unknown): boolean {
  const isPlain = typeof condition !== "object" || condition instanceof Date;
  return Object.entries(isPlain ? { eq: condition } : (condition as object)).every(([operator, operand]) => {
    if (operator === "in")
      return (operand as unknown[]).some((each) => Number(each) === Number(value) || each === value);
    const isEqual = operand instanceof Date ? Number(operand) === Number(value) : operand === value;
    if (operator === "eq") return isEqual;
    if (operator === "ne") return !isEqual;
    if (operator === "between") return isBetween(value, operand as readonly (typeof value)[]);
    if (operator === "ge") return value >= operand;
    if (operator === "gt") return value > operand;
    return operator === "le" ? value <= operand : value < operand;
  });
}

function isBetween<V>(value: V, [low = value, high = value]: readonly V[]): boolean {
  return value >= low && value <= high;
}

function contains(scope: KeyScope, key: string): boolean {
  if ("eq" in scope) return scope.eq === key;
  return key >= (scope.ge ?? "") && (scope.lt === undefined || key < scope.lt);
}

const layouts = {
  "pad, asc": [part("n", pad(4)), "!", part("at", ticksAsc)],
  "desc, text": [part("n", int32Desc), "!", part("id", text())],
  "text, ticks desc": [part("id", text()), "!", part("at", ticksDesc)],
  "day, number": ["d!", part("at", day), "!", part("n", int32Asc)],
  "month, then day": [part("at", month), "!", part("at", day)],
  "shard, day": [part("id", shard(text(), 4)), "!", part("at", day)],
  "number in digits, text": [part("n", decimal), part("id", text())],
  "text, shard, pad": [part("id", text()), "!", part("at", shard(ticksAsc, 3)), "!", part("n", pad(4))],
} satisfies Record<string, readonly KeyPart[]>;

describe.each(Object.entries(layouts))("keys of %s", (_, parts) => {
  it.each([
    ["PartitionKeys", (schema: Schema, given: object) => partitionKeysOfWhere(schema, given, 50)],
    ["RowKeys", rowKeysOfWhere],
  ] as const)("%s contain every row that meets a condition, and no other where they cover it", (name, find) => {
    const isPartition = name === "PartitionKeys";
    const schema = isPartition ? schemaOf(parts) : schemaOf([], parts);
    let limited = 0;
    fc.assert(
      fc.property(where, fc.array(values, { minLength: 30, maxLength: 30 }), (condition, rows) => {
        const keys = find(schema, condition);
        if (keys === undefined) return;
        limited++;
        const { scopes, covered, matches = () => true } = keys;
        const given = Object.entries(condition);
        for (const row of rows as Values[]) {
          const key = writeKey(parts, { ...row });
          const holders = scopes.filter((scope) => contains(scope, key));
          expect(holders.length).toBeLessThanOrEqual(1);
          const isFound = holders.length === 1 && matches(key);
          if (given.every(([field, each]) => meets(row[field as keyof Values], each))) expect(isFound).toBe(true);
          if (!isFound) continue;
          for (const [field, each] of given)
            if (covered.has(field)) expect(meets(row[field as keyof Values], each)).toBe(true);
        }
      }),
      law(6000),
    );
    expect(limited).toBeGreaterThan(10);
  });
});

describe("keys of a condition", () => {
  const sharded = schemaOf([part("id", shard(text(), 4)), "!", part("at", day)]);

  it("list the shards that the condition does not determine", () => {
    const range = { at: { ge: new Date("2026-01-02T00:00:00Z"), lt: new Date("2026-01-04T00:00:00Z") } };
    expect(partitionKeysOfWhere(sharded, range, 10)?.scopes).toEqual(
      ["0", "1", "2", "3"].map((each) => ({ ge: `${each}!2026-01-02`, lt: `${each}!2026-01-04` })),
    );
    expect(partitionKeysOfWhere(sharded, range, 3)).toBeUndefined();
    expect(partitionKeysOfWhere(sharded, { id: "a", ...range }, 3)?.scopes).toHaveLength(1);
  });

  it("are not limited while rows may wait under former keys, nor by a value that no key contains", () => {
    const parts = [part("n", pad(2))];
    expect(partitionKeysOfWhere(schemaOf(parts, [], { former: {} }), { n: { ge: 5 } }, 10)).toBeUndefined();
    expect(partitionKeysOfWhere(schemaOf(parts), { n: { ge: 500 } }, 10)).toBeUndefined();
    expect(partitionKeysOfWhere(schemaOf(parts), { n: { ge: 5 } }, 10)?.scopes).toEqual([{ ge: "05" }]);
  });
});
