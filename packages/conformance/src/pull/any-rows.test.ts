import * as generator from "@tablewright/generator";
import { type EdmValue, ExactDate, edm, type Guid } from "@tablewright/runtime/edm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { draftDefinitions } from "../../../cli/src/commands/pull/draft/draft-definitions.js";
import type { SampledRow } from "../../../cli/src/commands/pull/sample/columns.js";

const value: fc.Arbitrary<EdmValue> = fc.oneof(
  fc.string({ maxLength: 6 }).map(edm.string),
  fc
    .constantFrom("order", "line", "a", "", "5", "05", "-0", "true", "NaN", "1.5", "2024-01-02T03:04:05.000Z")
    .map(edm.string),
  fc.boolean().map(edm.boolean),
  fc.integer({ min: -5, max: 50 }).map(edm.int32),
  fc.bigInt({ min: -5n, max: 2n ** 63n - 1n }).map(edm.int64),
  fc.double().map(edm.double),
  fc
    .bigInt({ min: 504_911_232_000_000_000n, max: 3_155_378_975_999_999_999n })
    .map((ticks) => edm.dateTime(ExactDate.fromTicks(ticks))),
  fc.uuid().map((text) => edm.guid(text as Guid)),
  fc.uint8Array({ maxLength: 3 }).map(edm.binary),
);
const names = [
  "id",
  "kind",
  "type",
  "Total",
  "constructor",
  "__proto__",
  "toJSON",
  "then",
  "größe",
  "class",
  "PartitionKey_",
  "partition",
  "row",
];
const legal = (text: string) => text.replace(/[/\\#?\u0000-\u001f\u007f-\u009f]/g, "_");
/** Keys of a few words and characters, so that they are often equal. */
const key = fc
  .array(
    fc.oneof(
      fc.constantFrom("order", "line", "!", "|", "::", "-", "_", "~21", "%", "0", "7", "00", "é", "名", " "),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 5 },
  )
  .map((parts) => legal(parts.join("")));

/** Rows whose keys contain some of their own values. */
const row: fc.Arbitrary<SampledRow> = fc
  .record({
    keys: fc.tuple(key, key),
    properties: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 }),
    own: fc.tuple(fc.boolean(), fc.boolean(), fc.constantFrom("!", "_", "::")),
  })
  .map(({ keys: [partition, rowKey], properties, own: [inPartition, inRow, separator] }) => {
    const texts = Object.values(properties).map((item) => legal(String(item.value)).slice(0, 30));
    return {
      partitionKey: inPartition ? ["p", ...texts].join(separator) : partition,
      rowKey: inRow ? texts.join(separator) : rowKey,
      properties: Object.assign(Object.create(null), properties),
    };
  });

it("pull gives definitions that generate and read every row, whatever the rows", () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (all) => {
      const rows = [...new Map(all.map((one) => [JSON.stringify([one.partitionKey, one.rowKey]), one])).values()];
      const place = { file: "tables/a.table.ts", others: [], taken: [], host: generator.createSourceHost({}) };
      // Throws if a row cannot be read.
      const { entities } = draftDefinitions(generator, "Shop", rows, place);
      expect(entities.reduce((sum, entity) => sum + entity.rows.length, 0)).toBe(rows.length);
    }),
    { numRuns: 150 },
  );
});
