import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Reading } from "../../../generator/src/emit/golden/derived/expected/index.js";
import { ExactDate, ticksOf } from "../codec/edm/exact-date.js";
import { format, iso7 } from "../codec/keys/date-format.js";
import { lower, shard } from "../codec/keys/derived.js";
import { pad } from "../codec/keys/fixed-numbers.js";
import { exact, type KeyCodec } from "../codec/keys/key-codec.js";
import { type KeyPart, propertyPart } from "../codec/keys/key-part.js";
import { desc } from "../codec/keys/numeral.js";
import { text } from "../codec/keys/text.js";
import { day, days, hour as hourOf, milliseconds, month, ticksAsc, ticksDesc, year } from "../codec/keys/times.js";
import type { ParallelPartitionsOptions, PartitionsOptions } from "../query/query-options.js";
import { dateTime, int32, string } from "../schema/property.js";
import { law } from "../test/law.js";
import { stubConnection } from "../test/stub-connection.js";
import { createPartitionsQuery, enumeratePartitions } from "./partitions.js";

const connection = stubConnection(() => ({ body: { value: [] } }));
const months = { ge: new Date("2024-01-15T00:00:00Z"), lt: new Date("2024-03-01T00:00:00Z") };

function queryOf(
  given: object,
  options: PartitionsOptions | ParallelPartitionsOptions = {},
  rowParts: readonly KeyPart[] = Reading.$schema.rowParts,
) {
  return createPartitionsQuery(connection, { ...Reading.$schema, rowParts }, given, options);
}

describe("a query of the partitions of a range", () => {
  it("reads each partition, and of it the RowKeys in the range", () => {
    const plan = queryOf({ deviceId: "d", at: months }).explain();
    expect(plan).toMatchObject({ access: "partitions", table: "Readings", comparisons: 3 });
    expect(plan.filters.map((filter) => filter.split(" and ")[0])).toEqual([
      "PartitionKey eq 'd!2024-01'",
      "PartitionKey eq 'd!2024-02'",
    ]);
    for (const filter of plan.filters)
      expect(filter).toMatch(/ and RowKey ge '\d{18}[\d:]' and RowKey lt '\d{18}[\d:]'$/);
  });

  it.each<[string, readonly KeyPart[]]>([
    ["begin with another property", ["x!", propertyPart(string("deviceId"), text())]],
    ["begin with a shard of it", [propertyPart(dateTime("at"), shard(ticksDesc, 4))]],
    ["begin with another encoding of it", [propertyPart(dateTime("at"), day)]],
  ])("compares the property if the RowKeys %s", (_, rowParts) => {
    const [filter] = queryOf({ deviceId: "d", at: months }, {}, rowParts).explain().filters;
    expect(filter).toMatch(/ and at ge datetime'2024-01-15T00:00:00Z' and at lt datetime'2024-03-01T00:00:00Z'$/);
  });

  it("reads them in reverse, or at the same time", () => {
    const given = { deviceId: "d", at: months };
    const first = (options: object) => queryOf(given, options).explain().filters[0];
    expect(first({ reverse: true })).toContain("'d!2024-02'");
    expect(first({ reverse: false })).toContain("'d!2024-01'");
    expect(first({ parallel: 2 })).toContain("'d!2024-01'");
  });

  it("reads 1,000 partitions at most unless the options say otherwise", () => {
    const years = (count: number) => ({
      deviceId: "d",
      at: { ge: new Date("1700-01-01T00:00:00Z"), lt: new Date(Date.UTC(1700, count)) },
    });
    expect(queryOf(years(1000)).explain().filters).toHaveLength(1000);
    expect(() => queryOf(years(1001))).toThrow("The query reads 1001 partitions of Reading; the limit is 1000.");
    expect(() => queryOf(years(3), { maxPartitions: 2 })).toThrow("the limit is 2.");
    expect(queryOf(years(1001), { maxPartitions: 1001 }).explain().filters).toHaveLength(1001);
  });

  it.each([
    [{ deviceId: "d".repeat(1025), at: months }, "key.too-long", "Reading.PartitionKey has 1033 UTF-16 units"],
    [{ at: months }, "value.missing", "Reading.deviceId is missing"],
    [{ deviceId: "d", at: months, celsius: 5 }, "query.unknown-property", "is not part of the PartitionKey of Reading"],
    [{ deviceId: "d", at: null }, "query.undefined-value", "Reading.at is null in a PartitionKey. Pass a value."],
    [
      { deviceId: "d", at: { ge: null, lt: new Date() } },
      "query.undefined-value",
      "Reading.at ge is null. Pass a value.",
    ],
    [{ deviceId: "d", at: { ge: new Date(0) } }, "query.empty-condition", "Reading.at needs both ends of its range"],
    [
      { deviceId: "d", at: { ge: new Date(0), before: new Date() } },
      "query.unknown-operator",
      "Reading.at before: a range of",
    ],
    [{ deviceId: "d", at: { ge: "x", lt: new Date() } }, "value.out-of-range", 'Reading.at is "x"'],
    [
      { deviceId: "d", at: { ge: new Date(0), gt: new Date(0), lt: new Date() } },
      "query.invalid-option",
      "both ge and gt",
    ],
    [null, "value.wrong-type", "The partitions of Reading must be an object, not null."],
  ])("is refused: %j", (given, code, message) => {
    expect(() => queryOf(given as object)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });

  it("sends one request for each partition, also at the same time", async () => {
    for (const options of [{}, { parallel: 2 }]) {
      const before = connection.requests.length;
      expect(await queryOf({ deviceId: "d", at: months }, options).toArray()).toEqual([]);
      const filters = connection.requests.slice(before).map(({ parameters }) => parameters["$filter"]);
      expect(filters.toSorted()).toEqual(queryOf({ deviceId: "d", at: months }).explain().filters.toSorted());
    }
  });

  it("sends nothing to read no rows", async () => {
    const before = connection.requests.length;
    expect(await queryOf({ deviceId: "d", at: months }, { parallel: 2 }).take(0).toArray()).toEqual([]);
    expect(connection.requests).toHaveLength(before);
  });
});

/** Returns a schema whose PartitionKey joins these parts with `!`. */
function schemaOf(...parts: KeyPart[]) {
  const partitionParts = parts.flatMap((part, index) => (index === 0 ? [part] : ["!", part]));
  return { name: "Reading", partitionParts };
}

const part = (codec: KeyCodec) => propertyPart(dateTime("at"), codec);
const device = propertyPart(string("device"), text());
const shardsOfDevice = (count: number) => propertyPart(string("device"), shard(text(), count));

const keysOf = (parts: KeyPart[], given: object, max = 1000) =>
  enumeratePartitions(schemaOf(...parts), given, max, false).keys;
const at = (text: string) => new Date(`${text}Z`);
const hour = 3_600_000;
const epoch = Date.UTC(2023, 11, 20);

/** Ranges of this many hours. Ends have steps of 100 ns, and many are the start of an hour or next to it. */
function rangesOf(hours: number) {
  const moment = fc
    .tuple(fc.integer({ min: 0, max: hours }), fc.oneof(fc.constantFrom(0n, 1n, -1n), fc.bigInt(0n, 36_000_000_000n)))
    .map(([start, ticks]) => ExactDate.fromTicks(ticksOf(new Date(epoch + start * hour)) + ticks));
  const [lower, upper] = [fc.constantFrom("ge", "gt"), fc.constantFrom("le", "lt")];
  return fc.record({ from: moment, to: moment, lower, upper });
}

describe.each([
  ["year", year, 6 * 366 * 24, 24 * hour],
  ["month", month, 2 * 366 * 24, 24 * hour],
  ["day", day, 30 * 24, hour],
  ["hour", hourOf, 30 * 24, hour],
] as const)("the %ss of a range", (_, codec, hours, step) => {
  it("are those of its first and last moment and all between, in their order", () => {
    const textOf = codec.encode as (moment: Date) => string;
    fc.assert(
      fc.property(rangesOf(hours), ({ from, to, lower, upper }) => {
        const begin = ExactDate.fromTicks(lower === "ge" ? ticksOf(from) : ticksOf(from) + 1n);
        const end = ExactDate.fromTicks(upper === "le" ? ticksOf(to) : ticksOf(to) - 1n);
        const expected = textOf(end) < textOf(begin) ? [] : [textOf(begin)];
        for (let time = begin.getTime() - (begin.getTime() % step); time <= end.getTime(); time += step) {
          const next = textOf(new Date(time));
          if (next > (expected.at(-1) ?? "a")) expected.push(next);
        }
        expect(keysOf([part(codec)], { at: { [lower]: from, [upper]: to } })).toEqual(expected);
      }),
      law(20_000),
    );
  });
});

describe("the intervals of a format", () => {
  const range = { ge: at("2026-11-29T22:30"), lt: at("2026-11-30T01:00") };
  const [all, whole] = [
    ["2026-11-29T22", "2026-11-29T23", "2026-11-30T00"],
    ["2026-11-29T23", "2026-11-30T00"],
  ];

  it.each<[KeyCodec, expected: readonly string[]]>([
    [format("yyyy-MM-dd'T'HH"), all],
    [format("yyyyMMdd"), ["20261129", "20261130"]],
    [format("HH dd.MM.yyyy"), ["22 29.11.2026", "23 29.11.2026", "00 30.11.2026"]],
    [days(), ["20786", "20787"]],
    [days(desc(99999)), ["79213", "79212"]],
    // The time is stored only in the key, so its partitions are those of whole hours and days.
    [exact(format("yyyy-MM-dd'T'HH")), whole],
    [exact(days(pad(6))), ["020787"]],
  ])("are enumerated: $form", (codec, expected) => {
    const { keys, ranges } = enumeratePartitions(schemaOf(part(codec)), { at: range }, 1000, false);
    expect(keys).toEqual(expected);
    expect(ranges).toEqual(codec.isExact ? {} : { at: range });
  });

  it("begin at each bound that admits their start, where the key keeps only whole ones", () => {
    const hours = (bounds: object) => keysOf([part(exact(format("HH dd.MM.yyyy")))], { at: bounds });
    const [first, last] = [at("2026-11-29T22:00"), at("2026-11-29T23:00")];
    expect(hours({ ge: first, le: last })).toEqual(["22 29.11.2026", "23 29.11.2026"]);
    expect(hours({ gt: first, le: last })).toEqual(["23 29.11.2026"]);
    expect(hours({ ge: first, lt: last })).toEqual(["22 29.11.2026"]);
    expect(hours({ gt: first, lt: last })).toEqual([]);
  });

  it("are those of the longest one that the key keeps alone", () => {
    const parts: KeyPart[] = [part(year), part(exact(format("MM.yyyy"))), part(exact(milliseconds()))];
    expect(keysOf(parts, { at: { ge: at("2026-10-02T00:00"), le: at("2026-12-01T00:00") } })).toEqual([
      "2026!11.2026!1793491200000",
      "2026!12.2026!1796083200000",
    ]);
  });

  it.each<[KeyCodec]>([iso7, format("HH:mm"), format("yyyy-MM-dd HH:mm:ss.ffff"), ticksAsc].map((codec) => [codec]))(
    "are not enumerated for $form, which takes one value",
    (codec) => {
      expect(() => keysOf([part(codec)], { at: range })).toThrow(
        expect.objectContaining({ code: "query.invalid-option", message: expect.stringContaining("takes one value") }),
      );
    },
  );
});

describe("partitions", () => {
  const november = { ge: at("2026-11-29T23:30"), lt: at("2026-12-02T00:00") };

  it("of several intervals of one property agree", () => {
    const parts: KeyPart[] = [part(year), "x", part(day), device];
    expect(keysOf(parts, { device: "d/1", at: { ge: at("2026-12-30T00:00"), le: at("2027-01-01T00:00") } })).toEqual([
      "2026!x!2026-12-30!d~2f1",
      "2026!x!2026-12-31!d~2f1",
      "2027!x!2027-01-01!d~2f1",
    ]);
  });

  it("of an empty interval are none, however many shards there are and however empty it is", () => {
    const parts: KeyPart[] = [part(day), shardsOfDevice(256)];
    const empty = (to: string) => ({ at: { ge: at("2026-11-29T00:00"), lt: at(to) } });
    for (const to of ["2026-11-29T00:00", "2026-11-28T00:00", "2020-01-01T00:00"]) {
      expect(keysOf(parts, empty(to), 1)).toEqual([]);
    }
    expect(keysOf(parts, empty("2026-11-29T00:01"), 256)).toHaveLength(256);
    expect(() => keysOf(parts, empty("2026-11-29T00:01"), 255)).toThrow(
      "The query reads 256 partitions of Reading; the limit is 255. Narrow the range, or raise maxPartitions.",
    );
  });

  it("of intervals and shards are each with each, shards of a given value aside", () => {
    const parts: KeyPart[] = [part(day), shardsOfDevice(3)];
    expect(keysOf(parts, { at: november })).toEqual(
      ["2026-11-29", "2026-11-30", "2026-12-01"].flatMap((day) => [`${day}!0`, `${day}!1`, `${day}!2`]),
    );
    const [, own] = (keysOf(parts, { at: at("2026-11-29T00:00"), device: "d" })[0] as string).split("!");
    expect(keysOf(parts, { at: november, device: "d" })).toEqual([
      `2026-11-29!${own}`,
      `2026-11-30!${own}`,
      `2026-12-01!${own}`,
    ]);
  });

  it("of a time in an interval and in shards are all shards of each interval", () => {
    const parts: KeyPart[] = [part(shard(ticksAsc, 2)), part(month)];
    expect(keysOf(parts, { at: november })).toEqual(["0!2026-11", "0!2026-12", "1!2026-11", "1!2026-12"]);
    expect(keysOf(parts, { at: at("2026-11-29T00:00") })).toHaveLength(1);
  });

  it("are counted before they are made", () => {
    const ages = { ge: at("1700-01-01T00:00"), le: at("9999-12-31T23:59:59") };
    expect(() => keysOf([part(hourOf), propertyPart(int32("n"), shard(pad(3), 1000))], { at: ages })).toThrow(
      /reads 72\d{9} partitions of Reading; the limit is 1000/,
    );
    expect(keysOf([part(year)], { at: ages }, 8300)).toHaveLength(8300);
  });

  it("are none where the range is empty, and name what they were not given", () => {
    const empty = { ge: at("2026-12-02T00:00"), lt: at("2026-11-01T00:00") };
    expect(keysOf([part(month), shardsOfDevice(16)], { at: empty })).toEqual([]);
    expect(() => keysOf([part(month), device], { at: november })).toThrow("Reading.device is missing");
    expect(() => keysOf([part(month), part(ticksAsc)], { at: november })).toThrow("Reading.at takes one value");
    expect(() => keysOf([propertyPart(string("device"), lower())], { device: {} })).toThrow(
      "Reading.device takes one value",
    );
  });

  it.each([
    [
      { ge: at("2026-01-01T00:00"), gt: at("2026-01-01T00:00"), lt: at("2026-02-01T00:00") },
      "Reading.at has both ge and gt",
    ],
    [{ ge: at("2026-01-01T00:00") }, "Reading.at needs both ends of its range: ge or gt, and le or lt."],
    [{ le: at("2026-01-01T00:00") }, "Reading.at needs both ends of its range: ge or gt, and le or lt."],
    [{ ge: at("2026-01-01T00:00"), lt: undefined }, "Reading.at lt is undefined. Pass a value."],
    [{ ge: "2026", lt: at("2026-02-01T00:00") }, 'Reading.at is "2026"'],
  ])("are refused for a range without two ends: %j", (range, message) => {
    expect(() => keysOf([part(exact(days()))], { at: range })).toThrow(
      expect.objectContaining({ entity: "Reading", property: "at", message: expect.stringContaining(message) }),
    );
  });

  it("are named by the properties of the key alone, each with a value", () => {
    const parts: KeyPart[] = [device];
    expect(() => keysOf(parts, { device: "a", devise: "b" })).toThrow(
      '"devise" is not part of the PartitionKey of Reading. Did you mean "device"?',
    );
    for (const device of [undefined, null])
      expect(() => keysOf(parts, { device })).toThrow(`Reading.device is ${device} in a PartitionKey. Pass a value.`);
    expect(() => keysOf(parts, 5 as never)).toThrow("The partitions of Reading must be an object, not 5.");
  });
});
