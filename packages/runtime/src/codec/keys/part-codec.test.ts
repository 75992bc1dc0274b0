import { describe, expect, it } from "vitest";
import { foldHooks } from "../../schema/hooks.js";
import * as forms from "../../schema/key-forms.js";
import { codedType } from "../edm/coded-type.js";
import { dateTime } from "../edm/date-time.js";
import type { EdmType } from "../edm/edm-type.js";
import { int32 } from "../edm/int32.js";
import { int64 } from "../edm/int64.js";
import { isOrdered, isReversible, keyPart, keyPartText, parseKeyPart, parsePart } from "./key-encoding.js";
import type { KeyEncoding, PropertyPart } from "./key-part.js";
import { findCodec } from "./part-codec.js";
import { endsRaw, endsText, escapePattern, keyRaw, keyText, lowerPattern, rawPattern, textPattern } from "./text.js";

foldHooks(Object.values(forms));

const whole = (source: string) => new RegExp(`^(?:${source})$`);

/** Encodings with a width, a text of theirs, and their order. */
const encodings: readonly (readonly [KeyEncoding, width: number, text: string, order: string | undefined])[] = [
  ["text", 0, "a~21b", undefined],
  ["raw", 0, "a~b", undefined],
  ["lower", 0, "a~21b", undefined],
  ["guid", 0, "0f8fad5b-d9cb-469f-a165-70867728950e", undefined],
  ["boolean", 0, "1", undefined],
  ["pad", 4, "0007", "asc"],
  ["int32Asc", 0, "2147483655", "asc"],
  ["int32Desc", 0, "2147483640", "desc"],
  ["int64Asc", 0, "09223372036854775808", "asc"],
  ["int64Desc", 0, "09223372036854775807", "desc"],
  ["ticksAsc", 0, "0637451534451230000", "asc"],
  ["ticksDesc", 0, "2517927441548765432", "desc"],
  ["year", 0, "2026", undefined],
  ["month", 0, "2026-11", undefined],
  ["day", 0, "2026-11-21", undefined],
  ["hour", 0, "2026-11-21T05", undefined],
  [".shard", 16, "06", undefined],
];

describe.each(encodings)("the encoding %s", (encoding, width, text, order) => {
  const codec = findCodec(encoding);

  it("has a pattern that matches its texts, and no longer ones", () => {
    const pattern = whole(codec.pattern("!", width, {}));
    expect(text).toMatch(pattern);
    for (const other of [`${text}!`, `!${text}`]) expect(other).not.toMatch(pattern);
  });

  it(`has the order ${order}`, () => {
    expect(codec.order).toBe(order);
  });

  it("is created once", () => {
    expect(findCodec(encoding)).toBe(codec);
  });
});

it("an encoding that the class did not bring is an error", () => {
  const message = "The generated class lacks the key form .unheardOf(3). Generate it again.";
  // Other copies of the runtime may follow: this worker has loaded one for each file of tests.
  expect(() => findCodec(".unheardOf(3)")).toThrow(message);
  expect(() => findCodec("exact.unheardOf")).toThrow("lacks the key form exact.unheardOf");
});

it("a time of which the key keeps a part is derived, or exact where the definition says so", () => {
  const at = new Date("2026-11-22T10:05:07.500Z");
  const derived = findCodec(".seconds");
  expect([derived.isDerived, derived.isExact, derived.floor?.(at as never)]).toEqual([true, undefined, "1795341907"]);
  const exact = findCodec("exact.seconds");
  expect([exact.isDerived, exact.isExact, exact.floor?.(at as never)]).toEqual([undefined, true, "1795341907"]);
  expect(() => exact.encode(at as never, "", 0)).toThrow(
    'is 2026-11-22T10:05:07.500Z; the key keeps only "1795341907" of it; round it, or store the property',
  );
  const whole = new Date("2026-11-22T10:05:07Z");
  expect([derived.keeps?.(at as never), derived.keeps?.(whole as never)]).toEqual([false, true]);
});

describe("the pattern of strings", () => {
  it("excludes what is escaped, and no more", () => {
    const pattern = whole(textPattern("!", 0, {}));
    for (const plain of ["", "a", "~2f", "a b_$'é名😀", "\u00a0", "A"]) expect(plain).toMatch(pattern);
    for (const escaped of [..."/\\#?%!\u0000\u001f\u007f\u009f"]) expect(`a${escaped}`).not.toMatch(pattern);
    expect("a!b").toMatch(whole(textPattern("|", 0, {})));
    expect("a!b").toMatch(whole(textPattern("", 0, {})));
  });

  it("requires the length of the definition", () => {
    for (const pattern of [textPattern("!", 0, { length: 3 }), lowerPattern("!", 0, { length: 3 })].map(whole)) {
      expect("abc").toMatch(pattern);
      expect("~2fbc").toMatch(pattern);
      expect("ab").not.toMatch(pattern);
    }
  });

  it("in lower case excludes A to Z", () => {
    const pattern = whole(lowerPattern("!", 0, {}));
    for (const lower of ["", "a~2fé", "İ"]) expect(lower).toMatch(pattern);
    for (const other of ["A", "aZ", "a!"]) expect(other).not.toMatch(pattern);
  });

  it("without escapes excludes the text after them", () => {
    expect("a:b/").toMatch(whole(rawPattern("::")));
    expect("a::b").not.toMatch(whole(rawPattern("::")));
    expect("a.b").not.toMatch(whole(rawPattern(".")));
    expect("a::b\n").toMatch(whole(rawPattern("")));
  });

  it("escapes every character with a meaning", () => {
    const text = "\\^$.*+?()[]{}|/-a";
    expect(text).toMatch(whole(escapePattern(text)));
    expect(`${text}a`).not.toMatch(whole(escapePattern(text)));
  });
});

it.each([
  ["!", "!", true, true],
  ["!x", "!", true, true],
  ["x!", "!", false, false],
  ["", "!", false, false],
  ["x", "", false, false],
  ["abc", "abc", false, true],
  ["~0~", "~0~", false, true],
  ["→", "→", false, true],
  ["a→!", "a→!", true, true],
])("the constant %j after a text that ends before %j shows its end: escaped %s, raw %s", (next, end, text, raw) => {
  expect([endsText(next, end), endsRaw(next, end)]).toEqual([text, raw]);
});

it("the last part of a key holds any text, escaped or as it is", () => {
  expect([keyText("a!b/", ""), keyRaw("a!b~", "")]).toEqual(["a!b~2f", "a!b~"]);
  expect(() => keyRaw("a/b", "")).toThrow("remove .raw to have it escaped");
  const contains = 'contains the separator "!" at index 1, which a raw key part cannot contain; remove .raw';
  expect(() => keyRaw("a!b", "!")).toThrow(contains);
  for (const separator of ["::", "→", "abc", "~0~"]) {
    expect(() => keyRaw(`x${separator}y`, separator)).toThrow(
      `contains the separator ${JSON.stringify(separator)} at index 1`,
    );
  }
});

describe("a part of a key", () => {
  const type = codedType(int32 as EdmType, { open: 0, paid: 1 });
  const status: PropertyPart = ["status", "pad", 2, undefined, "!", type];
  const part = { type: type as unknown as EdmType, end: "!", width: 2 };

  it("has the code of a name, which is read back", () => {
    expect(keyPartText(status, "paid")).toBe("01");
    expect(parseKeyPart("01", "pad", part)).toBe("paid");
    expect(() => parseKeyPart("07", "pad", part)).toThrow('has key text "07", which is not a code of open, paid');
    for (const nothing of [undefined, null])
      expect(() => keyPartText(status, nothing)).toThrow(expect.objectContaining({ code: "value.missing" }));
  });

  it("is read and ordered only if its text determines the value", () => {
    const parts: readonly PropertyPart[] = [
      ["n", "pad", 2],
      ["n", "pad", 2, 16],
      status,
      ["s", "text"],
      ["at", "day"],
      ["at", ".seconds.pad(10)"],
    ];
    expect(parts.map(isReversible)).toEqual([true, false, true, true, false, false]);
    expect(parts.map(isOrdered)).toEqual([true, false, false, false, false, true]);
    expect(isReversible("order!")).toBe(false);
  });

  it("is written as it was read, unless the value is another", () => {
    const id = (n: number) => keyPart(".hex(4)", n, "!");
    expect(parsePart("00ff", ".hex(4)", { type: int32 as EdmType })).toBe(255);
    expect([id(255), id(254), id(255)]).toEqual(["00ff", "00fe", "00ff"]);
    const at = parsePart("1795341907", "exact.seconds", { type: dateTime as EdmType }) as Date;
    expect(keyPart("exact.seconds", at)).toBe("1795341907");
    at.setUTCSeconds(8);
    expect(keyPart("exact.seconds", at)).toBe("1795341908");
    expect(() => keyPart("exact.seconds", undefined)).toThrow(expect.objectContaining({ code: "value.missing" }));
    expect(parsePart("00000000000000ff", ".hex(16)", { type: int64 as EdmType })).toBe(255n);
  });
});
