import { describe, expect, it } from "vitest";
import { closestName, didYouMean, quote, quoteCharacter } from "./wording.js";

describe("closestName", () => {
  it.each([
    ["orderNum", "orderNo"],
    ["ordreNo", "orderNo"],
    ["ORDERNO", "orderNo"],
    ["totl", "total"],
    ["a", "b"],
  ])("takes %s for %s", (written, name) => {
    expect(closestName(written, ["customerId", name, "zzzzzzzz"])).toBe(name);
  });

  it("finds nothing that is too far away", () => {
    expect(closestName("currency", ["total", "orderNo"])).toBeUndefined();
    expect(closestName("x", [])).toBeUndefined();
  });

  it("prefers the first of equally close names", () => {
    expect(closestName("toal", ["total", "goal"])).toBe("total");
  });
});

it("didYouMean falls back to other help", () => {
  expect(didYouMean("totl", ["total"], "Declare it.")).toBe('Did you mean "total"?');
  expect(didYouMean("currency", ["total"], "Declare it.")).toBe("Declare it.");
});

it("escapes what cannot be seen", () => {
  expect(quote('größe 名前 "x"')).toBe('"größe 名前 \\"x\\""');
  expect(quote("a\tb\u0081\u200B\uE000\u00AD")).toBe('"a\\tb\\u{0081}\\u{200B}\\u{E000}\\u{00AD}"');
  expect(quote("\uD800")).toBe('"\\ud800"');
  expect(quoteCharacter("#")).toBe('"#" (U+0023)');
  expect(quoteCharacter("\u{1F600}")).toBe('"😀" (U+1F600)');
});
