import type { EntityPayload } from "@tablewright/runtime/lines";
import { describe, expect, it } from "vitest";
import { Order } from "../../../generator/src/emit/golden/shop/expected/index.js";
import { entityParquet, tableParquet } from "./entity-parquet.js";
import type { ParquetRelation } from "./parquet-relation.js";

const keys = { PartitionKey: "p", RowKey: "r", Timestamp: "2026-11-22T10:00:00.1234567Z" };

/** Returns the columns of one row that have values, besides those of every row. */
function held(relation: ParquetRelation, row: Readonly<Record<string, unknown>>) {
  const values = relation.valuesOf([{ ...keys, ...row } as EntityPayload]);
  const named = relation.columns.map(({ name }, index) => [name, values[index]?.[0]] as const);
  return Object.fromEntries(named.slice(5).filter(([, value]) => value !== null));
}

describe("a row", () => {
  it("has its keys, and a Timestamp in microseconds with its rest", () => {
    const values = tableParquet("Shop", {}).valuesOf([keys]);
    expect(values.map(([value]) => value)).toEqual(["p", "r", 1_795_341_600_123_456n, 7, false, null]);
  });

  it("refuses text that is not Unicode, which no file can hold", () => {
    const relation = tableParquet("Shop", { note: "Edm.String" });
    expect(held(relation, { note: "\u{1f600}" })).toEqual({ note: "\u{1f600}" });
    for (const text of ["\ud83d", "a\ude00b"])
      expect(() => held(relation, { note: text })).toThrow(
        expect.objectContaining({ code: "value.not-unicode", entity: "Shop", property: "note" }),
      );
  });

  it("keeps what a column does not hold under _rest, by its stored name", () => {
    const relation = tableParquet("Shop", { n: "Edm.Int32", _rest: "Edm.String" });
    expect(held(relation, { n: "5", _rest: "x", __proto__: null, "odata.etag": "e" })).toEqual({
      _rest: "x",
      __rest: '{"n@odata.type":"Edm.String","n":"5"}',
    });
  });
});

describe("an entity", () => {
  const relation = entityParquet(Order.$schema as never);

  it("has the values that reads give: those of its keys, and defaults", () => {
    const { partitionKey, rowKey } = Order.key({ customerId: "C1", placedAt: new Date(0), orderNo: 7 });
    const row = {
      PartitionKey: partitionKey,
      RowKey: rowKey,
      kind: "order",
      "total@odata.type": "Edm.Double",
      total: 5,
    };
    expect(held(relation, row)).toEqual({ customerId: "C1", placedAt: 0n, orderNo: 7, total: 5, paid: false });
  });

  it("gives nothing for keys that are not its own", () => {
    expect(held(relation, { total: 5 })).toEqual({ total: 5, paid: false });
  });
});
