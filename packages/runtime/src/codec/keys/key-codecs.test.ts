import fc, { type Arbitrary } from "fast-check";
import { describe, expect, it } from "vitest";
import { isTableError } from "../../errors/table-error.js";
import { anyDate, anyGuid, anyInt32, anyInt64, anyString, anyTicks } from "../../test/arbitraries.js";
import { law } from "../../test/law.js";
import { dateTimeIso, dateTimeTicks } from "../edm/date-time.js";
import type { EdmType } from "../edm/edm-type.js";
import { ExactDate, isoOf, ticksOf } from "../edm/exact-date.js";
import { int64Number, int64String } from "../edm/int64.js";
import { keyBoolean, parseBoolean } from "./boolean.js";
import { keyGuid, parseGuid } from "./guid.js";
import { keyInt32Asc, keyInt32Desc, parseInt32Asc, parseInt32Desc } from "./int32.js";
import { int64Asc, int64Desc, keyInt64Asc, keyInt64Desc, parseInt64Asc, parseInt64Desc } from "./int64.js";
import type { KeyCodec } from "./key-codec.js";
import { propertyPart } from "./key-part.js";
import { keyPad, pad, parsePad, parsePadInt64 } from "./pad.js";
import { keyRaw, keyText, parseOneOf, parseRaw, parseText } from "./text.js";
import { keyTicksAsc, keyTicksDesc, parseTicksAsc, parseTicksDesc, ticksAsc, ticksDesc } from "./ticks.js";

type Comparable = bigint | number | string;

interface Case {
  readonly name: string;
  readonly values: Arbitrary<unknown>;
  readonly key: (value: never) => string;
  readonly parse: (text: string | undefined) => unknown;
  /** Returns a value that is equal for equal values. Keys sort like it if `ordered`. */
  readonly identity: (value: never) => Comparable;
  readonly ordered: boolean;
}

const rawString = anyString.map((text) => text.replace(/[/\\#?!\p{Cc}]/gu, "x"));
const safe = fc.maxSafeInteger();
const whole = (value: number | bigint | string) => BigInt(value);
const minus = (value: number | bigint | string) => -BigInt(value);
const ticks = (value: Date) => ticksOf(value);
const minusTicks = (value: Date) => -ticksOf(value);
const isoTicks = (value: string) => ExactDate.fromIso(value).ticks;
const minusIsoTicks = (value: string) => -isoTicks(value);

function codec(
  name: string,
  values: Arbitrary<unknown>,
  key: Case["key"],
  parse: Case["parse"],
  order?: (value: never) => Comparable,
): Case {
  return { name, values, key, parse, identity: order ?? ((value: Comparable) => value), ordered: order !== undefined };
}

/** Returns a parser of the encoding for a property in another representation than its default. */
function stored(keyCodec: KeyCodec, type: object): Case["parse"] {
  return propertyPart({ field: "p", type: type as EdmType }, keyCodec).parse;
}

const codecs: readonly Case[] = [
  codec(
    "text",
    anyString,
    (v) => keyText(v, "!"),
    (t) => parseText(t, "!"),
  ),
  codec(
    "text with another separator",
    anyString,
    (v) => keyText(v, "_"),
    (t) => parseText(t, "_"),
  ),
  codec("raw", rawString, (v) => keyRaw(v, "!"), parseRaw),
  codec("guid", anyGuid, keyGuid, parseGuid, (v: string) => v),
  codec("boolean", fc.boolean(), keyBoolean, parseBoolean, (v: boolean) => (v ? 1 : 0)),
  codec(
    "pad of an int32",
    fc.nat(2 ** 31 - 1),
    (v) => keyPad(v, 10),
    (t) => parsePad(t, 10),
    whole,
  ),
  codec(
    "pad of an int64",
    fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
    (v) => keyPad(v, 19),
    (t) => parsePadInt64(t, 19),
    whole,
  ),
  codec(
    "pad of an int64 string",
    fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String),
    (v) => keyPad(v, 20),
    stored(pad(20), int64String),
    whole,
  ),
  codec("int32 asc", anyInt32, keyInt32Asc, parseInt32Asc, whole),
  codec("int32 desc", anyInt32, keyInt32Desc, parseInt32Desc, minus),
  codec("int64 asc", anyInt64, keyInt64Asc, parseInt64Asc, whole),
  codec("int64 desc", anyInt64, keyInt64Desc, parseInt64Desc, minus),
  codec("int64 number asc", safe, keyInt64Asc, stored(int64Asc, int64Number), whole),
  codec("int64 number desc", safe, keyInt64Desc, stored(int64Desc, int64Number), minus),
  codec("int64 string asc", anyInt64.map(String), keyInt64Asc, stored(int64Asc, int64String), whole),
  codec("int64 string desc", anyInt64.map(String), keyInt64Desc, stored(int64Desc, int64String), minus),
  codec("ticks asc", anyDate, keyTicksAsc, parseTicksAsc, ticks),
  codec("ticks desc", anyDate, keyTicksDesc, parseTicksDesc, minusTicks),
  codec("ticks asc of ISO text", anyDate.map(isoOf), keyTicksAsc, stored(ticksAsc, dateTimeIso), isoTicks),
  codec("ticks desc of ISO text", anyDate.map(isoOf), keyTicksDesc, stored(ticksDesc, dateTimeIso), minusIsoTicks),
  codec("ticks asc of ticks", anyTicks, keyTicksAsc, stored(ticksAsc, dateTimeTicks), whole),
  codec("ticks desc of ticks", anyTicks, keyTicksDesc, stored(ticksDesc, dateTimeTicks), minus),
];

const forbidden = /[/\\#?\p{Cc}]/u;

describe.each(codecs)("the key of $name", ({ values, key, parse, identity }) => {
  it("reads back as its value, distinct values having distinct texts", () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const [textA, textB] = [key(a as never), key(b as never)];
        const read = parse(textA);
        expect(read).toEqual(a);
        expect(identity(read as never)).toBe(identity(a as never));
        expect(textA === textB).toBe(identity(a as never) === identity(b as never));
        expect(forbidden.test(textA)).toBe(false);
      }),
      law(100_000),
    );
  });
});

describe.each(codecs.filter(({ ordered }) => ordered))("the key of $name", ({ values, key, identity }) => {
  it("orders like its value", () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(key(a as never) < key(b as never)).toBe(identity(a as never) < identity(b as never));
      }),
      law(100_000),
    );
  });
});

describe("the key of a string", () => {
  it("keeps prefixes", () => {
    fc.assert(
      fc.property(anyString, anyString, (start, rest) => {
        expect(keyText(start + rest, "!").startsWith(keyText(start, "!"))).toBe(true);
      }),
      law(100_000),
    );
  });

  it("orders tuples like their values where no string holds a space or an escaped character", () => {
    const plain = fc.string({ unit: fc.constantFrom("a", "b", "é", "$", '"', "-", "z", "語") });
    fc.assert(
      fc.property(fc.tuple(plain, anyInt32), fc.tuple(plain, anyInt32), (a, b) => {
        const text = ([name, n]: [string, number]) => `${keyText(name, "!")}!${keyInt32Asc(n)}`;
        const before = a[0] === b[0] ? a[1] < b[1] : a[0] < b[0];
        expect(text(a) < text(b)).toBe(before);
      }),
      law(100_000),
    );
  });

  it.each([
    ["", ""],
    ["a/b", "a~2fb"],
    ["a\\b#c?d%e", "a~5cb~23c~3fd~25e"],
    ["a!b~c", "a~21b~7ec"],
    ["\u0000\u001f\u007f\u009f\u00a0", "~00~1f~7f~9f\u00a0"],
    ["Größe 名 😀", "Größe 名 😀"],
  ])("%j is %j", (value, text) => {
    expect(keyText(value, "!")).toBe(text);
  });

  it("is that of its own separator whatever came before", () => {
    const strings = fc.constantFrom("a!b|c", "a!b", "b|c", "~", "😀");
    const calls = fc.array(fc.tuple(fc.constantFrom("!", "|"), strings, fc.boolean()), { minLength: 2 });
    fc.assert(
      fc.property(calls, (given) => {
        for (const [separator, value, isRead] of given) {
          const text = value.replaceAll("~", "~7e").replaceAll(separator, separator === "!" ? "~21" : "~7c");
          if (isRead) expect(parseText(text, separator)).toBe(value);
          else expect(keyText(value, separator)).toBe(text);
        }
      }),
    );
  });

  it("takes another separator as it takes !", () => {
    expect(keyText("a!b_c|d", "|")).toBe("a!b_c~7cd");
    expect(parseText("a!b_c~7cd", "|")).toBe("a!b_c|d");
  });
});

describe("the exact texts", () => {
  it.each([
    [keyPad(7, 10), "0000000007"],
    [keyPad(0n, 1), "0"],
    [keyInt32Asc(-(2 ** 31)), "0000000000"],
    [keyInt32Asc(2 ** 31 - 1), "4294967295"],
    [keyInt32Desc(2 ** 31 - 1), "0000000000"],
    [keyInt64Asc(-(2n ** 63n)), "00000000000000000000"],
    [keyInt64Asc(0n), "09223372036854775808"],
    [keyInt64Desc(0n), "09223372036854775807"],
    [keyTicksAsc(new Date("2021-01-02T03:04:05.123Z")), "0637451534451230000"],
    [keyTicksAsc("1601-01-01T00:00:00Z"), "0504911232000000000"],
    [keyTicksDesc("9999-12-31T23:59:59.9999999Z"), "0000000000000000000"],
    [keyTicksDesc(637451534451234567n), "2517927441548765432"],
    [keyGuid("C9DA6455-213D-42C9-9A79-3E9149A57833"), "c9da6455-213d-42c9-9a79-3e9149a57833"],
    [keyBoolean(true), "1"],
  ])("%s", (text, expected) => {
    expect(text).toBe(expected);
  });
});

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isTableError(error)) return error.code;
    throw error;
  }
  return "accepted";
}

describe("what is refused", () => {
  it.each([
    ["a negative pad", () => keyPad(-1, 10), "value.out-of-range"],
    ["a pad that is too wide", () => keyPad(12345, 4), "value.out-of-range"],
    ["a fraction", () => keyPad(1.5, 4), "value.out-of-range"],
    ["an int32 out of range", () => keyInt32Asc(2 ** 31), "value.out-of-range"],
    ["an int64 out of range", () => keyInt64Desc(2n ** 63n), "value.out-of-range"],
    ["an unsafe number", () => keyInt64Asc(2 ** 53), "value.out-of-range"],
    ["a year before 1601", () => keyTicksAsc(new Date("1600-12-31T23:59:59.999Z")), "value.out-of-range"],
    ["an invalid Date", () => keyTicksDesc(new Date(Number.NaN)), "value.out-of-range"],
    ["a lone surrogate", () => keyText("\ud800", "!"), "value.not-unicode"],
    ["a lone surrogate, raw", () => keyRaw("\ud800", "!"), "value.not-unicode"],
    ["the separator, raw", () => keyRaw("a!b", "!"), "key.forbidden-character"],
    ["a slash, raw", () => keyRaw("a/b", "!"), "key.forbidden-character"],
    ["a number for a string", () => keyText(5 as never, "!"), "value.wrong-type"],
    ["nothing", () => keyText(undefined as never, "!"), "value.missing"],
    ["null", () => keyTicksAsc(null as never), "value.missing"],
    ["an object for a moment", () => keyTicksAsc({} as never), "value.wrong-type"],
    ["an object for a number", () => keyPad({} as never, 3), "value.wrong-type"],
    ["no Guid", () => keyGuid("x" as never), "value.out-of-range"],
  ])("%s", (_, run, code) => {
    expect(codeOf(run)).toBe(code);
  });

  it.each([
    ["text with an unescaped separator", () => parseText("a!b", "!")],
    ["text with a forbidden character", () => parseText("a/b", "!")],
    ["an escape of what is not escaped", () => parseText("~61", "!")],
    ["an escape in upper case", () => parseText("~2F", "!")],
    ["half an escape", () => parseText("a~2", "!")],
    ["no text", () => parseText(undefined, "!")],
    ["no raw text", () => parseRaw(undefined)],
    ["raw text with the separator", () => parseRaw("a!b")],
    ["another choice", () => parseOneOf("c", { oneOf: ["a", "b"] })],
    ["a Guid in upper case", () => parseGuid("C9DA6455-213D-42C9-9A79-3E9149A57833")],
    ["a boolean in words", () => parseBoolean("true")],
    ["a pad of another width", () => parsePad("007", 4)],
    ["a pad with a sign", () => parsePad("-007", 4)],
    ["a pad with a blank", () => parsePad(" 007", 4)],
    ["a pad with a letter at its end", () => parsePad("007a", 4)],
    ["a pad in hexadecimal", () => parsePad("0x07", 4)],
    ["a pad with an exponent", () => parsePad("1e03", 4)],
    ["a pad with letters", () => parsePad("12ab", 4)],
    ["a pad beyond an int64", () => parsePadInt64("9223372036854775808", 19)],
    ["a pad that no number holds", () => parsePad("9007199254740992", 16)],
    ["an int32 beyond its range", () => parseInt32Asc("4294967296")],
    ["an int32 of nine digits", () => parseInt32Desc("123456789")],
    ["an int64 beyond its range", () => parseInt64Asc("18446744073709551616")],
    ["an int64 in 21 digits", () => parseInt64Asc("000000000000000000005")],
    ["an int64 that no number holds", () => stored(int64Asc, int64Number)("18446744073709551615")],
    ["ticks before 1601", () => parseTicksAsc("0504911231999999999")],
    ["ticks after 9999", () => parseTicksAsc("3155378976000000000")],
    ["ticks of 18 digits", () => parseTicksDesc("251792744154876543")],
    ["descending ticks before 1601", () => parseTicksDesc("3155378975999999999")],
  ])("reading %s", (_, run) => {
    expect(codeOf(run)).toBe("key.malformed");
  });
});

it.each<[string, (value: never) => string]>([
  ["text", keyText],
  ["raw", keyRaw],
  ["guid", keyGuid],
  ["boolean", keyBoolean],
  ["pad", (value) => keyPad(value, 4)],
  ["int32Asc", keyInt32Asc],
  ["int32Desc", keyInt32Desc],
  ["int64Asc", keyInt64Asc],
  ["int64Desc", keyInt64Desc],
  ["ticksAsc", keyTicksAsc],
  ["ticksDesc", keyTicksDesc],
])("a key of %s without a value says that it is missing", (_, write) => {
  for (const nothing of [undefined, null]) {
    expect(() => write(nothing as never)).toThrow(expect.objectContaining({ code: "value.missing" }));
  }
});
