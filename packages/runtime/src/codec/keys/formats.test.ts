import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTableError } from "../../errors/table-error.js";
import { law } from "../../test/law.js";
import { dateTime } from "../edm/date-time.js";
import type { EdmType } from "../edm/edm-type.js";
import { ExactDate } from "../edm/exact-date.js";
import { guid } from "../edm/guid.js";
import { boolean, int32, int64 } from "../edm/numbers.js";
import { string } from "../edm/string.js";
import { format, iso, iso7 } from "./date-format.js";
import { md5, sha256, upper } from "./derived.js";
import { bit, int32Asc, int32Desc, int64Asc, int64Desc, pad } from "./fixed-numbers.js";
import { fixed, guidB, guidD, guidN, guidUpper, ksuid, ulid } from "./identifiers.js";
import { exact, type KeyCodec } from "./key-codec.js";
import { decimal, desc, hex, upperHex } from "./numeral.js";
import { text as escaped, raw } from "./text.js";
import { days, milliseconds, minutes, seconds, ticksAsc, ticksDesc } from "./times.js";

const at = (text: string) => ExactDate.fromIso(`${text}Z`);
const day = at("2026-11-22T10:05:07.1234567");
const id = "0f8fad5b-d9cb-469f-a165-70867728950e";

type Case = readonly [codec: KeyCodec, type: EdmType<never>, value: unknown, text: string];

const write = ({ encode }: KeyCodec, value: unknown) => encode(value as never);

/** Returns the rows of a table of tests with the form of their codec before it. */
function named<Row extends readonly [KeyCodec, ...unknown[]]>(rows: readonly Row[]) {
  return rows.map((row) => [row[0].form, ...row] as const);
}

/** Encodings whose text gives the value back. */
const reversible: readonly Case[] = [
  [escaped(), string, "a!b", "a~21b"],
  [raw("!"), string, "a-b", "a-b"],
  [bit, boolean, true, "1"],
  [guidD, guid, id, id],
  [int32Asc, int32, 7, "2147483655"],
  [int32Desc, int32, 7, "2147483640"],
  [int64Asc, int64, 7n, "09223372036854775815"],
  [int64Desc, int64, 7n, "09223372036854775800"],
  [ticksAsc, dateTime, day, "0639309387071234567"],
  [ticksDesc, dateTime, day, "2516069588928765432"],
  [pad(4), int32, 7, "0007"],
  [decimal, int32, -5, "-5"],
  [decimal, int64, 9223372036854775807n, "9223372036854775807"],
  [hex(4), int32, 255, "00ff"],
  [upperHex(4), int32, 48879, "BEEF"],
  [pad(3), int64, 7n, "007"],
  [desc(999), int32, 7, "992"],
  [desc(9007199254740991), int64, 1200n, "9007199254739791"],
  [exact(iso), dateTime, at("2026-11-22T10:05:07.123"), "2026-11-22T10:05:07.123Z"],
  [iso7, dateTime, day, "2026-11-22T10:05:07.1234567Z"],
  [exact(seconds()), dateTime, at("2026-11-22T10:05:07"), "1795341907"],
  [exact(milliseconds(desc(8640000000000000))), dateTime, at("2026-11-22T10:05:07.123"), "8638204658092877"],
  [exact(minutes(hex(8))), dateTime, at("2026-11-22T10:05:00"), "01c8943d"],
  [exact(days(pad(6))), dateTime, at("2026-11-22T00:00:00"), "020779"],
  [exact(format("yyyy-MM-dd'T'HH:mm")), dateTime, at("2026-11-22T10:05:00"), "2026-11-22T10:05"],
  [exact(format("yyyy-MM-dd'T'HH:mm:ss'Z'")), dateTime, at("2026-11-22T10:05:07"), "2026-11-22T10:05:07Z"],
  [exact(format("yyyy-MM-dd'T'HH:mm:ss.f'Z'")), dateTime, at("2026-11-22T10:05:07.1"), "2026-11-22T10:05:07.1Z"],
  [exact(format("yyyy-MM-dd'T'HH:mm:ss.'Z'")), dateTime, at("2026-11-22T10:05:07"), "2026-11-22T10:05:07.Z"],
  [exact(format("yyyy-MM-dd'Z'")), dateTime, at("2026-11-22T00:00:00"), "2026-11-22Z"],
  [exact(format("yyyy-MM-dd'T'HH'h'")), dateTime, at("2026-11-22T10:00:00"), "2026-11-22T10h"],
  [exact(format("dd.MM.yyyy 'at''s' HH'h'")), dateTime, at("2026-11-22T10:00:00"), "22.11.2026 at's 10h"],
  [exact(format("yyyyMMddHHmmssfffff")), dateTime, at("2026-11-22T10:05:07.12345"), "2026112210050712345"],
  [guidN, guid, id, id.replaceAll("-", "")],
  [guidB, guid, id, `{${id}}`],
  [guidUpper, guid, id, id.toUpperCase()],
  [fixed(3), string, "a-b", "a-b"],
  [ulid, string, "01KAMZ2Y00ABCDEFGHJKMNPQRS", "01KAMZ2Y00ABCDEFGHJKMNPQRS"],
  [ksuid, string, "0ujtsYcgvSTl8PAuAdqWYSMnLOv", "0ujtsYcgvSTl8PAuAdqWYSMnLOv"],
] as never;

describe.each(named(reversible))("%s", (_, codec, type, value, text) => {
  const parse = (given: string) => codec.parse(given, type as EdmType);

  it(`writes ${text} and reads it back`, () => {
    expect(write(codec, value)).toBe(text);
    expect(parse(text)).toEqual(value);
  });

  it("writes texts that its pattern matches as a whole", () => {
    const source = codec.pattern({});
    expect(text).toHaveLength(codec.length ?? text.length);
    expect(text).toMatch(new RegExp(`^(?:${source})$`));
    expect(`${text}!`).not.toMatch(new RegExp(`^(?:${source})$`));
  });

  it("reads no text that it does not write", () => {
    const unit = fc.constantFrom(..."0123456789abcfABCFZTzh-+. :{}'_é");
    const edit = fc.tuple(fc.nat(text.length), fc.nat(1), fc.option(unit, { nil: "" }));
    fc.assert(
      fc.property(edit, ([position, removed, added]) => {
        const changed = text.slice(0, position) + added + text.slice(position + removed);
        let read: unknown;
        try {
          read = parse(changed);
        } catch (error) {
          expect(isTableError(error, "key.malformed")).toBe(true);
          return;
        }
        expect(write(codec, read)).toBe(changed);
      }),
      law(20_000),
    );
  });
});

describe("a value is refused that the text does not hold", () => {
  it.each(
    named<[KeyCodec, unknown, string]>([
      [hex(2), 256, "hex(2) takes 0 to 255"],
      [hex(2), -1, "hex(2) takes 0 to 255"],
      [desc(999), 1000, "desc(999) takes 0 to 999"],
      [desc(999), -1, "desc(999) takes 0 to 999"],
      [pad(3), 1000n, "pad(3) takes 0 to 999"],
      [decimal, 1.5, "a key takes whole numbers"],
      [fixed(3), "ab", "the key takes exactly 3 UTF-16 units"],
      [fixed(3), "a/b", "keys cannot contain"],
      [ulid, "01KAMZ2Y00ABCDEFGHJKMNPQRI", "the key takes a ULID"],
      [exact(iso), day, 'the key keeps only "2026-11-22T10:05:07.123Z" of it'],
      [exact(minutes()), day, 'the key keeps only "29922365" of it'],
      [exact(format("dd.MM.yyyy")), day, 'the key keeps only "22.11.2026" of it'],
      [exact(format("yyyy-MM-dd HH:mm:ss.fffff")), day, 'the key keeps only "2026-11-22 10:05:07.12345" of it'],
      [exact(format("yyyy-MM-dd HH:mm:ss.f")), at("2026-11-22T10:05:07.15"), "the key keeps only"],
      [exact(format("HH:mm")), at("0001-01-01T10:05:00"), "Edm.DateTime ranges from 1601"],
      [exact(format("HH:mm")), at("2026-11-22T10:05:00"), 'the key keeps only "10:05" of it'],
      [seconds(), at("1969-12-31T23:59:59"), "the key counts from 1970-01-01"],
      [decimal, "1.5", "takes decimal digits"],
      [decimal, 2n ** 63n, "Edm.Int64 ranges from"],
      [decimal, true, "takes a whole number"],
      [ksuid, "0ujtsYcgvSTl8PAuAdqWYSMnLO", "the key takes a KSUID"],
      [ulid, 5, "takes a string"],
      [upper(), 5, "takes a string"],
      [md5, 5, "takes a string"],
      [md5, "\ud800", "contains a lone surrogate"],
    ]),
  )("%s: %s", (_, codec, value, message) => {
    expect(() => write(codec, value)).toThrow(message);
  });

  it.each(
    [decimal, pad(3), desc(9), hex(2), ulid, fixed(3), guidN, upper(), md5, iso, seconds(), format("yyyy")].map(
      (codec) => [codec.form, codec] as const,
    ),
  )("%s without a value says that it is missing", (_, codec) => {
    for (const nothing of [undefined, null]) {
      expect(() => write(codec, nothing)).toThrow(expect.objectContaining({ code: "value.missing" }));
    }
  });

  it.each(
    named<[KeyCodec, unknown, string | undefined, string]>([
      [decimal, int32, "2147483648", "which is not an Edm.Int32"],
      [decimal, int32, "-2147483649", "which is not an Edm.Int32"],
      [decimal, int64, "9223372036854775808", "which is not an Edm.Int64"],
      [decimal, int64, "-9223372036854775809", "which is not an Edm.Int64"],
      [pad(3), int64, "07", "which is not a number in 3 digits"],
      [desc(998), int32, "999", "which is not a number as desc(998) writes it"],
      [hex(2), int32, undefined, "which is not a number as hex(2) writes it"],
      [hex(2), int32, "FF", "which is not a number as hex(2) writes it"],
      [upperHex(2), int32, "ff", "which is not a number as hex(2) writes it"],
      [seconds(), dateTime, undefined, "which is not a number as text writes it"],
      [seconds(), dateTime, "253402300800", "which is not a time of the years 1970 to 9999"],
      [seconds(pad(10)), dateTime, "00000000x0", "which is not a number as pad(10) writes it"],
      [iso, dateTime, undefined, "which is not a time as yyyy-MM-dd'T'HH:mm:ss.fff'Z'"],
      [iso, dateTime, "1600-12-31T23:59:59.999Z", "which is not a time as yyyy-MM-dd'T'HH:mm:ss.fff'Z'"],
      [format("dd.MM.yyyy"), dateTime, undefined, "which is not a time as dd.MM.yyyy"],
      [fixed(3), string, undefined, "which is not a string of 3 UTF-16 units"],
      [ulid, string, undefined, "which is not a ULID"],
      [guidN, guid, undefined, "which is not a Guid in the format N"],
    ]),
  )("reading %s: %s %s", (_, codec, type, text, problem) => {
    const read = () => codec.parse(text, type as EdmType);
    expect(read).toThrow(expect.objectContaining({ code: "key.malformed" }));
    expect(read).toThrow(problem);
  });
});

it("numbers are read to both ends of their types", () => {
  const read = (text: string, codec: KeyCodec, type: unknown) => codec.parse(text, type as EdmType);
  expect(read("-2147483648", decimal, int32)).toBe(-(2 ** 31));
  expect(read("2147483647", decimal, int32)).toBe(2 ** 31 - 1);
  expect(read("-9223372036854775808", decimal, int64)).toBe(-(2n ** 63n));
  expect(read("253402300799", seconds(), dateTime)).toEqual(at("9999-12-31T23:59:59"));
  expect(read("0", seconds(), dateTime)).toEqual(new Date(0));
  expect(write(seconds(), new Date(0))).toBe("0");
});

it.each(
  named<[KeyCodec, "asc" | "desc" | undefined]>([
    [decimal, undefined],
    [pad(3), "asc"],
    [desc(9), "desc"],
    [hex(2), "asc"],
    [seconds(), undefined],
    [seconds(pad(10)), "asc"],
    [days(desc(99999)), "desc"],
    [iso, "asc"],
    [format("yyyy-MM"), "asc"],
    [format("MM-yyyy"), undefined],
    [format("HH:mm"), undefined],
    [format("'x'"), undefined],
    [ulid, "asc"],
    [fixed(3), "asc"],
    [guidN, "asc"],
    [md5, undefined],
  ]),
)("%s has an order or none", (_, codec, order) => {
  expect(codec.order).toBe(order);
});

it.each(
  named<[KeyCodec, from: string, to: string]>([
    [format("yyyy"), "2026-01-01T00:00:00", "2027-01-01T00:00:00"],
    [format("MM/yyyy"), "2026-11-01T00:00:00", "2026-12-01T00:00:00"],
    [format("yyyyMMdd"), "2026-11-22T00:00:00", "2026-11-23T00:00:00"],
    [format("yyyyMMddHH"), "2026-11-22T10:00:00", "2026-11-22T11:00:00"],
    [format("yyyyMMddHHmm"), "2026-11-22T10:05:00", "2026-11-22T10:06:00"],
    [format("yyyyMMddHHmmss"), "2026-11-22T10:05:07", "2026-11-22T10:05:08"],
    [format("yyyyMMddHHmmssf"), "2026-11-22T10:05:07.1", "2026-11-22T10:05:07.2"],
    [format("yyyyMMddHHmmssff"), "2026-11-22T10:05:07.12", "2026-11-22T10:05:07.13"],
    [iso, "2026-11-22T10:05:07.123", "2026-11-22T10:05:07.124"],
    [milliseconds(), "2026-11-22T10:05:07.123", "2026-11-22T10:05:07.124"],
    [seconds(), "2026-11-22T10:05:07", "2026-11-22T10:05:08"],
    [minutes(), "2026-11-22T10:05:00", "2026-11-22T10:06:00"],
    [days(), "2026-11-22T00:00:00", "2026-11-23T00:00:00"],
  ]),
)("all times from one interval of %s have the same text", (_, { intervals }, from, to) => {
  const number = intervals?.at(day.getTime()) ?? Number.NaN;
  expect([intervals?.start(number), intervals?.start(number + 1)]).toEqual([at(from).getTime(), at(to).getTime()]);
});

it("a text has no interval if the format lacks a field, or has digits below a millisecond", () => {
  const formats = ["HH:mm", "dd.MM.", "yyyy-dd", "yyyyMMddHHmmssffff"].map(format);
  for (const { intervals } of [...formats, iso7]) expect(intervals).toBeUndefined();
});

it("the interval of a finer text is shorter", () => {
  const texts = [
    "yyyyMMddHHmmssfff",
    "yyyyMMddHHmmssf",
    "yyyyMMddHHmmss",
    "yyyyMMddHHmm",
    "yyyyMMddHH",
    "yyyyMMdd",
    "yyyyMM",
    "yyyy",
  ];
  const lengths = texts.map((each) => format(each).intervals?.length ?? Number.NaN);
  expect(lengths).toEqual(lengths.toSorted((one, other) => one - other));
  expect(new Set(lengths).size).toBe(texts.length);
});

it("only a number without padding needs a text after it that begins with no digit", () => {
  const ends = (codec: KeyCodec) => ["!", "", "x1", "1", "9x"].map((next) => codec.endsBefore?.(next));
  expect(ends(decimal)).toEqual([true, true, true, false, false]);
  expect(ends(seconds())).toEqual([true, true, true, false, false]);
  expect(ends(pad(3))).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

it("a property that cannot be negative has no minus sign in its key", () => {
  const { pattern } = decimal;
  expect(pattern({ min: 0 })).toBe("(?:0|[1-9][0-9]*)");
  for (const rules of [{}, { min: -1 }]) expect(pattern(rules)).toBe("(?:0|-?[1-9][0-9]*)");
  expect(pad(3).pattern({ min: 0 })).toBe("[0-9]{3}");
});

it("texts that several values share are derived in upper case and as hashes", () => {
  expect(write(upper(), "straße!/")).toBe("STRAßE~21~2f");
  expect(write(sha256(4), "Ann@x.org")).toBe("15a7");
  expect(write(sha256(), "Ann@x.org")).toMatch(/^15a7[0-9a-f]{60}$/);
  expect(write(md5, "")).toBe("d41d8cd98f00b204e9800998ecf8427e");
  expect(sha256().pattern({})).toBe("[0-9a-f]{64}");
  expect(sha256(4).pattern({})).toBe("[0-9a-f]{4}");
  expect(md5.pattern({})).toBe("[0-9a-f]{32}");
});

describe("the range of identifiers by their time", () => {
  const bound = (codec: KeyCodec, operator: string, time: unknown) => codec.timeBound?.(operator, time);
  const first = (last: string) => last.padStart(10, "0").padEnd(26, "0");

  it.each<[string, number, object]>([
    ["ge", 31, { ge: first("Z") }],
    ["gt", 31, { ge: first("10") }],
    ["lt", 31, { lt: first("Z") }],
    ["le", 31, { lt: first("10") }],
    ["ge", 0, { ge: first("0") }],
    ["ge", -1, { ge: first("0") }],
    ["lt", -1, { lt: first("0") }],
  ])("of ULIDs %s %d ms ends before the first identifier of a millisecond", (operator, ms, range) => {
    expect(bound(ulid, operator, new Date(ms))).toEqual(range);
  });

  it.each<[string, string, object]>([
    ["ge", "2014-05-13T16:53:20.000", { ge: "0".repeat(27) }],
    ["ge", "2014-05-13T16:53:20.001", { ge: "000007n42DGM5Tflk9n8mt7Fhc8" }],
    ["gt", "2014-05-13T16:53:20.000", { ge: "000007n42DGM5Tflk9n8mt7Fhc8" }],
    ["lt", "2014-05-13T16:53:20.999", { lt: "000007n42DGM5Tflk9n8mt7Fhc8" }],
    ["le", "2014-05-13T16:53:20.999", { lt: "000007n42DGM5Tflk9n8mt7Fhc8" }],
    ["lt", "2014-05-13T16:53:19.000", { lt: "0".repeat(27) }],
  ])("of KSUIDs %s %s ends before the first identifier of a second", (operator, time, range) => {
    expect(bound(ksuid, operator, at(time))).toEqual(range);
  });

  it.each([[new Date(Number.NaN)], ["2026-11-22T10:05:07Z"], [5]])("is refused for %s", (time) => {
    const message = `time ge is ${String(time)}, which is not a time`;
    const refused = expect.objectContaining({
      code: "query.invalid-option",
      message: expect.stringContaining(message),
    });
    expect(() => bound(ulid, "ge", time)).toThrow(refused);
  });

  it("has bounds as long as the identifiers", () => {
    expect([ulid, ksuid, fixed(3)].map(({ length }) => length)).toEqual([26, 27, 3]);
  });
});
