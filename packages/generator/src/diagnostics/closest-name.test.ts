import { describe, expect, it } from "vitest";
import { closestName, didYouMean } from "./closest-name.js";

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
