import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPropertyName, offendingCharacter } from "./property-name.js";

describe("rule 4: a property name is a C# identifier that XML 1.0 takes", () => {
  it.each(["total", "_x", "A1", "größe", "名前", "class", "Ⅷ", "e\u0301", "a\u203Fb", "x\u0660", "ÿ"])(
    "accepts %s",
    (name) => {
      expect(isPropertyName(name)).toBe(true);
    },
  );

  it.each([
    ["", '""'],
    ["µs", '"µ" (U+00B5)'],
    ["aª", '"ª" (U+00AA)'],
    ["º", '"º" (U+00BA)'],
    ["a\u00ADb", '"\\u{00AD}" (U+00AD)'],
    ["a\u200Bb", '"\\u{200B}" (U+200B)'],
    ["a\u200Db", '"\\u{200D}" (U+200D)'],
    ["\uE000", '"\\u{E000}" (U+E000)'],
    ["a\uF8FF", '"\\u{F8FF}" (U+F8FF)'],
    ["a\uFFFE", '"\\u{FFFE}" (U+FFFE)'],
    ["a\u0000", '"\\u0000" (U+0000)'],
    ["a\u001F", '"\\u001f" (U+001F)'],
    ["a\u007F", '"\\u{007F}" (U+007F)'],
    ["a\u0081", '"\\u{0081}" (U+0081)'],
    ["a\uD800", '"\\ud800" (U+D800)'],
    ["𝒳", '"𝒳" (U+1D4B3)'],
    ["line-no", '"-" (U+002D)'],
    ["@class", '"@" (U+0040)'],
    ["1st", '"1" (U+0031)'],
    ["\u0301e", '"\u0301" (U+0301)'],
    ["a b", '" " (U+0020)'],
    ["a.b", '"." (U+002E)'],
    ["$x", '"$" (U+0024)'],
    ["a·b", '"·" (U+00B7)'],
  ])("refuses %j because of %s", (name, character) => {
    expect(isPropertyName(name)).toBe(false);
    expect(offendingCharacter(name)).toBe(character);
  });

  it("takes names character by character: any part from the start of a name is one", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 2, maxLength: 4 }), (name) => {
        if (isPropertyName(name)) expect(isPropertyName(name.slice(0, -1))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});
