import zlib from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDate, anyString } from "../../test/arbitraries.js";
import { law } from "../../test/law.js";
import { ExactDate, isoOf, ticksOf } from "../edm/exact-date.js";
import { crc32, lower, shard } from "./derived.js";
import { pad } from "./fixed-numbers.js";
import type { KeyCodec } from "./key-codec.js";
import { parseText, text as plainText } from "./text.js";
import { type BucketUnit, buckets, day, hour, month, year } from "./times.js";

const keyLower = lower("!").encode as (value: string) => string;

describe("lower case", () => {
  it.each([
    ["Ann@X.org", "ann@x.org"],
    ["ÄÖÜ", "äöü"],
    ["ΑΣ", "ασ"],
    ["İI", "İi"],
    ["𐐀", "𐐨"],
    ["A/B!", "a~2fb~21"],
    ["", ""],
  ])("of %j is %j", (value, text) => expect(keyLower(value)).toBe(text));

  it("is the same for strings that differ in case alone, and its own lower case", () => {
    fc.assert(
      fc.property(anyString, anyString, (a, b) => {
        const text = keyLower(a);
        expect(keyLower(parseText(text, "!"))).toBe(text);
        expect(keyLower(a + b)).toBe(text + keyLower(b));
      }),
      law(20_000),
    );
  });

  it("needs a string", () => {
    expect(() => keyLower(undefined as never)).toThrow(expect.objectContaining({ code: "value.missing" }));
    expect(() => keyLower(5 as never)).toThrow(expect.objectContaining({ code: "value.wrong-type" }));
    expect(() => keyLower("\ud800")).toThrow(expect.objectContaining({ code: "value.not-unicode" }));
  });
});

const units: Readonly<Record<BucketUnit, readonly [KeyCodec, length: number]>> = {
  year: [year, 4],
  month: [month, 7],
  day: [day, 10],
  hour: [hour, 13],
};

describe.each(Object.entries(units))("the %s of a moment", (name, [codec, length]) => {
  const key = codec.encode as (value: Date | string | bigint) => string;
  const { at, start } = buckets[name as BucketUnit];

  it("is the start of its text in UTC, in every form", () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const text = date.toISOString().slice(0, length);
        expect(key(date)).toBe(text);
        expect(key(isoOf(date))).toBe(text);
        expect(key(ticksOf(date))).toBe(text);
      }),
      law(20_000),
    );
  });

  it("changes exactly where a bucket starts", () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const first = start(at(date.getTime()) + 1);
        if (first > Date.UTC(9999, 11, 31)) return;
        const last = ExactDate.fromTicks(ticksOf(new Date(first)) - 1n);
        expect(key(last)).toBe(key(date));
        expect(key(new Date(first))).not.toBe(key(date));
        expect(key(new Date(first)) > key(date)).toBe(true);
      }),
      law(20_000),
    );
  });
});

it("the bucket of a moment outside of Edm.DateTime is refused", () => {
  expect(() => month.encode(new Date(Number.NaN) as never)).toThrow(
    expect.objectContaining({ code: "value.out-of-range" }),
  );
  expect(() => month.encode(undefined as never)).toThrow(expect.objectContaining({ code: "value.missing" }));
});

describe("a shard", () => {
  it("is the CRC-32 of the text's UTF-8, as others compute it", () => {
    expect(crc32("123456789")).toBe(0xcbf43926);
    expect(crc32("")).toBe(0);
    expect(crc32("é")).toBe(0x0e048d3e);
  });

  it("is that CRC-32 for every text", () => {
    fc.assert(
      fc.property(anyString, (text) => {
        expect(crc32(text)).toBe(zlib.crc32(text));
      }),
      law(20_000),
    );
    for (const text of ["\u007f", "\u0080", "a\u0080b"]) expect(crc32(text)).toBe(zlib.crc32(text));
  });

  it("has the digits of the last one", () => {
    const shardOf = (count: number) => shard(plainText(), count).encode("123456789" as never);
    expect([shardOf(10), shardOf(16), shardOf(1000)]).toEqual(["2", "06", "262"]);
  });

  it("is that of the part's text, and cannot be read back", () => {
    const codec = shard(pad(10), 16);
    expect(codec.encode(7 as never)).toBe(shard(plainText(), 16).encode("0000000007" as never));
    expect(codec).toMatchObject({ isDerived: true, shards: 16, form: "shard(16)" });
  });
});

it("a longer bucket has a longer interval", () => {
  const lengths = (["hour", "day", "month", "year"] as const).map((unit) => buckets[unit].length);
  expect(lengths.every((length, index) => index === 0 || length > (lengths[index - 1] as number))).toBe(true);
});
