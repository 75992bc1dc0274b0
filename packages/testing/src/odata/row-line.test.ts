import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  binaryValue,
  booleanValue,
  dateTimeValue,
  doubleValue,
  guidValue,
  int32Value,
  int64Value,
  stringValue,
} from "../edm/edm-value.js";
import { limits } from "../rules/limits.js";
import { findDialect } from "./dialect.js";
import { readRowLine, writeRowLine } from "./row-line.js";
import { propertiesOf } from "./stored-properties.js";
import { entityToStore } from "./write-entity.js";

const text = fc.string({ unit: "binary", maxLength: 20 });
const key = text.map((value) => value.replace(/[/\\#?\x00-\x1f\x7f-\x9f]/g, ""));
const ticks = fc.bigInt({ min: 504_911_232_000_000_000n, max: 3_155_378_975_999_999_999n });
const value = fc.oneof(
  text.map(stringValue),
  fc.boolean().map(booleanValue),
  fc.integer().map(int32Value),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(int64Value),
  fc.oneof(fc.double(), fc.constantFrom(-0, 5, Number.NaN, Number.NEGATIVE_INFINITY)).map(doubleValue),
  ticks.map(dateTimeValue),
  fc.uuid().map(guidValue),
  fc.uint8Array({ maxLength: 20 }).map(binaryValue),
);
const name = fc.oneof(fc.stringMatching(/^[A-Za-z_]\w{0,9}$/), fc.constantFrom("table", "größe", "__proto__"));
const properties = fc
  .uniqueArray(fc.tuple(name, value), { selector: ([of]) => of })
  .map((entries) => new Map(entries.filter(([of]) => !["PartitionKey", "RowKey", "Timestamp"].includes(of))));
const row = fc
  .record({ partitionKey: key, rowKey: key, timestamp: ticks, properties })
  .map((of) => entityToStore(of, of.timestamp, of.properties, findDialect("storage", 2022)));

describe("the line of a row", () => {
  it("is read as what was written: every type, 100 ns, -0, NaN, empty keys, the order of properties", () => {
    fc.assert(
      fc.property(row, (entity) => {
        const { table, entity: read, timestamp } = readRowLine(writeRowLine("Shop", entity), limits.storage);
        expect(table).toBe("Shop");
        expect(timestamp).toBe(entity.timestamp);
        expect([read?.partitionKey, read?.rowKey]).toEqual([entity.partitionKey, entity.rowKey]);
        expect([...(read?.properties ?? [])]).toEqual([...propertiesOf(entity)]);
      }),
    );
  });

  it("is one line of printable ASCII that any JSON parser reads, with the type of each property", () => {
    fc.assert(
      fc.property(row, (entity) => {
        const line = writeRowLine("Shop", entity);
        expect(line).toMatch(/^[\x20-\x7e]*$/);
        const parsed = new Map(Object.entries(JSON.parse(line) as object));
        for (const [of, { type }] of propertiesOf(entity)) expect(parsed.get(`${of}@odata.type`)).toBe(type);
      }),
    );
  });

  it("looks like this", () => {
    const entity = entityToStore(
      { partitionKey: "p", rowKey: "" },
      504_911_232_000_000_001n,
      new Map([
        ["whole", doubleValue(5)],
        ["zero", doubleValue(-0)],
        ["note", stringValue("ü\n")],
        ["sequence", int64Value(9_007_199_254_740_993n)],
      ]),
      findDialect("cosmos", 2022),
    );
    expect(writeRowLine("Shop", entity)).toBe(
      '{"$table":"Shop","PartitionKey":"p","RowKey":"","Timestamp":"1601-01-01T00:00:00.0000001Z",' +
        '"whole@odata.type":"Edm.Double","whole":5.0,"zero@odata.type":"Edm.Double","zero":-0.0,' +
        '"note@odata.type":"Edm.String","note":"\\u00fc\\n","sequence@odata.type":"Edm.Int64","sequence":"9007199254740993"}',
    );
    expect(writeRowLine("Empty")).toBe('{"$table":"Empty"}');
    expect(readRowLine('{"$table":"Empty"}', limits.storage)).toEqual({ table: "Empty" });
  });

  it("may be written by hand, without types that JSON shows and without a Timestamp", () => {
    const line = ' { "$table": "Shop", "PartitionKey": "p", "RowKey": "r", "a": "x", "b": true, "c": 5, "d": 5.0 } \r';
    const { entity, timestamp } = readRowLine(line, limits.storage);
    expect(timestamp).toBeUndefined();
    expect([...(entity?.properties ?? [])].map(([of, { type }]) => `${of} ${type}`)).toEqual([
      "a Edm.String",
      "b Edm.Boolean",
      "c Edm.Int32",
      "d Edm.Double",
    ]);
  });

  it.each([
    ['{"$table":"Shop","PartitionKey":"p","Ro', "Invalid JSON at character 36."],
    ["[]", "Invalid JSON at character 0."],
    ['{"PartitionKey":"p","RowKey":"r"}', "$table, the name of the table, is missing."],
    ['{"$table":1}', "$table, the name of the table, is missing."],
    ['{"$table":"Shop","$table":"Else","PartitionKey":"p","RowKey":"r"}', "The property name is invalid."],
    ['{"$table":"Shop","PartitionKey":"p"}', "The values are not specified for all properties in the entity."],
    ['{"$table":"Shop","PartitionKey":"p","RowKey":"r","Timestamp":"now"}', "The Timestamp is not a date in UTC."],
    [
      '{"$table":"Shop","PartitionKey":"p","RowKey":"r","n@odata.type":"Edm.Int32","n":"x"}',
      "The value of property 'n' does not fit its type.",
    ],
  ])("is refused when it is %s", (line, message) => {
    expect(() => readRowLine(line, limits.storage)).toThrow(expect.objectContaining({ reason: message }));
  });
});
