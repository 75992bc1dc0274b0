import { describe, expect, it } from "vitest";
import type { EntityPayload } from "../../schema/entity-schema.js";
import { Sample } from "../../test/every-type/sample.gen.js";
import { orderRow } from "../../test/order-rows.js";
import { Order } from "../../test/shop/index.js";
import { compileProjection } from "./decode-projection.js";

function row(members: object): EntityPayload {
  return { "odata.etag": 'W/"x"', ...members } as EntityPayload;
}

const identity = ["PartitionKey", "RowKey", "kind"];

function order(members: object): EntityPayload {
  const { PartitionKey, RowKey, kind } = orderRow(0);
  return row({ PartitionKey, RowKey, kind, ...members });
}

describe("a projection", () => {
  const projection = compileProjection(Order.$schema, ["total", "note", "paid", "total"]);

  it("asks for the stored names, each once", () => {
    expect(projection.select).toEqual([...identity, "total", "note", "paid"]);
    expect(compileProjection(Sample.$schema, ["bytes"]).select).toEqual(["PartitionKey", "RowKey", "constructor"]);
  });

  it("asks for the keys, which tell the entity and the values that they hold", () => {
    expect(compileProjection(Order.$schema, ["orderNo", "total"]).select).toEqual([...identity, "orderNo", "total"]);
    const keyOnly = compileProjection(Sample.$schema, ["id"]);
    expect(keyOnly.select).toEqual(["PartitionKey", "RowKey"]);
    expect(keyOnly.decode(row({ PartitionKey: "p", RowKey: "7" }), true)).toEqual({ id: "7", $etag: 'W/"x"' });
  });

  it("gives plain objects of those names and the ETag; what is absent or null is absent", () => {
    const read = projection.decode(order({ total: 5, note: null, paid: null }), true);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(Object.keys(read)).toEqual(["total", "paid", "$etag"]);
    expect(read).toEqual({ total: 5, paid: false, $etag: 'W/"x"' });
    const sample = row({ PartitionKey: "p", RowKey: "7" });
    expect(Object.keys(compileProjection(Sample.$schema, ["bytes"]).decode(sample, true))).toEqual(["$etag"]);
  });

  it("names entity, property and types of what does not fit, or asks the handler", () => {
    const bad = order({ total: "x" });
    expect(() => projection.decode(bad, true)).toThrow(
      /^Order\.total of row \("cust!C1", "order!.*"\) is stored as Edm\.String "x", not as Edm\.Double/,
    );
    expect(projection.decode(bad, true, () => 0)).toMatchObject({ total: 0 });
  });

  it("refuses a name that the definition lacks", () => {
    expect(() => compileProjection(Order.$schema, ["nope" as never])).toThrow('Order has no property "nope" to select');
    expect(() => compileProjection(Order.$schema, ["toString" as never])).toThrow("to select");
    expect(() => compileProjection(Order.$schema, [["total"] as never])).toThrow(
      'select of Order takes names, such as select("a", "b"), not an array.',
    );
  });
});
