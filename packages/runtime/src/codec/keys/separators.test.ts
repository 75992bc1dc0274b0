import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTableError, TableError } from "../../errors/table-error.js";
import { law } from "../../test/law.js";
import { forbiddenCharacter, keyRaw, keyText, parseRaw, parseText } from "./text.js";

const separators = ["!", ":", "::", ":::", "|-|", "_a_", "xxy", "xyx", "xyxyx", "%2F", "zzzzzzzz", "_→_"];

describe.each(separators)("parts joined with %j", (separator) => {
  const inside = [...separator, separator, separator.slice(1), separator.slice(0, -1)];
  const value = fc.string({ unit: fc.constantFrom(...inside, "a", "~", "/", "%", "é"), maxLength: 6 });
  const values = fc.array(value, { minLength: 1, maxLength: 4 });
  const join = (parts: readonly string[]) => parts.map((part) => keyText(part, separator)).join(separator);

  it("read back as their values, and distinct values have distinct keys", () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const key = join(a);
        expect(key.split(separator).map((text) => parseText(text, separator))).toEqual(a);
        expect(key === join(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
      law(5_000),
    );
  });

  it("start with the text of their first values", () => {
    fc.assert(
      fc.property(values, value, value, (parts, head, tail) => {
        const text = keyText(head, separator);
        expect(keyText(head + tail, separator).startsWith(text)).toBe(true);
        expect(join([head, ...parts]).startsWith(text + separator)).toBe(true);
        expect(join(parts).startsWith(text + separator)).toBe(parts.length > 1 && parts[0] === head);
      }),
      law(5_000),
    );
  });

  it("are refused raw exactly where the end of the part could be taken for another", () => {
    const raw = fc.string({ unit: fc.constantFrom(...inside, "a", "~", "%", "é"), maxLength: 6 });
    fc.assert(
      fc.property(raw, raw, (one, other) => {
        const isClear = `${one}${separator}${other}`.split(separator)[0] === one;
        expect(isRaw(one, separator)).toBe(isClear && !one.includes(separator));
        if (isClear) expect(parseRaw(`${one}${separator}${other}`.split(separator)[0])).toBe(one);
      }),
      law(5_000),
    );
  });
});

it("a raw value that ends with the start of the separator is refused by name", () => {
  expect(() => keyRaw("a:", "::")).toThrow(
    'ends with ":", the start of the separator "::"; remove .raw to have it escaped',
  );
  expect(() => keyRaw("a-=", "-=-")).toThrow('ends with "-=", the start of the separator "-=-";');
  expect(keyRaw("a:b", "::")).toBe("a:b");
  expect(keyText("a:b", "::")).toBe("a~3ab");
});

it.each([
  ["/a", 'contains "/" U+002F at index 0'],
  ["a\u0000", "contains U+0000 at index 1"],
])("a raw value %j is refused, because no key may contain its character", (value, problem) => {
  const message = `${problem}; keys cannot contain / \\ # ? or control characters; remove .raw to have it escaped`;
  expect(() => keyRaw(value)).toThrow(new TableError("key.forbidden-character", message));
});

it("a whole key is refused without the advice for a part", () => {
  const message = 'contains "#" U+0023 at index 2; keys cannot contain / \\ # ? or control characters';
  expect(forbiddenCharacter("ab#", 2)).toEqual(new TableError("key.forbidden-character", message));
});

function isRaw(value: string, separator: string): boolean {
  try {
    return keyRaw(value, separator) === value;
  } catch (error) {
    if (isTableError(error, "key.forbidden-character")) return false;
    throw error;
  }
}
