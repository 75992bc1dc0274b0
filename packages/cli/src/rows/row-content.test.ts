import { edm } from "@tablewright/runtime/edm";
import { expect, it } from "vitest";
import { formatContent, hasSameContent } from "./row-content.js";

it("the content of a row is that of its properties alone, in any order", () => {
  const [a, b] = [edm.string("x"), edm.int32(1)];
  const content = formatContent({ properties: { b, a } });
  expect(formatContent({ properties: { a, b } })).toBe(content);
  expect(content.indexOf('"a"')).toBeLessThan(content.indexOf('"b"'));
  expect(formatContent({ properties: { a } })).not.toBe(content);
  expect(formatContent({ properties: { a, b: edm.int64(1n) } })).not.toBe(content);
});

it("rows have the same content if they have the same properties, in any order", () => {
  const [a, b] = [edm.string("x"), edm.int32(1)];
  const isSame = (one: object, other: object) =>
    hasSameContent({ properties: { ...one } }, { properties: { ...other } });
  expect([isSame({ a, b }, { b, a }), isSame({ a, b: undefined }, { a }), isSame({}, {})]).toEqual([true, true, true]);
  expect(isSame({ a }, { a: b })).toBe(false);
  expect([isSame({ a }, { b: a }), isSame({ a, b }, { a }), isSame({ a }, { a, b })]).toEqual([false, false, false]);
  expect(isSame({ constructor: a }, {})).toBe(false);
});
