import fc from "fast-check";
import { expect, it } from "vitest";
import { law } from "../test/law.js";
import { foreignText, visibleText } from "./format-value.js";

it.each([
  ["terminal escapes", "\u001b[31mred\u009b0m\u0007", "\\u{1b}[31mred\\u{9b}0m\\u{7}"],
  ["line ends, which would begin a line of the log", "a\r\nERROR b\u2028c", "a\\u{d}\\u{a}ERROR b\\u{2028}c"],
  ["marks that turn text around", "a\u202etxt.exe\u2066b\u200f", "a\\u{202e}txt.exe\\u{2066}b\\u{200f}"],
  ["what is not seen", "a\u200bb\ufeffc\u00ad\u{e0041}", "a\\u{200b}b\\u{feff}c\\u{ad}\\u{e0041}"],
  ["halves of a character", "a\ud800b", "a\\u{d800}b"],
])("writes out %s", (_, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

it.each(["The resource does not exist.", "größe, 名前, العربية", "😀"])("leaves %j as it is", (text) => {
  expect(visibleText(text)).toBe(text);
});

it("bounds a foreign text, and looks for secrets before it cuts", () => {
  expect(foreignText(`${"x".repeat(20)}?sig=secret`, 26)).toBe(`${"x".repeat(20)}?sig=[…`);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 20 }), (text, max) => {
      const shown = foreignText(text, max);
      expect(shown.length).toBeLessThanOrEqual(8 * max + 1);
      expect(visibleText(shown)).toBe(shown);
    }),
    law(5000),
  );
});
