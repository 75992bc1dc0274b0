import { describe, expect, it } from "vitest";
import { rawFilter } from "./filter-where.js";

describe("a raw part", () => {
  it.each([
    ["Total gt 5.0", 1],
    ["(Total gt 5.0 and not (Name eq 'it''s (fine) and eq 5')) or IsPaid", 2],
    ["IsPaid", 1],
    ["A eq 1 and(B ne 2)or(C le 3)", 3],
  ])("%s has %i comparisons", (text, comparisons) => {
    expect(rawFilter(text)).toEqual({ type: "raw", text, comparisons });
  });

  it.each(["A eq 1) or (B eq 2", "(A eq 1", "A eq 'x", "A eq 'it's'", "A eq 'x') or (PartitionKey ne ''"])(
    "that would leave its parentheses is refused: %s",
    (text) => {
      expect(() => rawFilter(text)).toThrow(expect.objectContaining({ code: "query.malformed-odata" }));
    },
  );

  it("that is empty is refused", () => {
    expect(() => rawFilter(" ")).toThrow(expect.objectContaining({ code: "query.empty-condition" }));
  });
});
