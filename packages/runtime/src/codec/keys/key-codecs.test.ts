import fc, { type Arbitrary } from "fast-check";
import { describe, expect, it } from "vitest";
import { isTableError } from "../../errors/table-error.js";
import { anyDate, anyGuid, anyInt32, anyInt64, anyString, anyTicks } from "../../test/arbitraries.js";
import { law } from "../../test/law.js";
import { dateTimeIso, dateTimeTicks } from "../edm/date-time.js";
import type { EdmType } from "../edm/edm-type.js";
import { ExactDate, isoOf, ticksOf } from "../edm/exact-date.js";
import { int32, int64, int64Number, int64String } from "../edm/numbers.js";
import { bit, int32Asc, int32Desc, int64Asc, int64Desc, pad } from "./fixed-numbers.js";
import { guidD } from "./identifiers.js";
import type { KeyCodec } from "./key-codec.js";
import { propertyPart } from "./key-part.js";
import { keyRaw, keyText, parseOneOf, parseRaw, parseText } from "./text.js";
import { ticksAsc, ticksDesc } from "./times.js";

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

function write(keyCodec: KeyCodec, value: unknown): string {
  return keyCodec.encode(value as never);
}

/** Returns the parser of an encoding for properties of a type. */
function reader(keyCodec: KeyCodec, type: object = int64): Case["parse"] {
  return (text) => keyCodec.parse(text, type as EdmType);
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
  codec("guid", anyGuid, guidD.encode, reader(guidD), (v: string) => v),
  codec("boolean", fc.boolean(), bit.encode, reader(bit), (v: boolean) => (v ? 1 : 0)),
  codec("pad of an int32", fc.nat(2 ** 31 - 1), pad(10).encode, reader(pad(10), int32), whole),
  codec("pad of an int64", fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), pad(19).encode, reader(pad(19), int64), whole),
  codec(
    "pad of an int64 string",
    fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String),
    pad(20).encode,
    stored(pad(20), int64String),
    whole,
  ),
  codec("int32 asc", anyInt32, int32Asc.encode, reader(int32Asc), whole),
  codec("int32 desc", anyInt32, int32Desc.encode, reader(int32Desc), minus),
  codec("int64 asc", anyInt64, int64Asc.encode, reader(int64Asc), whole),
  codec("int64 desc", anyInt64, int64Desc.encode, reader(int64Desc), minus),
  codec("int64 number asc", safe, int64Asc.encode, stored(int64Asc, int64Number), whole),
  codec("int64 number desc", safe, int64Desc.encode, stored(int64Desc, int64Number), minus),
  codec("int64 string asc", anyInt64.map(String), int64Asc.encode, stored(int64Asc, int64String), whole),
  codec("int64 string desc", anyInt64.map(String), int64Desc.encode, stored(int64Desc, int64String), minus),
  codec("ticks asc", anyDate, ticksAsc.encode, reader(ticksAsc), ticks),
  codec("ticks desc", anyDate, ticksDesc.encode, reader(ticksDesc), minusTicks),
  codec("ticks asc of ISO text", anyDate.map(isoOf), ticksAsc.encode, stored(ticksAsc, dateTimeIso), isoTicks),
  codec("ticks desc of ISO text", anyDate.map(isoOf), ticksDesc.encode, stored(ticksDesc, dateTimeIso), minusIsoTicks),
  codec("ticks asc of ticks", anyTicks, ticksAsc.encode, stored(ticksAsc, dateTimeTicks), whole),
  codec("ticks desc of ticks", anyTicks, ticksDesc.encode, stored(ticksDesc, dateTimeTicks), minus),
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
        const text = ([name, n]: [string, number]) => `${keyText(name, "!")}!${write(int32Asc, n)}`;
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
    [write(pad(10), 7), "0000000007"],
    [write(pad(1), 0n), "0"],
    [write(int32Asc, -(2 ** 31)), "0000000000"],
    [write(int32Asc, 2 ** 31 - 1), "4294967295"],
    [write(int32Desc, 2 ** 31 - 1), "0000000000"],
    [write(int64Asc, -(2n ** 63n)), "00000000000000000000"],
    [write(int64Asc, 0n), "09223372036854775808"],
    [write(int64Desc, 0n), "09223372036854775807"],
    [write(ticksAsc, new Date("2021-01-02T03:04:05.123Z")), "0637451534451230000"],
    [write(ticksAsc, "1601-01-01T00:00:00Z"), "0504911232000000000"],
    [write(ticksDesc, "9999-12-31T23:59:59.9999999Z"), "0000000000000000000"],
    [write(ticksDesc, 637451534451234567n), "2517927441548765432"],
    [write(guidD, "C9DA6455-213D-42C9-9A79-3E9149A57833"), "c9da6455-213d-42c9-9a79-3e9149a57833"],
    [write(bit, true), "1"],
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
    ["a negative pad", () => write(pad(10), -1), "value.out-of-range"],
    ["a pad that is too wide", () => write(pad(4), 12345), "value.out-of-range"],
    ["a fraction", () => write(pad(4), 1.5), "value.out-of-range"],
    ["an int32 out of range", () => write(int32Asc, 2 ** 31), "value.out-of-range"],
    ["an int64 out of range", () => write(int64Desc, 2n ** 63n), "value.out-of-range"],
    ["an unsafe number", () => write(int64Asc, 2 ** 53), "value.out-of-range"],
    ["a year before 1601", () => write(ticksAsc, new Date("1600-12-31T23:59:59.999Z")), "value.out-of-range"],
    ["an invalid Date", () => write(ticksDesc, new Date(Number.NaN)), "value.out-of-range"],
    ["a lone surrogate", () => keyText("\ud800", "!"), "value.not-unicode"],
    ["a lone surrogate, raw", () => keyRaw("\ud800", "!"), "value.not-unicode"],
    ["the separator, raw", () => keyRaw("a!b", "!"), "key.forbidden-character"],
    ["a slash, raw", () => keyRaw("a/b", "!"), "key.forbidden-character"],
    ["a number for a string", () => keyText(5 as never, "!"), "value.wrong-type"],
    ["nothing", () => keyText(undefined as never, "!"), "value.missing"],
    ["null", () => write(ticksAsc, null), "value.missing"],
    ["an object for a moment", () => write(ticksAsc, {}), "value.wrong-type"],
    ["an object for a number", () => write(pad(3), {}), "value.wrong-type"],
    ["no Guid", () => write(guidD, "x"), "value.out-of-range"],
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
    ["a Guid in upper case", () => reader(guidD)("C9DA6455-213D-42C9-9A79-3E9149A57833")],
    ["a boolean in words", () => reader(bit)("true")],
    ["a pad of another width", () => reader(pad(4), int32)("007")],
    ["a pad with a sign", () => reader(pad(4), int32)("-007")],
    ["a pad with a blank", () => reader(pad(4), int32)(" 007")],
    ["a pad with a letter at its end", () => reader(pad(4), int32)("007a")],
    ["a pad in hexadecimal", () => reader(pad(4), int32)("0x07")],
    ["a pad with an exponent", () => reader(pad(4), int32)("1e03")],
    ["a pad with letters", () => reader(pad(4), int32)("12ab")],
    ["a pad beyond an int64", () => reader(pad(19), int64)("9223372036854775808")],
    ["a pad that no number holds", () => reader(pad(16), int32)("9007199254740992")],
    ["an int32 beyond its range", () => reader(int32Asc)("4294967296")],
    ["an int32 of nine digits", () => reader(int32Desc)("123456789")],
    ["an int64 beyond its range", () => reader(int64Asc)("18446744073709551616")],
    ["an int64 in 21 digits", () => reader(int64Asc)("000000000000000000005")],
    ["an int64 that no number holds", () => stored(int64Asc, int64Number)("18446744073709551615")],
    ["ticks before 1601", () => reader(ticksAsc)("0504911231999999999")],
    ["ticks after 9999", () => reader(ticksAsc)("3155378976000000000")],
    ["ticks of 18 digits", () => reader(ticksDesc)("251792744154876543")],
    ["descending ticks before 1601", () => reader(ticksDesc)("3155378975999999999")],
  ])("reading %s", (_, run) => {
    expect(codeOf(run)).toBe("key.malformed");
  });
});

it.each<[string, (value: never) => string]>([
  ["text", keyText],
  ["raw", keyRaw],
  ["guid", guidD.encode],
  ["boolean", bit.encode],
  ["pad", pad(4).encode],
  ["int32Asc", int32Asc.encode],
  ["int32Desc", int32Desc.encode],
  ["int64Asc", int64Asc.encode],
  ["int64Desc", int64Desc.encode],
  ["ticksAsc", ticksAsc.encode],
  ["ticksDesc", ticksDesc.encode],
])("a key of %s without a value says that it is missing", (_, write) => {
  for (const nothing of [undefined, null]) {
    expect(() => write(nothing as never)).toThrow(expect.objectContaining({ code: "value.missing" }));
  }
});
