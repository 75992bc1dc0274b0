import fc from "fast-check";
import { expect, it } from "vitest";
import { encodeTableRow } from "../rows/table-row.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { limits } from "../schema/limits.js";
import { law } from "../test/law.js";
import { edm } from "./edm/edm-value.js";
import { entityBytes } from "./entity-body.js";

function bytesOf(value: Parameters<typeof encodeTableRow>[1]["properties"][string]): number {
  const row = { partitionKey: "", rowKey: "", properties: { p: value } };
  return entityBytes(JSON.parse(encodeTableRow("T", row, limits.storage).body) as EntityPayload);
}

it.each([
  ["a string: two bytes a unit", edm.string('a"😀'), 8],
  ["a boolean", edm.boolean(true), 1],
  ["an Int32", edm.int32(-5), 4],
  ["an Int64", edm.int64(5n), 8],
  ["a Double", edm.double(5), 8],
  ["a Double that is no number", edm.double(Number.NaN), 8],
  ["a DateTime", edm.dateTime(new Date(0)), 8],
  ["a Guid", edm.guid("c9da6455-213d-42c9-9a79-3e9149a57833"), 16],
  ["no bytes", edm.binary(new Uint8Array()), 0],
  ["one byte", edm.binary(new Uint8Array(1)), 1],
  ["two bytes", edm.binary(new Uint8Array(2)), 2],
  ["three bytes", edm.binary(new Uint8Array(3)), 3],
])("rule 9 counts %s", (_, value, bytes) => {
  expect(bytesOf(value)).toBe(bytes);
});

it("rule 9 counts both keys at two bytes a unit, and neither names nor Timestamp", () => {
  const row = { PartitionKey: "ab", RowKey: "é", Timestamp: "2021-09-21T00:53:41Z", aVeryLongName: true };
  expect(entityBytes(row)).toBe(7);
});

it("rule 9 refuses an entity exactly if the count of its values and keys is above the limit", () => {
  const value = fc.oneof(
    fc.string({ maxLength: 20 }).map(edm.string),
    fc.uint8Array({ maxLength: 40 }).map(edm.binary),
    fc.integer().map(edm.int32),
    fc.constantFrom(edm.string(':"Edm.Binary","x":"y"'), edm.string('a":"Edm.Binary",'), edm.boolean(true)),
  );
  const row = fc.record({
    partitionKey: fc.constantFrom("", "p", "pppp"),
    rowKey: fc.constantFrom("", "r", "rr"),
    properties: fc.dictionary(fc.stringMatching(/^[a-z]{1,2}$/), value, { maxKeys: 4 }),
  });
  fc.assert(
    fc.property(row, fc.integer({ min: -3, max: 3 }), (given, margin) => {
      const { body } = encodeTableRow("T", given, limits.storage);
      const bytes = entityBytes(JSON.parse(body) as EntityPayload);
      const encode = () => encodeTableRow("T", given, { ...limits.storage, entityBytes: bytes + margin });
      if (margin >= 0) expect(encode().body).toBe(body);
      else expect(encode).toThrow(`T has at least ${bytes} bytes of values; the limit is ${bytes + margin}`);
    }),
    law(5000),
  );
});
