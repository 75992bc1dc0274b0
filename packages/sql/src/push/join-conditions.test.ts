import { describe, expect, it } from "vitest";
import type { Condition } from "../relations/relation.js";
import { joinConditions, neededConditions } from "./join-conditions.js";

const one: Condition = { where: { a: 1 }, isExact: true };
const two: Condition = { where: { b: 2 }, isExact: true };
const rough: Condition = { where: { c: 3 }, isExact: false };
const keyOnly: Condition = { where: undefined, isExact: true };

describe("joined conditions", () => {
  it("are exact if each of them is", () => {
    expect(joinConditions(true, [one, two])).toEqual({ where: { $and: [{ a: 1 }, { b: 2 }] }, isExact: true });
    expect(joinConditions(false, [one, two])).toEqual({ where: { $or: [{ a: 1 }, { b: 2 }] }, isExact: true });
    expect(joinConditions(true, [one, rough])).toEqual({ where: { $and: [{ a: 1 }, { c: 3 }] }, isExact: false });
    expect(joinConditions(false, [rough, two])).toEqual({ where: { $or: [{ c: 3 }, { b: 2 }] }, isExact: false });
  });

  it.each([undefined, keyOnly])("leave what the service cannot check out of AND, and out of OR everything", (other) => {
    expect(joinConditions(true, [other, two])).toEqual({ where: { $and: [{ b: 2 }] }, isExact: false });
    expect(joinConditions(false, [one, other])).toBeUndefined();
    expect(joinConditions(true, [other])).toBeUndefined();
    expect(joinConditions(false, [other, other])).toBeUndefined();
  });

  it("are the condition itself if there is only one", () => {
    expect(joinConditions(true, [one])).toBe(one);
    expect(joinConditions(false, [rough])).toBe(rough);
    expect(joinConditions(true, [])).toBeUndefined();
  });
});

describe("conditions of a relation", () => {
  const conjuncts = (...conditions: readonly (Condition | undefined)[]) =>
    conditions.map((condition) => ({ node: {}, condition }));

  it("are those of its only reference, even those that only keys can check", () => {
    expect(neededConditions([])).toEqual([]);
    expect(neededConditions([conjuncts(one, undefined, keyOnly)])).toEqual([one, keyOnly]);
  });

  it("keep the rows that any of several references needs", () => {
    expect(neededConditions([conjuncts(one), conjuncts(two, rough)])).toEqual([
      { where: { $or: [{ a: 1 }, { $and: [{ b: 2 }, { c: 3 }] }] }, isExact: false },
    ]);
    expect(neededConditions([conjuncts(one), conjuncts(undefined)])).toEqual([]);
    expect(neededConditions([conjuncts(one), conjuncts()])).toEqual([]);
  });
});
