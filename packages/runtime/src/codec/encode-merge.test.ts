import { describe, expect, it } from "vitest";
import { limits } from "../schema/limits.js";
import { Order } from "../test/shop/index.js";
import { encodeMerge } from "./encode-merge.js";

const key = { customerId: "C1", placedAt: new Date("2021-01-02T03:04:05.123Z"), orderNo: 7 };
const keys = '{"PartitionKey":"cust!C1","RowKey":"order!2517927441548769999!0000000007"';

function body(changes: object): string {
  return encodeMerge(Order.$schema, key, changes, limits.storage).body;
}

describe("the body of a merge", () => {
  it("holds both keys and the changes: no default, no kind, nothing that is undefined or null", () => {
    expect(body({ paid: true, note: undefined, total: null })).toBe(`${keys},"paid":true}`);
  });

  it("is refused where nothing is to be written: it would change the ETag alone", () => {
    for (const nothing of [{}, { note: undefined, total: null }, { $etag: 'W/"x"' }]) {
      expect(() => body(nothing)).toThrow(expect.objectContaining({ code: "write.nothing", entity: "Order" }));
    }
  });

  it("takes a row that was read, whose key properties say the same", () => {
    expect(body({ ...key, total: 1 })).toContain('"total":1.0');
  });

  it("refuses key properties that say something else", () => {
    expect(() => body({ orderNo: 8 })).toThrow(
      "Order.orderNo is part of the key and cannot change to 8; delete the row and insert a new one",
    );
    expect(() => body({ customerId: 5 })).toThrow("cannot change to 5");
  });

  it("is made of an object", () => {
    for (const nothing of [undefined, null, "paid"]) {
      expect(() => body(nothing as never)).toThrow("A merge of Order must be an object, not ");
    }
  });

  it("names what it refuses", () => {
    expect(() => body({ total: "1" })).toThrow('Order.total is "1"; Edm.Double takes a number');
    expect(() => encodeMerge(Order.$schema, { ...key, orderNo: -1 }, {}, limits.storage)).toThrow(
      "Order.orderNo is -1",
    );
  });
});
