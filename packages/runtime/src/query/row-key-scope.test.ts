import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExactDate, ticksOf } from "../codec/edm/exact-date.js";
import { format } from "../codec/keys/date-format.js";
import { lower, shard } from "../codec/keys/derived.js";
import { int32Asc, int32Desc, pad } from "../codec/keys/fixed-numbers.js";
import { ulid } from "../codec/keys/identifiers.js";
import { exact, type KeyCodec } from "../codec/keys/key-codec.js";
import { type KeyPart, propertyPart } from "../codec/keys/key-part.js";
import { desc } from "../codec/keys/numeral.js";
import { raw, text } from "../codec/keys/text.js";
import { day, hour, month, seconds, ticksAsc, ticksDesc, year } from "../codec/keys/times.js";
import { dateTime, int32, string } from "../schema/property.js";
import { law } from "../test/law.js";
import type { TextRange } from "./filter/filter.js";
import { type RowKeyShape, rowKeyPrefix, rowKeyRange } from "./row-key-scope.js";

const properties = { at: dateTime("at"), n: int32("n"), id: string("id"), name: string("name") };
type Name = keyof typeof properties;
const part = (name: Name, codec: KeyCodec) => propertyPart(properties[name], codec);
const id = part("id", text());

/** Returns the shape of RowKeys that consist of these parts. */
function shapeOf(...rowParts: KeyPart[]): RowKeyShape {
  const names = new Set([...Object.keys(properties), "$kind", "$etag"]);
  return { name: "Entry", kind: "entry", names, properties, rowParts } as unknown as RowKeyShape;
}

const operators = ["ge", "gt", "le", "lt"] as const;
type Bounds = Partial<Record<(typeof operators)[number], unknown>>;

/** Returns whether a value meets all bounds, in its own order. */
function meets<V>(value: V, bounds: Bounds, rankOf: (value: V) => bigint | number): boolean {
  const rank = rankOf(value);
  const tests = {
    ge: (bound: V) => rank >= rankOf(bound),
    gt: (bound: V) => rank > rankOf(bound),
    le: (bound: V) => rank <= rankOf(bound),
    lt: (bound: V) => rank < rankOf(bound),
  };
  return operators.every((operator) => !(operator in bounds) || tests[operator](bounds[operator] as V));
}

function isWithin(key: string, range: TextRange): boolean {
  return (range.ge === undefined || key >= range.ge) && (range.lt === undefined || key < range.lt);
}

/** Generates one bound, or one on each side. */
function boundsOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<Bounds> {
  const [lower, upper] = [fc.constantFrom("ge", "gt"), fc.constantFrom("le", "lt")];
  return fc.oneof(
    fc.tuple(fc.constantFrom(...operators), value).map(([operator, bound]) => ({ [operator]: bound })),
    fc.tuple(lower, value, upper, value).map(([from, ge, to, lt]) => ({ [from]: ge, [to]: lt })),
  );
}

const millis = 10_000n;
const start = ticksOf(new Date("2024-01-01T00:00:00Z"));
/** Times around a few seconds, some with 100 ns besides. */
const time = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(0n, 1n, 9_999n, 5_000_000n, 9_999_999n))
  .map(([second, ticks]) => ExactDate.fromTicks(start + BigInt(second) * 1000n * millis + ticks));
const rankOfTime = (value: Date) => ticksOf(value);
const wholeSecond = time.map((value) => new Date(Math.floor(value.getTime() / 1000) * 1000));
const number = fc.integer({ min: 0, max: 12 });

describe("a range of one part", () => {
  it.each<[KeyCodec, Name, fc.Arbitrary<unknown>, fc.Arbitrary<unknown>, (value: never) => bigint | number]>([
    [pad(5), "n", number, number, Number],
    [int32Asc, "n", fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 }), Number],
    [int32Desc, "n", fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 }), Number],
    [desc(9999), "n", number, number, Number],
    [ticksAsc, "at", time, time, rankOfTime],
    [ticksDesc, "at", time, time, rankOfTime],
    [exact(seconds(pad(10))), "at", wholeSecond, time, rankOfTime],
    [exact(seconds(desc(9999999999))), "at", wholeSecond, time, rankOfTime],
  ])("has the keys of the values in the range, and no others: $form", (codec, name, values, bounds, rankOf) => {
    const ranged = part(name, codec);
    fc.assert(
      fc.property(values, boundsOf(bounds), (value, given) => {
        const { rowKey, where } = rowKeyRange(shapeOf("e!", ranged, "!", id), { [name]: given });
        expect(where).toBeFalsy();
        expect(isWithin(`e!${ranged.encode(value)}!x`, rowKey as TextRange)).toBe(meets(value, given, rankOf as never));
      }),
      law(2000),
    );
  });

  it.each<[KeyCodec]>(
    [seconds(pad(10)), seconds(desc(9999999999)), format("yyyy-MM-dd'T'HH:mm:ss")].map((codec) => [codec]),
  )(
    "has the keys of all values in the range if several have one key, and a condition that excludes others: $form",
    (codec) => {
      const ranged = part("at", codec);
      fc.assert(
        fc.property(time, boundsOf(time), (value, given) => {
          const { rowKey, where } = rowKeyRange(shapeOf("e!", ranged), { at: given });
          expect(where).toEqual({ at: given });
          const key = `e!${ranged.encode(value)}`;
          if (meets(value, given, rankOfTime)) expect(isWithin(key, rowKey as TextRange)).toBe(true);
        }),
        law(2000),
      );
    },
  );

  it.each([
    [hour, 3_600_000],
    [day, 86_400_000],
    [month, 31 * 86_400_000],
    [year, 366 * 86_400_000],
  ])("has the keys of all values in the range if the key has only their $form", (codec, step) => {
    const ranged = part("at", codec);
    const moment = fc
      .tuple(fc.integer({ min: 0, max: 8 }), fc.constantFrom(0n, 1n, -1n))
      .map(([steps, ticks]) => ExactDate.fromTicks(start + (BigInt(steps * step) * millis) / 2n + ticks));
    fc.assert(
      fc.property(moment, boundsOf(moment), (value, given) => {
        const { rowKey, where } = rowKeyRange(shapeOf("e!", ranged), { at: given });
        expect(where).toEqual({ at: given });
        if (meets(value, given, rankOfTime))
          expect(isWithin(`e!${ranged.encode(value)}`, rowKey as TextRange)).toBe(true);
      }),
      law(2000),
    );
  });

  it("ends before a day that begins at the bound", () => {
    const at = (iso: string) => new Date(`${iso}Z`);
    const between = (range: object) => rowKeyRange(shapeOf("e!", part("at", day)), { at: range }).rowKey;
    const first = { ge: "e!2024-01-03" };
    expect(between({ ge: at("2024-01-03T05:00"), lt: at("2024-01-04T00:00") })).toEqual({
      ...first,
      lt: "e!2024-01-04",
    });
    expect(between({ ge: at("2024-01-03T00:00"), le: at("2024-01-04T00:00") })).toEqual({
      ...first,
      lt: "e!2024-01-05",
    });
    expect(between({ gt: at("2024-01-03T00:00"), lt: at("2024-01-04T00:01") })).toEqual({
      ...first,
      lt: "e!2024-01-05",
    });
  });

  it.each<[KeyCodec, object, TextRange]>([
    [seconds(pad(10)), { ge: "00" }, { ge: "e!1704067200" }],
    [seconds(pad(10)), { gt: "00" }, { ge: "e!1704067200" }],
    [seconds(pad(10)), { gt: "00.5" }, { ge: "e!1704067200" }],
    [seconds(pad(10)), { lt: "00" }, { lt: "e!1704067200" }],
    [seconds(pad(10)), { le: "00" }, { lt: "e!1704067201" }],
    [seconds(pad(10)), { lt: "00.5" }, { lt: "e!1704067201" }],
    [seconds(desc(9999999999)), { ge: "01" }, { lt: "e!8295932799" }],
    [seconds(desc(9999999999)), { lt: "00.5" }, { ge: "e!8295932799" }],
    [exact(seconds(pad(10))), { ge: "00.5" }, { ge: "e!1704067201" }],
    [exact(seconds(pad(10))), { gt: "00" }, { ge: "e!1704067201" }],
    [exact(seconds(pad(10))), { lt: "00.5" }, { lt: "e!1704067201" }],
    [exact(seconds(pad(10))), { lt: "00" }, { lt: "e!1704067200" }],
  ])("begins and ends as closely to the bounds as the key can tell: $form", (codec, given, expected) => {
    const [[operator, second] = []] = Object.entries(given) as [string, string][];
    const bound = new Date(`2024-01-01T00:00:${second}Z`);
    const { rowKey } = rowKeyRange(shapeOf("e!", part("at", codec)), { at: { [operator as string]: bound } });
    expect(rowKey).toEqual({ ge: "e!", lt: 'e"', ...expected });
  });

  it("takes the time of an identifier that begins with one, and a prefix of it", () => {
    const shape = shapeOf("e!", part("id", ulid));
    const from = new Date("2024-01-01T00:00:00Z");
    const between = (range: object) => rowKeyRange(shape, { id: range }).rowKey;
    expect(between({ time: { ge: from } })).toEqual({ ge: "e!01HK153X000000000000000000", lt: 'e"' });
    expect(between({ time: { lt: from } })).toEqual({ ge: "e!", lt: "e!01HK153X000000000000000000" });
    expect(between({ ge: "01HK", lt: "01HM" })).toEqual({ ge: "e!01HK", lt: "e!01HM" });
    expect(between({ gt: "01HK", le: "01HM" })).toEqual({ ge: "e!01HK", lt: "e!01HM" });
    expect(rowKeyPrefix(shape, { id: "01HK" }).rowKey).toEqual({ ge: "e!01HK", lt: "e!01HL" });
    expect(() => between({ time: {} })).toThrow("Entry.id.time has no bound. Pass ge, gt, le or lt.");
    expect(() => between({ time: { ge: undefined } })).toThrow("Entry.id is undefined in a RowKey. Pass a value.");
    expect(() => between({ time: { ge: "2024" } })).toThrow("time ge is 2024, which is not a time");
  });

  const numbered = shapeOf("e!", part("n", pad(5)), "!", id, "!", part("name", lower()));

  it.each([
    [{ n: {} }, "query.empty-condition", "Entry.n has no bound. Pass ge, gt, le or lt."],
    [{ n: { gte: 1 } }, "query.unknown-operator", "Entry.n gte: a range of keys takes ge, gt, le and lt. Write ge."],
    [{ n: { eq: 1 } }, "query.unknown-operator", "Entry.n eq: a range of keys takes ge, gt, le and lt."],
    [{ n: { equals: 1 } }, "query.unknown-operator", "Entry.n equals: a range of keys takes ge, gt, le and lt."],
    [{ n: { ge: null } }, "query.undefined-value", "Entry.n is null in a RowKey. Pass a value."],
    [{ n: { ge: -1 } }, "value.out-of-range", "Entry.n is -1; pad(5) takes 0 to 99999"],
    [{ n: { ge: 1, gt: 1 } }, "query.invalid-option", "Entry.n has both ge and gt"],
    [{ n: 1 }, "query.invalid-option", "such as { n: { ge, lt } }; for leading parts alone, use startsWith."],
    [{ n: 1, id: { ge: "a" } }, "query.invalid-option", "its text in the RowKey does not sort as its values do"],
    [
      { n: 1, id: "a", name: { ge: "a" } },
      "query.invalid-option",
      "Entry.name takes one value here, not a range: the RowKey contains only a derived value",
    ],
    [{ n: { ge: 1 }, id: "a" }, "query.invalid-option", "Entry.id comes after a part of the RowKey that is missing"],
    [{ m: 1 }, "query.unknown-property", '"m" is not part of the RowKey of Entry.'],
    [null, "value.wrong-type", "A RowKey of Entry must be an object, not null."],
  ])("is refused: %j", (given, code, message) => {
    expect(() => rowKeyRange(numbered, given as object)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });

  it("needs a part with an order", () => {
    const message = "No part of the RowKey of Entry has an order: between takes parts with .pad, .asc or .desc";
    expect(() => rowKeyRange(shapeOf("e!", id), { id: "a" })).toThrow(message);
  });

  it("may begin an entity, whose other properties are ignored", () => {
    const entity = { $kind: "entry", n: 7, at: new Date(0) };
    expect(rowKeyPrefix(numbered, entity).rowKey).toEqual({ ge: "e!00007!", lt: 'e!00007"' });
    expect(() => rowKeyPrefix(numbered, { ...entity, m: 1 })).toThrow('Entry has no property "m".');
  });
});

describe("leading parts", () => {
  const shape = shapeOf(part("n", pad(2)), "-", part("n", pad(4)), "-", id);

  it("may give a property once although it is in several parts", () => {
    expect(rowKeyPrefix(shape, { n: 7 }).rowKey).toEqual({ ge: "07-0007-", lt: "07-0007." });
    expect(rowKeyRange(shape, { n: { ge: 7 } }).rowKey).toEqual({ ge: "07" });
    expect(() => rowKeyPrefix(shape, { id: "a" })).toThrow("Give each part before it a single value.");
    expect(() => rowKeyPrefix(shape, { n: { ge: 7 } })).toThrow(
      "startsWith takes one value of Entry.n, not a range; for a range, use between.",
    );
  });

  it("may be all parts, which is one key", () => {
    expect(rowKeyPrefix(shape, { n: 7, id: "a" })).toEqual({ rowKey: { eq: "07-0007-a" }, matches: undefined });
  });

  it("of which each ends where its text does need no test", () => {
    const fixed = shapeOf(part("id", shard(raw(), 16)), "--", part("n", pad(2)), part("name", text()));
    expect(rowKeyPrefix(fixed, { id: "a" }).matches).toBeUndefined();
    expect(rowKeyPrefix(fixed, { id: "a", n: 7 }).matches).toBeUndefined();
  });

  it("that a prefix cannot tell from longer ones come with a test of the RowKey", () => {
    const joined = shapeOf(part("id", text("-")), "-", part("name", text()));
    expect(rowKeyPrefix(joined, { id: "a" }).matches).toBeUndefined();
    // A raw value may contain the constant that follows, so the keys of other values begin in the same way.
    const unescaped = shapeOf(part("id", raw()), "--", part("n", pad(2)));
    const { rowKey, matches } = rowKeyPrefix(unescaped, { id: "a" });
    expect(rowKey).toEqual({ ge: "a--", lt: "a-." });
    expect(["a--07", "a--b--07", "a--?"].map((key) => matches?.(key))).toEqual([true, false, true]);
    const adjoining = shapeOf(part("id", raw("-")), part("n", pad(2)));
    expect(rowKeyPrefix(adjoining, { id: "a" }).matches?.("ab07")).toBe(false);
  });
});
