import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check } from "../../validate/test/definition-text.js";
import { intersects } from "./common-text.js";
import { buildLanguage, startingWith } from "./key-language.js";
import type { KeyModel } from "./key-model.js";

const properties = `
  s: edm.string(), t: edm.string(), raw: edm.string(), o: edm.string({ oneOf: ["x", "y!", ""] }),
  i: edm.int32(), n: edm.int64(), b: edm.boolean(), d: edm.dateTime(),
  p: edm.int32({ min: 0 }), f: edm.string({ length: 4 }), u: edm.string({ pattern: "ulid" }), q: edm.string({ pattern: "ksuid" }),`;

const guid = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** Builds a key from such parts. */
function key(parts: string, separator = "!"): KeyModel {
  const options = `separator: "${separator}",`;
  const [model] = check([{ properties, options, partitionKey: '["p"]', rowKey: `[${parts}]` }]).models;
  if (model === undefined) throw new Error(`no key of ${parts}`);
  return model.rowKey;
}

function canCoincide(a: string, b: string, separatorOfB = "!"): boolean {
  const left = key(a);
  const right = key(b, separatorOfB);
  return intersects(buildLanguage(left), buildLanguage(right));
}

describe("two keys", () => {
  it.each([
    ['"a"', '"a"'],
    ['"a", k.s', '"a", k.t'],
    ["k.s", '"anything"'],
    ["k.s", "k.id"],
    ["k.i.pad(10)", "k.i.asc"],
    ["k.s", "k.n.desc"],
    ["k.o", '"y~21"'],
    ["k.o", '""'],
    ["k.b", '"0"'],
    ["k.raw.raw", "k.s"],
    ["k.raw.raw", '"a", k.s'],
    ["k.s", '""'],
    ["k.s.lower", '"abc"'],
    ["k.o.lower", '"x"'],
    ["k.d.month", '"2026-11"'],
    ["k.d.hour", '"2026-11-21T05"'],
    ["k.d.year", "k.i.pad(4)"],
    ["k.s.shard(16)", '"15"'],
    ["k.s.shard(1000)", "k.id.shard(101)"],
    ["k.i.hex(2)", '"ff"'],
    ["k.i.upper.hex(2)", '"FF"'],
    ["k.i.text", '"-5"'],
    ["k.i.text", '"0"'],
    ["k.p.text", '"10"'],
    ["k.p.desc(999)", '"000"'],
    ["k.id.upper", `"${guid.toUpperCase()}"`],
    ['k.id.format("N")', `"${guid.replaceAll("-", "")}"`],
    ['k.id.format("B")', `"{${guid}}"`],
    ["k.d.iso", '"2026-11-22T10:00:00.000Z"'],
    ["k.d.iso7", '"2026-11-22T10:00:00.0000000Z"'],
    ['k.d.format("dd.MM.yyyy")', '"22.11.2026"'],
    ["k.d.seconds", '"5"'],
    ["k.d.seconds.pad(3)", '"005"'],
    ["k.s.sha256(2)", '"0f"'],
    ["k.s.md5", '"d41d8cd98f00b204e9800998ecf8427e"'],
    ["k.s.upper", '"Aß"'],
    ["k.s.upper", '"A~2fB"'],
    ["k.s.lower", '"a~2fb"'],
    ["k.f", '"abcd"'],
    ["k.f", '"a~2fbcd"'],
    ["k.f.raw", '"a-b_"'],
    ["k.u", '"01KAMZ2Y00ABCDEFGHJKMNPQRS"'],
    ["k.q", '"0ujtsYcgvSTl8PAuAdqWYSMnLOv"'],
    ["k.u", "k.s"],
  ])("%s and %s can coincide", (a, b) => {
    if (b.includes("~")) expect(intersects(buildLanguage(key(a)), startingWith(JSON.parse(b)))).toBe(true);
    else expect(canCoincide(a, b)).toBe(true);
  });

  it.each([
    ['"a"', '"b"'],
    ['"a", k.s', '"b", k.s'],
    ['"a"', '"a", k.s'],
    ["k.s", '"a", k.s'],
    ["k.i.pad(10)", "k.i.pad(9)"],
    ["k.i.asc", "k.n.asc"],
    ["k.id", "k.n.asc"],
    ["k.b", '"2"'],
    ["k.o", '"z"'],
    ["k.d.asc", "k.d.asc, k.s"],
    ["k.s.lower", '"Abc"'],
    ["k.o.lower", '"X"'],
    ["k.d.month", "k.d.day"],
    ["k.d.month", "k.i.pad(7)"],
    ["k.s.shard(16)", "k.s.shard(10)"],
    ["k.id.shard(16)", "k.id"],
    ["k.i.hex(2)", '"FF"'],
    ["k.i.upper.hex(2)", '"ff"'],
    ["k.i.text", '"05"'],
    ["k.i.text", '"-0"'],
    ["k.p.text", '"-5"'],
    ["k.p.desc(999)", '"1000"'],
    ["k.id.upper", `"${guid}"`],
    ['k.id.format("N")', `"${guid}"`],
    ['k.id.format("B")', `"${guid}"`],
    ["k.d.iso", '"2026-11-22T10:00:00.0000000Z"'],
    ["k.d.iso7", '"2026-11-22T10:00:00.000Z"'],
    ['k.d.format("dd.MM.yyyy")', '"22-11-2026"'],
    ["k.d.seconds", '"-5"'],
    ["k.d.seconds.pad(3)", '"5"'],
    ["k.s.sha256(2)", '"0F"'],
    ["k.s.md5", '"d41d"'],
    ["k.f", '""'],
    ["k.f.raw", '"a-b"'],
    ["k.u", '"81KAMZ2Y00ABCDEFGHJKMNPQRS"'],
    ["k.u", '"01KAMZ2Y00ABCDEFGHJKMNPQRI"'],
    ["k.q", '"0ujtsYcgvSTl8PAuAdqWYSMnLO_"'],
  ])("%s and %s cannot", (a, b) => expect(canCoincide(a, b)).toBe(false));

  it("are compared by their text where separators differ", () => {
    expect(canCoincide("k.s", '"a", k.t', "|")).toBe(true);
    expect(canCoincide('"a", k.s', '"a", k.t', "|")).toBe(false);
  });

  it("are told apart where separators have several characters", () => {
    const coincide = (a: string, b: string, separator: string) => {
      const [left, right] = [key(a, separator), key(b, separator)];
      return intersects(buildLanguage(left), buildLanguage(right));
    };
    for (const separator of ["::", "_x_", "xyx"]) {
      expect(coincide("k.raw.raw", '"a", k.s', separator)).toBe(true);
      expect(coincide('k.raw.raw, "b"', '"a", "b", "b"', separator)).toBe(false);
      expect(coincide('k.raw.raw, "a"', '"a", k.s', separator)).toBe(true);
      expect(coincide('k.raw.raw, "a"', 'k.raw.raw, "b"', separator)).toBe(false);
      expect(coincide('k.s, "a"', "k.s, k.t", separator)).toBe(true);
      expect(coincide('k.s, "a"', '"x", "b"', separator)).toBe(false);
    }
    expect(coincide("k.raw.raw", '"a:b"', "::")).toBe(true);
  });
});

it("finds that a key starts with a prefix exactly when one of its texts does", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "!"), maxLength: 4 });
  fc.assert(
    fc.property(word, fc.constantFrom('"a", k.s', "k.s", '"ab"', "k.s, k.t", "k.b, k.s"), (prefix, parts) => {
      const texts = textsOf(parts);
      const expected = texts.some((text) => text.startsWith(prefix));
      expect(intersects(buildLanguage(key(parts)), startingWith(prefix))).toBe(expected);
    }),
    { numRuns: 500 },
  );
});

it("finds the raw values that a separator of several characters allows", () => {
  const word = fc.string({ unit: fc.constantFrom("x", "y", "z"), maxLength: 7 });
  fc.assert(
    fc.property(word, fc.constantFrom("xx", "xyx", "xxy", "xyxyx", "yxxy"), (value, separator) => {
      const model = key('k.raw.raw, "q"', separator);
      const isInside = (value + separator).indexOf(separator) < value.length;
      const language = buildLanguage({ separator, parts: [{ kind: "literal", text: `${value}${separator}q` }] });
      expect(intersects(buildLanguage(model), language)).toBe(!isInside);
    }),
    { numRuns: 500 },
  );
});

/** Returns some texts of keys, enough to contain every prefix of up to four of the letters above. */
function textsOf(parts: string): string[] {
  const words = ["", ...combinations(4)];
  return parts.split(", ").reduce<string[]>(
    (texts, part, index) => {
      const values = part === "k.b" ? ["0", "1"] : part.startsWith("k.") ? words : [part.slice(1, -1)];
      return texts.flatMap((text) => values.map((value) => (index === 0 ? value : `${text}!${value}`)));
    },
    [""],
  );
}

function combinations(length: number): string[] {
  if (length === 0) return [""];
  const shorter = combinations(length - 1);
  return [...shorter, ...shorter.flatMap((text) => (text.length === length - 1 ? [`${text}a`, `${text}b`] : []))];
}
