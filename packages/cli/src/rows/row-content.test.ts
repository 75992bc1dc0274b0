import { edm } from "@tablewright/runtime/edm";
import { expect, it } from "vitest";
import { formatContent } from "./row-content.js";

it("the content of a row is that of its properties alone, in any order", () => {
  const [a, b] = [edm.string("x"), edm.int32(1)];
  const content = formatContent({ properties: { b, a } });
  expect(formatContent({ properties: { a, b } })).toBe(content);
  expect(content.indexOf('"a"')).toBeLessThan(content.indexOf('"b"'));
  expect(formatContent({ properties: { a } })).not.toBe(content);
  expect(formatContent({ properties: { a, b: edm.int64(1n) } })).not.toBe(content);
});
