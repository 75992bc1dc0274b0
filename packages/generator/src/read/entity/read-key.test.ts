import { describe, expect, it } from "vitest";
import { placesOf, readText } from "../test/read-files.js";

function readKey(rowKey: string, before = "") {
  const text = `${before}\nexport const A = entity({ table: "Abc", properties: { x: edm.string(), "y": edm.int32() }, partitionKey: () => ["p"],\nrowKey: ${rowKey} });`;
  const { drafts, diagnostics } = readText(text);
  if (diagnostics.length > 0) return placesOf(diagnostics);
  return drafts[0]?.rowKey?.parts.map((part) =>
    part.kind === "literal" ? part.text : [part.property.value, part.format?.value, part.width?.value],
  );
}

describe("a key", () => {
  it.each([
    ["(k) => [k.x]", [["x", undefined, undefined]]],
    ["k => ['a', k.x.raw]", ["a", ["x", "raw", undefined]]],
    [
      "(key) => [key.y.pad(10), key.y.desc]",
      [
        ["y", "pad", 10],
        ["y", "desc", undefined],
      ],
    ],
    [
      '(k) => [k["x"], k["y"]["asc"]]',
      [
        ["x", undefined, undefined],
        ["y", "asc", undefined],
      ],
    ],
    ["(k) => ([k.x])", [["x", undefined, undefined]]],
    ["(k) => [k.x] as const", [["x", undefined, undefined]]],
    ["(k) => { return [k.x]; }", [["x", undefined, undefined]]],
    ["() => []", []],
    ["(k) => [(k.x)]", [["x", undefined, undefined]]],
    ["(k) => [`a`, k.y.pad]", ["a", ["y", "pad", undefined]]],
    ['(k) => [k.y.pad("4")]', [["y", "pad", Number.NaN]]],
  ])("%s", (text, parts) => expect(readKey(text)).toEqual(parts));

  it("may be a constant, and hold constants and spreads of them", () => {
    expect(readKey("byCustomer", 'const byCustomer = (k) => ["cust", k.x];')).toEqual([
      "cust",
      ["x", undefined, undefined],
    ]);
    expect(readKey("(k) => [prefix, ...more, k.x]", 'const prefix = "a"; const more = ["b", "c"];')).toEqual([
      "a",
      "b",
      "c",
      ["x", undefined, undefined],
    ]);
  });

  it("hides a constant with the name of its parameter", () => {
    expect(readKey("(prefix) => [prefix.x]", 'const prefix = "a";')).toEqual([["x", undefined, undefined]]);
  });

  it.each([
    ["['a']", "3:9 definition.invalid-value"],
    ["(k) => 'a'", "3:16 definition.not-static"],
    ["(k) => { const x = 1; return [k.x]; }", "3:16 definition.not-static"],
    ["(k) => k", "3:16 definition.not-static"],
    ["({ x }) => [x]", "3:10 definition.not-static"],
    ["function (k) { return [k.x]; }", "3:9 definition.not-static"],
    ["(k) => ['a' + k.x]", "3:17 definition.not-static"],
    ["(k) => [k]", "3:17 definition.not-static"],
    ["(k) => [k.x()]", "3:17 definition.not-static"],
    ["(k) => [k[name]]", "3:17 definition.not-static"],
    ["(k) => [5]", "3:17 definition.invalid-value"],
    ["(k) => [...k]", "3:17 definition.not-static"],
    ["(k) => [other.x]", "3:17 definition.name-not-found"],
    ["(k) => [k.y.pad(width)]", "3:25 definition.name-not-found"],
    ['(k) => ["a" + k.x]', "3:17 definition.not-static"],
    ["(k) => [edm.string()]", "3:17 definition.invalid-value"],
  ])("is not %s", (text, place) => expect(readKey(text)).toEqual([place]));

  it("may not be a method", () => {
    const { diagnostics } = readText(
      'export const A = entity({ table: "Abc", properties: {}, partitionKey: () => ["p"],\nrowKey(k) { return [k.x]; } });',
    );
    expect(placesOf(diagnostics)).toEqual(["2:1 definition.not-static"]);
  });
});
