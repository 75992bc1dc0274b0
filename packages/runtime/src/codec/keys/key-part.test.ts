import { describe, expect, it } from "vitest";
import { codedType } from "../edm/coded-type.js";
import type { EdmType } from "../edm/edm-type.js";
import { int32 } from "../edm/numbers.js";
import { string } from "../edm/string.js";
import { lower, shard } from "./derived.js";
import { bit, int32Asc, int32Desc, int64Asc, int64Desc, pad } from "./fixed-numbers.js";
import { guidD } from "./identifiers.js";
import { exact, type KeyCodec } from "./key-codec.js";
import { fieldsOf, isReversible, propertyPart } from "./key-part.js";
import {
  endsRaw,
  endsText,
  escapePattern,
  keyRaw,
  keyText,
  lowerPattern,
  raw,
  rawPattern,
  text,
  textPattern,
} from "./text.js";
import { day, hour, month, seconds, ticksAsc, ticksDesc, year } from "./times.js";

const whole = (source: string) => new RegExp(`^(?:${source})$`);

/** Codecs with a text of theirs, and their form and order. */
const codecs: readonly (readonly [form: string, KeyCodec, text: string, order: string | undefined])[] = [
  ["", text(), "a~21b", undefined],
  ["raw", raw("!"), "a~b", undefined],
  ["lower", lower(), "a~21b", undefined],
  ["", guidD, "0f8fad5b-d9cb-469f-a165-70867728950e", undefined],
  ["", bit, "1", undefined],
  ["pad(4)", pad(4), "0007", "asc"],
  ["asc", int32Asc, "2147483655", "asc"],
  ["desc", int32Desc, "2147483640", "desc"],
  ["asc", int64Asc, "09223372036854775808", "asc"],
  ["desc", int64Desc, "09223372036854775807", "desc"],
  ["asc", ticksAsc, "0637451534451230000", "asc"],
  ["desc", ticksDesc, "2517927441548765432", "desc"],
  ["year", year, "2026", "asc"],
  ["month", month, "2026-11", "asc"],
  ["day", day, "2026-11-21", "asc"],
  ["hour", hour, "2026-11-21T05", "asc"],
  ["shard(16)", shard(text(), 16), "06", undefined],
];

describe.each(codecs)("the codec with the form %j", (form, codec, written, order) => {
  it(`has a pattern that matches ${written}, and no longer texts`, () => {
    const pattern = whole(codec.pattern({}));
    expect(written).toMatch(pattern);
    for (const other of [`${written}!`, `!${written}`]) expect(other).not.toMatch(pattern);
  });

  it(`has the order ${order}`, () => {
    expect([codec.form, codec.order]).toEqual([form, order]);
  });
});

it("a time of which the key keeps a part is derived, or exact where the definition says so", () => {
  const at = new Date("2026-11-22T10:05:07.500Z") as never;
  const derived = seconds();
  expect([derived.isDerived, derived.isExact, derived.floor(at)]).toEqual([true, undefined, "1795341907"]);
  const only = exact(derived);
  expect([only.isDerived, only.isExact, only.floor?.(at)]).toEqual([undefined, true, "1795341907"]);
  expect(() => only.encode(at)).toThrow(
    'is 2026-11-22T10:05:07.500Z; the key keeps only "1795341907" of it; round it, or store the property',
  );
  const second = new Date("2026-11-22T10:05:07Z") as never;
  expect([derived.keeps(at), derived.keeps(second)]).toEqual([false, true]);
});

describe("the pattern of strings", () => {
  it("excludes what is escaped, and no more", () => {
    const pattern = whole(textPattern("!", {}));
    for (const plain of ["", "a", "~2f", "a b_$'é名😀", "\u00a0", "A"]) expect(plain).toMatch(pattern);
    for (const escaped of [..."/\\#?%!\u0000\u001f\u007f\u009f"]) expect(`a${escaped}`).not.toMatch(pattern);
    expect("a!b").toMatch(whole(textPattern("|", {})));
    expect("a!b").toMatch(whole(textPattern("", {})));
  });

  it("requires the length of the definition", () => {
    for (const pattern of [textPattern("!", { length: 3 }), lowerPattern("!", { length: 3 })].map(whole)) {
      expect("abc").toMatch(pattern);
      expect("~2fbc").toMatch(pattern);
      expect("ab").not.toMatch(pattern);
    }
  });

  it("in lower case excludes A to Z", () => {
    const pattern = whole(lowerPattern("!", {}));
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
  const type = codedType(int32 as EdmType, { open: 0, paid: 1 }) as EdmType;
  const status = propertyPart({ field: "status", type, default: "open" }, pad(2));

  it("has the code of a name, which is read back", () => {
    expect(status.encode("paid")).toBe("01");
    expect(status.parse("01")).toBe("paid");
    expect(() => status.parse("07")).toThrow('has key text "07", which is not a code of open, paid');
    expect(status.pattern()).toBe("00|01");
    for (const nothing of [undefined, null])
      expect(() => status.encode(nothing)).toThrow(expect.objectContaining({ code: "value.missing" }));
  });

  it("allows the values of the definition alone", () => {
    const plan = propertyPart({ field: "plan", type: string as EdmType, oneOf: ["free", "a.b"] }, text());
    expect(plan.pattern()).toBe("free|a\\.b");
    expect(plan.parse("free")).toBe("free");
    expect(() => plan.parse("paid")).toThrow('has key text "paid", which is not one of ["free","a.b"]');
  });

  it("is read if its text determines the value, and ordered if texts sort as values", () => {
    const n = (codec: KeyCodec) => propertyPart({ field: "n", type: int32 as EdmType }, codec);
    const parts = [n(pad(2)), n(shard(pad(2), 16)), status, n(text()), n(day), n(seconds(pad(10)))];
    expect(parts.map(isReversible)).toEqual([true, false, true, true, false, false]);
    expect(parts.map(({ order }) => order)).toEqual(["asc", undefined, undefined, undefined, "asc", "asc"]);
    expect(isReversible("order!")).toBe(false);
    expect(fieldsOf(["order!", status, "!", ...parts.slice(0, 1)])).toEqual(["status", "n"]);
  });
});
