import { expect, it } from "vitest";
import { quote, quoteCharacter } from "./quote.js";

it("escapes what cannot be seen", () => {
  expect(quote('größe 名前 "x"')).toBe('"größe 名前 \\"x\\""');
  expect(quote("a\tb\u0081\u200B\uE000\u00AD")).toBe('"a\\tb\\u{0081}\\u{200B}\\u{E000}\\u{00AD}"');
  expect(quote("\uD800")).toBe('"\\ud800"');
  expect(quoteCharacter("#")).toBe('"#" (U+0023)');
  expect(quoteCharacter("\u{1F600}")).toBe('"😀" (U+1F600)');
});
