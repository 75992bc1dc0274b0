import { describe, expect, it } from "vitest";
import { binary } from "../../codec/edm/binary.js";
import { dateTime, dateTimeIso, dateTimeTicks } from "../../codec/edm/date-time.js";
import type { EdmType } from "../../codec/edm/edm-type.js";
import { ExactDate } from "../../codec/edm/exact-date.js";
import { guid } from "../../codec/edm/guid.js";
import { boolean, double, int32, int64, int64Number, int64String } from "../../codec/edm/numbers.js";
import { string } from "../../codec/edm/string.js";
import { storedJson, stringParts } from "../../features/stored/stored-in-parts.js";
import { filterText } from "./filter.js";
import { type FilteredSchema, rawFilter, translateWhere } from "./filter-where.js";

const schema: FilteredSchema = {
  name: "Thing",
  properties: {
    text: { type: string as EdmType, name: "stored_text" },
    choice: { type: string as EdmType, oneOf: ["EUR", "USD"] },
    flag: { type: boolean as EdmType },
    small: { type: int32 as EdmType },
    big: { type: int64 as EdmType },
    bigNumber: { type: int64Number as EdmType },
    bigText: { type: int64String as EdmType },
    real: { type: double as EdmType },
    at: { type: dateTime as EdmType },
    atIso: { type: dateTimeIso as EdmType },
    atTicks: { type: dateTimeTicks as EdmType },
    id: { type: guid as EdmType },
    bytes: { type: binary as EdmType },
    名前: { type: string as EdmType },
    keyed: { type: string as EdmType, keyOnly: true },
    long: stringParts("long", { parts: 3 }),
    packed: storedJson("packed", { compress: "gzip" }),
    packedParts: storedJson("packedParts", { compress: "gzip", parts: 2 }),
  },
};

function written(where: object): string {
  const filter = translateWhere(schema, where);
  return typeof filter === "boolean" ? String(filter) : filterText(filter);
}

describe("literals of each Edm type", () => {
  it.each<[object, string]>([
    [{ text: "abc" }, "stored_text eq 'abc'"],
    [{ text: "o'clock" }, "stored_text eq 'o''clock'"],
    [{ text: "" }, "stored_text eq ''"],
    [{ text: "' or PartitionKey ne '" }, "stored_text eq ''' or PartitionKey ne '''"],
    [{ choice: "EUR" }, "choice eq 'EUR'"],
    [{ flag: false }, "flag eq false"],
    [{ small: -2147483648 }, "small eq -2147483648"],
    [{ big: 123n }, "big eq 123L"],
    [{ big: -9223372036854775808n }, "big eq -9223372036854775808L"],
    [{ bigNumber: 5 }, "bigNumber eq 5L"],
    [{ bigText: "9007199254740993" }, "bigText eq 9007199254740993L"],
    [{ real: 5 }, "real eq 5.0"],
    [{ real: -0.5 }, "real eq -0.5"],
    [{ real: 1e21 }, "real eq 1000000000000000000000.0"],
    [{ real: 1e-7 }, "real eq 0.0000001"],
    [{ at: new Date("2008-07-10T00:00:00Z") }, "at eq datetime'2008-07-10T00:00:00Z'"],
    [{ at: ExactDate.fromIso("2021-01-02T03:04:05.1234567Z") }, "at eq datetime'2021-01-02T03:04:05.1234567Z'"],
    [{ atIso: "2021-01-02T03:04:05.1234567Z" }, "atIso eq datetime'2021-01-02T03:04:05.1234567Z'"],
    [{ atTicks: 637451534451234567n }, "atTicks eq datetime'2021-01-02T03:04:05.1234567Z'"],
    [{ id: "C9DA6455-213D-42C9-9A79-3E9149A57833" }, "id eq guid'c9da6455-213d-42c9-9a79-3e9149a57833'"],
    [{ bytes: new Uint8Array([0, 1, 2, 3, 4]).subarray(1) }, "bytes eq X'01020304'"],
    [{ bytes: new Uint8Array() }, "bytes eq X''"],
    [{ 名前: "日本" }, "名前 eq '日本'"],
    [{ $timestamp: { ge: new Date("2021-01-01T00:00:00Z") } }, "Timestamp ge datetime'2021-01-01T00:00:00Z'"],
  ])("%o", (where, filter) => {
    expect(written(where)).toBe(filter);
  });
});

describe("operators", () => {
  it.each<[object, string]>([
    [{ small: { eq: 1 } }, "small eq 1"],
    [{ small: { ne: 1 } }, "small ne 1"],
    [{ small: { gt: 1, le: 9 } }, "small gt 1 and small le 9"],
    [{ small: { ge: 1, lt: 9 } }, "small ge 1 and small lt 9"],
    [{ small: { between: [1, 9] } }, "small ge 1 and small le 9"],
    [{ small: { in: [1, 2, 1] } }, "small eq 1 or small eq 2"],
    [{ small: { in: [1] } }, "small eq 1"],
    [{ small: { in: [] } }, "false"],
    [{ text: { startsWith: "ab" } }, "stored_text ge 'ab' and stored_text lt 'ac'"],
    [{ text: { startsWith: "x'" } }, "stored_text ge 'x''' and stored_text lt 'x('"],
    [{ text: { startsWith: "" } }, "stored_text ge ''"],
  ])("%o", (where, filter) => {
    expect(written(where)).toBe(filter);
  });

  it.each<[object, string]>([
    [{ small: 1, flag: true }, "small eq 1 and flag eq true"],
    [
      { small: 1, $or: [{ flag: true }, { big: 2n, real: 3 }] },
      "small eq 1 and (flag eq true or big eq 2L and real eq 3.0)",
    ],
    [{ $not: { small: 1, flag: true } }, "not (small eq 1 and flag eq true)"],
    [{ $and: [{ small: { in: [1, 2] } }, { flag: true }, {}] }, "(small eq 1 or small eq 2) and flag eq true"],
    [{ $odata: "a eq 1 or b eq 2", flag: true }, "(a eq 1 or b eq 2) and flag eq true"],
    [{ $not: { $odata: "a eq 1" } }, "not (a eq 1)"],
    [{}, "true"],
  ])("combine: %o", (where, filter) => {
    expect(written(where)).toBe(filter);
  });
});

describe("refusals name the place", () => {
  it.each<[string, object, string, RegExp]>([
    ["undefined", { small: undefined }, "query.undefined-value", /Thing\.small is undefined/],
    ["undefined in an operator", { small: { gt: undefined } }, "query.undefined-value", /Thing\.small gt is undefined/],
    ["undefined in a list", { small: { in: [1, undefined] } }, "query.undefined-value", /Thing\.small in is undefined/],
    ["no list", { small: { in: undefined } }, "query.undefined-value", /Thing\.small in is undefined/],
    ["no range", { small: { between: null } }, "query.undefined-value", /Thing\.small between is null/],
    ["undefined in $or", { $or: [undefined] }, "query.undefined-value", /Thing\.\$or is undefined/],
    ["an undefined $or", { $or: undefined }, "query.undefined-value", /Thing\.\$or/],
    ["null", { text: null }, "query.undefined-value", /Thing\.text is null/],
    ["an unknown property", { smal: 1 }, "query.unknown-property", /Thing has no property "smal"/],
    ["a name of Object.prototype", { toString: 1 }, "query.unknown-property", /"toString"/],
    [
      "an unknown operator",
      { small: { like: 1 } },
      "query.unknown-operator",
      /Thing\.small like is not an operator of Edm\.Int32 here; use one of eq, ne, gt/,
    ],
    ["gte", { small: { gte: 1 } }, "query.unknown-operator", /gte is not an operator of Edm\.Int32 here; write ge$/],
    ["an operator of another case", { text: { startswith: "a" } }, "query.unknown-operator", /write startsWith$/],
    ["an operator as a symbol", { small: { "!=": 1 } }, "query.unknown-operator", /write ne$/],
    ["gte of a boolean", { flag: { gte: true } }, "query.unknown-operator", /use one of eq, ne, in$/],
    ["a value for a list", { small: { in: 5 } }, "value.wrong-type", /small in takes an array, not 5$/],
    ["an order of booleans", { flag: { gt: false } }, "query.unknown-operator", /use one of eq, ne, in$/],
    ["an order of choices", { choice: { startsWith: "E" } }, "query.unknown-operator", /use one of eq, ne, in$/],
    ["a prefix of a number", { small: { startsWith: "1" } }, "query.unknown-operator", /Thing\.small startsWith/],
    ["no operator", { small: {} }, "query.empty-condition", /Thing\.small has no operator/],
    ["an empty alternative", { $or: [{ small: 1 }, {}] }, "query.empty-condition", /Thing\.\$or/],
    ["an empty negation", { $not: {} }, "query.empty-condition", /Thing\.\$not/],
    ["a number for text", { text: 5 }, "value.wrong-type", /Thing\.text is 5/],
    ["text for a number", { small: { gt: "5" } }, "value.wrong-type", /Thing\.small gt is "5"/],
    ["a number for an Int64", { big: 5 }, "value.wrong-type", /Thing\.big is 5/],
    ["an Int32 out of range", { small: 2 ** 31 }, "value.out-of-range", /Thing\.small/],
    ["a text that is no Guid", { id: "C9DA" }, "value.out-of-range", /Thing\.id/],
    ["an invalid Date", { at: new Date(Number.NaN) }, "value.out-of-range", /Thing\.at/],
    ["a Double without a literal", { real: Number.NaN }, "value.out-of-range", /Thing\.real is NaN/],
    ["a lone surrogate", { text: { startsWith: "\ud800" } }, "value.not-unicode", /Thing\.text startsWith/],
    ["half a range", { small: { between: [1] } }, "value.wrong-type", /Thing\.small between takes \[from, to\]/],
    [
      "one condition for a list",
      { $or: { small: 1 } },
      "value.wrong-type",
      /Thing\.\$or takes an array of conditions, not an object/,
    ],
    ["a property of the key alone", { keyed: "a" }, "query.key-only", /Thing\.keyed/],
    ["a value in parts", { long: "a" }, "query.not-comparable", /Thing\.long is stored in 3 parts, which the service/],
    [
      "compressed JSON",
      { packed: {} },
      "query.not-comparable",
      /Thing\.packed is stored compressed, which the service/,
    ],
    ["compressed parts", { packedParts: {} }, "query.not-comparable", /Thing\.packedParts is stored in 2 parts/],
    ["a number for $odata", { $odata: 5 }, "value.wrong-type", /Thing\.\$odata takes a string or odata`…`, not 5$/],
    [
      "a part of a lookalike for $odata",
      { $odata: { text: "A eq 1" } },
      "value.wrong-type",
      /takes a string or odata`…`, not an object$/,
    ],
    [
      "a function for a condition",
      { $not: () => true },
      "value.wrong-type",
      /Thing\.\$not takes an object of conditions, not a function/,
    ],
    [
      "two lower bounds",
      { small: { ge: 1, gt: 2 } },
      "query.invalid-option",
      /Thing\.small has both ge and gt, two bounds/,
    ],
    [
      "two upper bounds",
      { small: { le: 1, lt: 2 } },
      "query.invalid-option",
      /Thing\.small has both le and lt, two bounds/,
    ],
    ["unbalanced text", { $odata: "a eq 'x" }, "query.malformed-odata", /quote/],
  ])("%s", (_, where, code, message) => {
    expect(() => written(where)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
  });
});

it.each([undefined, null, "small eq 1", () => true, [{ small: 1 }], new Map([["small", 1]])])(
  "refuses %s for a where, since it would match every row",
  (where) => {
    expect(() => written(where as object)).toThrow(expect.objectContaining({ code: "value.wrong-type" }));
    expect(() => written(where as object)).toThrow(/^where of Thing takes an object, such as .*, not (?!an object)/);
  },
);

describe("a raw part", () => {
  it.each([
    ["Total gt 5.0", 1],
    ["(Total gt 5.0 and not (Name eq 'it''s (fine) and eq 5')) or IsPaid", 2],
    ["IsPaid", 1],
    ["A eq 1 and(B ne 2)or(C le 3)", 3],
  ])("%s has %i comparisons", (text, comparisons) => {
    expect(rawFilter(text)).toEqual({ type: "raw", text, comparisons });
  });

  it.each(["A eq 1) or (B eq 2", "(A eq 1", "A eq 'x", "A eq 'it's'", "A eq 'x') or (PartitionKey ne ''"])(
    "that would leave its parentheses is refused: %s",
    (text) => {
      expect(() => rawFilter(text)).toThrow(expect.objectContaining({ code: "query.malformed-odata" }));
    },
  );

  it("that is empty is refused", () => {
    expect(() => rawFilter(" ")).toThrow(expect.objectContaining({ code: "query.empty-condition" }));
  });
});
