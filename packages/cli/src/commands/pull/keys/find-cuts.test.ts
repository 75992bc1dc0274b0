import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { buildColumns } from "../sample/columns.js";
import { commonStart, findCuts, leadingJoint } from "./find-cuts.js";

/** Finds the ways to split texts, each as the head of the first text, `|`, the joint and `|`. */
function cutsOf(texts: readonly string[], ...values: readonly (string | EdmValue)[]): string[] {
  const rows = values.map((value) => {
    const typed = typeof value === "string" ? edm.string(value) : value;
    return { partitionKey: "", rowKey: "", properties: { value: typed } };
  });
  const [first = ""] = texts;
  return findCuts(texts, buildColumns(rows)).map(({ lengths, joint }) => {
    for (const [row, text] of texts.entries()) expect(text.slice(lengths[row]).startsWith(joint)).toBe(true);
    return `${first.slice(0, lengths[0])}|${joint}|`;
  });
}

describe("texts are split", () => {
  it("at the first joint of each, with the longest joints first", () => {
    expect(cutsOf(["a--b--c", "aa--bb"])).toEqual(["a|--|"]);
    expect(cutsOf(["a!b-c", "aa-b!c"])).toEqual(["a|!|", "a!b|-|"]);
    expect(cutsOf(["a::b", "a:b"])).toEqual(["a|:|"]);
  });

  it("at no joint that some text lacks", () => {
    expect(cutsOf(["a-b", "ab"])).toEqual([]);
  });

  it("at a joint of up to eight characters", () => {
    expect(cutsOf(["a--------b", "c--------d"])).toEqual(["a|--------|"]);
    expect(cutsOf(["a---------b", "c---------d"])).toEqual(["a|--------|"]);
  });

  it("not within a guid or a date", () => {
    const guid = (end: number) => `0f8fad5b-d9cb-469f-a165-70867728950${end}`;
    expect(cutsOf([`x_${guid(1)}`, `x_${guid(2)}`])).toEqual(["x|_|"]);
    expect(cutsOf([`x_${guid(1)}`, "x-y_z"])).toEqual(["x|_|"]);
    expect(cutsOf(["x_2026-11-22T10:00:00.123Z", "x_2026-11-23T10:00:00.123Z"])).toEqual(["x|_|"]);
    expect(cutsOf(["x-2026-11", "x-2026-12"])).toEqual(["x|-|"]);
    expect(cutsOf(["x_2026-11-22:b", "x_2026-11-23:c"])).toEqual(["x|_|", "x_2026-11-22|:|"]);
    expect(cutsOf(["x_2026-11_y", "xx_2026-12_y"])).toEqual(["x|_|"]);
  });

  it("after the guid or date that all of them start with", () => {
    expect(cutsOf(["2026-11-22-by-1", "2026-11-23-by-2"])).toEqual([
      "2026-11-22|-|",
      "2026-11-22|-b|",
      "2026-11-22|-by|",
      "2026-11-22|-by-|",
    ]);
  });

  it("after the values of a column, which may contain the joint", () => {
    expect(cutsOf(["a-b-1", "c-2"], "a-b", "c")).toEqual(["a|-|", "a-b|-|"]);
    expect(cutsOf(["ab-1", "c-2"], "", "c")).toEqual(["ab|-|"]);
    expect(cutsOf(["abx1", "cx2"], "ab", "c")).toEqual(["ab|x|"]);
    expect(cutsOf(["abx1", "cx2"], "ab", "d")).toEqual([]);
    expect(cutsOf(["5x1", "7x2"], edm.int32(5), edm.int32(7))).toEqual(["5|x|"]);
    expect(cutsOf(["5x1", "7x2"], edm.int64(5n), edm.int64(7n))).toEqual(["5|x|"]);
    expect(cutsOf(["5x1", "7x2"], edm.double(5), edm.double(7))).toEqual([]);
  });

  it("in twelve ways at most", () => {
    expect(cutsOf(["a!b|c:d;e,f$g@h+i=k&l^m?n/o.p"])).toHaveLength(12);
    expect(cutsOf(["a!b|c:d;e,f$g@h+i=k&l^m"])).toHaveLength(11);
  });
});

describe("the joint at the start of a text", () => {
  it.each([
    ["-", "-a-b"],
    ["::", "::a"],
    ["", "a-b"],
    ["", "~21"],
    ["", "%2F"],
    ["", ""],
  ])("is %j for %j", (joint, text) => {
    expect(leadingJoint(text)).toBe(joint);
  });
});

describe("the common start", () => {
  it.each([
    ["ab", ["abc", "abd", "ab"]],
    ["", ["a", "b"]],
    ["abc", ["abc"]],
    ["", []],
    ["a", ["abc", "abd", "a"]],
  ])("is %j for %j", (start, texts) => {
    expect(commonStart(texts)).toBe(start);
  });
});
