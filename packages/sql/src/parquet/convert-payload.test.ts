import { type EdmValue, ExactDate, edm, parseTableRow, tableRowJson } from "@tablewright/runtime/edm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convertPayload, parseMicroseconds } from "./convert-payload.js";
import { parquetTypes, toColumnValue, toMicroseconds } from "./parquet-column.js";

const ticks = fc.bigInt({ min: 504_911_232_000_000_000n, max: 3_155_378_975_999_999_999n });
const date = ticks.map((count) => ExactDate.fromTicks(count));
const value: fc.Arbitrary<EdmValue> = fc.oneof(
  fc.string({ unit: "binary" }).map(edm.string),
  fc.constantFrom("5", "", "2024-01-01T00:00:00Z", "c9da6455-213d-42c9-9a79-3e9149a57833").map(edm.string),
  fc.boolean().map(edm.boolean),
  fc.integer().map(edm.int32),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(edm.int64),
  fc.integer().map((whole) => edm.int64(BigInt(whole))),
  fc.double().map(edm.double),
  fc.integer().map(edm.double),
  date.map(edm.dateTime),
  date.map((one) => edm.dateTime(new Date(one.getTime()))),
  fc.uuid().map((text) => edm.guid(text.toUpperCase() as never)),
  fc.uint8Array().map(edm.binary),
);

const types = Object.keys(convertPayload) as readonly (keyof typeof convertPayload)[];

describe("a conversion of the service's JSON", () => {
  it("gives what decoding the row gives, or leaves the value to that", () => {
    fc.assert(
      fc.property(value, (stored) => {
        const json = tableRowJson("Shop", { partitionKey: "", rowKey: "", properties: { stored } });
        const payload = JSON.parse(json) as Readonly<Record<string, unknown>>;
        const decoded = parseTableRow("Shop", json).properties["stored"] as EdmValue;
        for (const type of types) {
          const converted = convertPayload[type](payload["stored"], payload["stored@odata.type"]);
          if (converted === undefined) continue;
          const held = toColumnValue({ type: parquetTypes[type], edm: type }, decoded);
          expect(held.isExact).toBe(true);
          expect(plain(converted)).toEqual(plain(held.value));
        }
      }),
      { numRuns: 500, seed: 11 },
    );
  });

  it.each([
    ["Edm.String", "text 😀", undefined, "text 😀"],
    ["Edm.String", "", "Edm.String", ""],
    ["Edm.Boolean", false, undefined, false],
    ["Edm.Int32", -(2 ** 31), undefined, -(2 ** 31)],
    ["Edm.Int32", 2 ** 31 - 1, undefined, 2 ** 31 - 1],
    ["Edm.Int64", "-5", "Edm.Int64", -5n],
    ["Edm.Int64", "999999999999999999", "Edm.Int64", 999_999_999_999_999_999n],
    ["Edm.Double", 0.5, undefined, 0.5],
    ["Edm.Double", 5, "Edm.Double", 5],
    ["Edm.DateTime", "1969-12-31T23:59:59.999999Z", "Edm.DateTime", -1n],
    ["Edm.DateTime", "9999-12-31T23:59:59.999999Z", "Edm.DateTime", 253_402_300_799_999_999n],
    ["Edm.Guid", "C9DA6455-213D-42C9-9A79-3E9149A57833", "Edm.Guid", "c9da6455-213d-42c9-9a79-3e9149a57833"],
    ["Edm.Binary", "/wA=", "Edm.Binary", Buffer.from([255, 0])],
  ] as const)("converts usual values without decoding the row: %s %j", (type, json, annotation, expected) => {
    expect(convertPayload[type](json, annotation)).toStrictEqual(expected);
  });

  it.each([
    ["Edm.String", "\ud83d", undefined],
    ["Edm.String", "AAAA", "Edm.Binary"],
    ["Edm.String", 5, undefined],
    ["Edm.Boolean", "true", undefined],
    ["Edm.Int32", 2 ** 31, undefined],
    ["Edm.Int32", 0.5, undefined],
    ["Edm.Int32", "5", undefined],
    ["Edm.Int32", 5, "Edm.Double"],
    ["Edm.Int64", "5", undefined],
    ["Edm.Int64", 5, "Edm.Int64"],
    ["Edm.Int64", "x5", "Edm.Int64"],
    ["Edm.Int64", "5x", "Edm.Int64"],
    ["Edm.Int64", "", "Edm.Int64"],
    ["Edm.Int64", "9223372036854775808", "Edm.Int64"],
    ["Edm.Double", "NaN", "Edm.Double"],
    ["Edm.Double", 5, "Edm.Int32"],
    ["Edm.DateTime", "2024-01-01T00:00:00Z", undefined],
    ["Edm.DateTime", 5, "Edm.DateTime"],
    ["Edm.DateTime", "yesterday", "Edm.DateTime"],
    ["Edm.DateTime", "2024-01-01T00:00:00.0000001Z", "Edm.DateTime"],
    ["Edm.Guid", "c9da6455-213d-42c9-9a79-3e9149a57833", undefined],
    ["Edm.Guid", "xc9da6455-213d-42c9-9a79-3e9149a57833", "Edm.Guid"],
    ["Edm.Guid", "c9da6455-213d-42c9-9a79-3e9149a578331", "Edm.Guid"],
    ["Edm.Guid", "c9da6455-213d-42c9-9a79-3e9149a5783g", "Edm.Guid"],
    ["Edm.Guid", 5, "Edm.Guid"],
    ["Edm.Binary", "AAAA", undefined],
    ["Edm.Binary", 5, "Edm.Binary"],
  ] as const)("leaves other values to decoding the row: %s %j %s", (type, json, annotation) => {
    expect(convertPayload[type](json, annotation)).toBeUndefined();
  });
});

it("a date in microseconds and a rest is the same from its text and from the date", () => {
  fc.assert(
    fc.property(date, (one) => {
      const [microseconds, rest] = toMicroseconds(one);
      expect(parseMicroseconds(one.toISOString())).toEqual([microseconds, rest]);
      expect(microseconds * 10n + BigInt(rest) + 621_355_968_000_000_000n).toBe(one.ticks);
    }),
    { numRuns: 500, seed: 11 },
  );
});

/** Returns bytes as an array, because those of Buffer and Uint8Array are not equal to `toEqual`. */
function plain(held: unknown): unknown {
  return held instanceof Uint8Array ? [...held] : held;
}
