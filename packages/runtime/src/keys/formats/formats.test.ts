import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateTime } from "../../edm/dates/date-time.js";
import { ExactDate } from "../../edm/dates/exact-date.js";
import type { EdmType } from "../../edm/edm-type.js";
import { guid } from "../../edm/guid.js";
import { int32 } from "../../edm/int32.js";
import { int64 } from "../../edm/int64.js";
import { string } from "../../edm/string.js";
import { isTableError } from "../../errors/table-error.js";
import { addFeatures } from "../../schema/feature.js";
import { formatForms, guidForms, idForms, numberForms, textForms, unitForms } from "../../schema/key-forms.js";
import { law } from "../../test/law.js";
import { keyPart, keyPartText, parseKeyPart, parsePart } from "../key-encoding.js";
import type { KeyEncoding } from "../key-part.js";

addFeatures([formatForms, guidForms, idForms, numberForms, textForms, unitForms]);

const at = (text: string) => ExactDate.fromIso(`${text}Z`);
const day = at("2026-11-22T10:05:07.1234567");
const id = "0f8fad5b-d9cb-469f-a165-70867728950e";

type Case = readonly [encoding: KeyEncoding, type: EdmType<never>, value: unknown, text: string];

/** Encodings whose text gives the value back. */
const exact: readonly Case[] = [
  [".text", int32, -5, "-5"],
  [".text", int64, 9223372036854775807n, "9223372036854775807"],
  [".hex(4)", int32, 255, "00ff"],
  [".upper.hex(4)", int32, 48879, "BEEF"],
  [".pad(3)", int64, 7n, "007"],
  [".desc(999)", int32, 7, "992"],
  [".desc(9007199254740991)", int64, 1200n, "9007199254739791"],
  ["exact.iso", dateTime, at("2026-11-22T10:05:07.123"), "2026-11-22T10:05:07.123Z"],
  [".iso7", dateTime, day, "2026-11-22T10:05:07.1234567Z"],
  ["exact.seconds", dateTime, at("2026-11-22T10:05:07"), "1795341907"],
  ["exact.milliseconds.desc(8640000000000000)", dateTime, at("2026-11-22T10:05:07.123"), "8638204658092877"],
  ["exact.minutes.hex(8)", dateTime, at("2026-11-22T10:05:00"), "01c8943d"],
  ["exact.days.pad(6)", dateTime, at("2026-11-22T00:00:00"), "020779"],
  ["exact.format(\"yyyy-MM-dd'T'HH:mm\")", dateTime, at("2026-11-22T10:05:00"), "2026-11-22T10:05"],
  ["exact.format(\"yyyy-MM-dd'T'HH:mm:ss'Z'\")", dateTime, at("2026-11-22T10:05:07"), "2026-11-22T10:05:07Z"],
  ["exact.format(\"yyyy-MM-dd'T'HH:mm:ss.f'Z'\")", dateTime, at("2026-11-22T10:05:07.1"), "2026-11-22T10:05:07.1Z"],
  ["exact.format(\"yyyy-MM-dd'Z'\")", dateTime, at("2026-11-22T00:00:00"), "2026-11-22Z"],
  ["exact.format(\"yyyy-MM-dd'T'HH'h'\")", dateTime, at("2026-11-22T10:00:00"), "2026-11-22T10h"],
  ["exact.format(\"dd.MM.yyyy 'at''s' HH'h'\")", dateTime, at("2026-11-22T10:00:00"), "22.11.2026 at's 10h"],
  ['exact.format("yyyyMMddHHmmssfffff")', dateTime, at("2026-11-22T10:05:07.12345"), "2026112210050712345"],
  [".guidN", guid, id, id.replaceAll("-", "")],
  [".guidB", guid, id, `{${id}}`],
  [".guidUpper", guid, id, id.toUpperCase()],
  [".fixed(3)", string, "a-b", "a-b"],
  [".ulid", string, "01KAMZ2Y00ABCDEFGHJKMNPQRS", "01KAMZ2Y00ABCDEFGHJKMNPQRS"],
  [".ksuid", string, "0ujtsYcgvSTl8PAuAdqWYSMnLOv", "0ujtsYcgvSTl8PAuAdqWYSMnLOv"],
] as never;

describe.each(exact)("%s", (encoding, type, value, text) => {
  const parse = (given: string) => parseKeyPart(given, encoding, { type: type as EdmType, end: "", width: 0 });

  it(`writes ${text} and reads it back`, () => {
    expect(keyPart(encoding, value)).toBe(text);
    expect(parse(text)).toEqual(value);
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
        expect(keyPartText(["p", encoding], read)).toBe(changed);
      }),
      law(20_000),
    );
  });
});

describe("a value is refused that the text does not hold", () => {
  it.each<[KeyEncoding, unknown, string]>([
    [".hex(2)", 256, "hex(2) takes 0 to 255"],
    [".hex(2)", -1, "hex(2) takes 0 to 255"],
    [".desc(999)", 1000, "desc(999) takes 0 to 999"],
    [".desc(999)", -1, "desc(999) takes 0 to 999"],
    [".pad(3)", 1000n, "pad(3) takes 0 to 999"],
    [".text", 1.5, "a key takes whole numbers"],
    [".fixed(3)", "ab", "the key takes exactly 3 UTF-16 units"],
    [".fixed(3)", "a/b", "keys cannot contain"],
    [".ulid", "01KAMZ2Y00ABCDEFGHJKMNPQRI", "the key takes a ULID"],
    ["exact.iso", day, 'the key keeps only "2026-11-22T10:05:07.123Z" of it'],
    ["exact.minutes", day, 'the key keeps only "29922365" of it'],
    ['exact.format("dd.MM.yyyy")', day, 'the key keeps only "22.11.2026" of it'],
    [".seconds", at("1969-12-31T23:59:59"), "the key counts from 1970-01-01"],
  ])("%s: %s", (encoding, value, message) => {
    expect(() => keyPart(encoding, value)).toThrow(message);
  });
});

it("a time that was read and then changed in place has another text", () => {
  const encoding = ".iso7";
  const read = parsePart("2026-11-22T10:05:07.1234567Z", encoding, { type: dateTime as EdmType }) as ExactDate;
  expect(keyPart(encoding, read)).toBe("2026-11-22T10:05:07.1234567Z");
  read.setUTCMilliseconds(123);
  expect(keyPart(encoding, read)).toBe("2026-11-22T10:05:07.1230000Z");
  const whole = parsePart("2026-11-22T10:05:07.1230000Z", encoding, { type: dateTime as EdmType }) as Date;
  expect(keyPart(encoding, whole)).toBe("2026-11-22T10:05:07.1230000Z");
  whole.setUTCHours(11);
  expect(keyPart(encoding, whole)).toBe("2026-11-22T11:05:07.1230000Z");
});

it("texts that several values share are derived in upper case and as hashes", () => {
  expect(keyPart(".upperText", "straße!/", "!")).toBe("STRAßE~21~2f");
  expect(keyPart(".sha256(4)", "Ann@x.org")).toBe("15a7");
  expect(keyPart(".md5", "")).toBe("d41d8cd98f00b204e9800998ecf8427e");
});
