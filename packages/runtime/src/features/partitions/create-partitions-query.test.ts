import { describe, expect, it } from "vitest";
import { Reading } from "../../../../generator/src/emit/golden/derived/expected/index.js";
import { day } from "../../codec/keys/bucket.js";
import { type KeyPart, propertyPart } from "../../codec/keys/key-part.js";
import { shard } from "../../codec/keys/shard.js";
import { text } from "../../codec/keys/text.js";
import { ticksDesc } from "../../codec/keys/ticks.js";
import type { ParallelPartitionsOptions, PartitionsOptions } from "../../query/query-options.js";
import { dateTime, string } from "../../schema/property.js";
import { stubConnection } from "../../test/stub-connection.js";
import { createPartitionsQuery } from "./create-partitions-query.js";

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
