import { type EdmName, type EdmValue, ExactDate, edm, tableRowJson } from "@tablewright/runtime/edm";
import type { EntityPayload } from "@tablewright/runtime/lines";
import fc from "fast-check";
import { expect, it } from "vitest";
import { convertPayload } from "./convert-payload.js";
import { ParquetRelation } from "./parquet-relation.js";

const types = Object.keys(convertPayload) as readonly EdmName[];

/** Two properties of each type, and two of JSON, between and after the others. */
const properties = [...types, "json", ...types, "json"].map((type, index) => {
  const name = `p${index}`;
  const storedNames = [name];
  return type === "json"
    ? { name, type: "Edm.String" as const, isJson: true, storedNames }
    : { name, type: type as EdmName, storedNames };
});

const value: fc.Arbitrary<EdmValue> = fc.oneof(
  fc.constantFrom("text", "{", '{"a":1}', "5").map(edm.string),
  fc.boolean().map(edm.boolean),
  fc.integer().map(edm.int32),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(edm.int64),
  fc.double().map(edm.double),
  fc
    .bigInt({ min: 504_911_232_000_000_000n, max: 3_155_378_975_999_999_999n })
    .map((ticks) => edm.dateTime(ExactDate.fromTicks(ticks))),
  fc.uuid().map((text) => edm.guid(text as never)),
  fc.uint8Array().map(edm.binary),
);

function payloadOf(stored: Readonly<Record<string, EdmValue>>): EntityPayload {
  const row = JSON.parse(tableRowJson("Shop", { partitionKey: "p", rowKey: "r", properties: stored })) as EntityPayload;
  return { ...row, Timestamp: "2026-11-22T10:00:00.1234567Z" };
}

/** Values of rows, of which those of Buffer and Uint8Array are equal. Without `_rest`, which comes last. */
function plain(values: readonly (readonly unknown[])[]): unknown[] {
  return values.slice(0, -1).map(([held]) => (held instanceof Uint8Array ? [...held] : held));
}

it("a row has the same values with and without a property for which all of it is decoded", () => {
  const name = fc.integer({ min: 0, max: properties.length - 1 }).map((index) => `p${index}`);
  const relation = new ParquetRelation("Shop", properties);
  fc.assert(
    fc.property(fc.dictionary(name, value), (stored) => {
      const row = relation.valuesOf([payloadOf(stored)]);
      const decoded = relation.valuesOf([payloadOf({ ...stored, unknown: edm.int32(1) })]);
      expect(plain(row)).toEqual(plain(decoded));
      const { unknown: _, "unknown@odata.type": __, ...rest } = JSON.parse(String(decoded.at(-1)?.[0]));
      expect(JSON.parse(String(row.at(-1)?.[0] ?? "{}"))).toEqual(rest);
    }),
    { numRuns: 500, seed: 7 },
  );
});

it("a property of each type has its own column", () => {
  const relation = new ParquetRelation("Shop", properties);
  const stored: readonly EdmValue[] = [
    edm.string("text"),
    edm.boolean(true),
    edm.int32(1),
    edm.int64(2n),
    edm.double(0.5),
    edm.dateTime(new Date(3)),
    edm.guid("c9da6455-213d-42c9-9a79-3e9149a57833" as never),
    edm.binary(new Uint8Array([4])),
    edm.string("[5]"),
  ];
  const row = Object.fromEntries([...stored, ...stored].map((each, index) => [`p${index}`, each]));
  const expected = ["text", true, 1, 2n, 0.5, 3000n, "c9da6455-213d-42c9-9a79-3e9149a57833", [4], "[5]"];
  const values = relation.valuesOf([payloadOf(row)]);
  expect(plain(values).slice(5)).toEqual([...expected, ...expected]);
  expect(values.at(-1)).toEqual([null]);
});

it("each of several rows has its own values", () => {
  const relation = new ParquetRelation("Shop", [{ name: "n", type: "Edm.Int32", storedNames: ["n"] }]);
  const rows = [{ n: edm.int32(1) }, { n: edm.string("x") }, {}, { n: edm.int32(4), m: edm.int32(5) }].map(
    payloadOf as never,
  );
  const values = relation.valuesOf(rows as readonly EntityPayload[]);
  expect(values.slice(5)).toEqual([
    [1, null, null, 4],
    [null, '{"n@odata.type":"Edm.String","n":"x"}', null, '{"m@odata.type":"Edm.Int32","m":5}'],
  ]);
});
