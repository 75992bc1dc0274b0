import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filterText } from "./filter.js";
import { intersect, prefixRange, prefixSuccessor, rangeFilter, type TextRange } from "./filter-prefix.js";

function textOf(prefix: string): string {
  const filter = rangeFilter("RowKey", prefixRange(prefix));
  return typeof filter === "boolean" ? String(filter) : filterText(filter);
}

describe("prefix range", () => {
  it.each([
    ["abc", "RowKey ge 'abc' and RowKey lt 'abd'"],
    ["a\uffff", "RowKey ge 'a\uffff' and RowKey lt 'b'"],
    ["x'", "RowKey ge 'x''' and RowKey lt 'x('"],
    ["\uffff\uffff", "RowKey ge '\uffff\uffff'"],
  ])("of %j is %s", (prefix, filter) => {
    expect(textOf(prefix)).toBe(filter);
  });

  it("of the empty prefix is everything", () => {
    expect(textOf("")).toBe("true");
  });

  it("ends with a character that UTF-8 can carry", () => {
    expect(prefixSuccessor("a\ud7ff")).toBe("a\u{10000}");
    expect(prefixSuccessor("a\u{1f600}")).toBe("a\u{1f601}");
    expect(prefixSuccessor("a\u{103ff}")).toBe("a\u{10400}");
    expect(prefixSuccessor("a\u{10ffff}")).toBe("a\ue000");
  });

  it("holds exactly the strings that begin with the prefix, in the order of UTF-16 units", () => {
    const text = fc.string({ unit: "binary", maxLength: 4 });
    const edge = fc.constantFrom("\ud7ff", "\u{10000}", "\u{10ffff}", "\ue000", "\uffff", "a", "\u0000", "\u{103ff}");
    const mixed = fc.array(fc.oneof(edge, fc.string({ unit: "binary", minLength: 1, maxLength: 1 })), { maxLength: 4 });
    const strings = fc.oneof(
      text,
      mixed.map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(strings, strings, fc.boolean(), (prefix, other, isJoined) => {
        const value = isJoined ? prefix + other : other;
        const { ge, lt } = prefixRange(prefix);
        const isWithin = (ge === undefined || value >= ge) && (lt === undefined || value < lt);
        expect(isWithin).toBe(value.startsWith(prefix));
        expect(() => encodeURIComponent(lt ?? "")).not.toThrow();
      }),
      { numRuns: 5000 },
    );
  });
});

it("intersects ranges at their inner ends", () => {
  expect(intersect({ ge: "b" }, { ge: "a", lt: "c" })).toEqual({ ge: "b", lt: "c" });
  expect(intersect({ ge: "b", lt: "d" }, {})).toEqual({ ge: "b", lt: "d" });
});

it("an intersection contains what both ranges contain", () => {
  const end = fc.option(fc.constantFrom("a", "b", "c", "d"), { nil: undefined });
  const range = fc.record({ ge: end, lt: end });
  const isWithin = ({ ge, lt }: TextRange, text: string) =>
    (ge === undefined || text >= ge) && (lt === undefined || text < lt);
  fc.assert(
    fc.property(range, range, fc.constantFrom("", "a", "b", "c", "d", "e"), (one, other, text) => {
      expect(isWithin(intersect(one, other), text)).toBe(isWithin(one, text) && isWithin(other, text));
    }),
  );
});
