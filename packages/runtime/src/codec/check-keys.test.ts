import { describe, expect, it } from "vitest";
import { isTableError } from "../errors/table-error.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { limits } from "../schema/limits.js";
import { orderRow } from "../test/order-rows.js";
import { Order, OrderLine, type OrderTypes } from "../test/shop/index.js";
import { decodeEntity } from "./decode-entity.js";
import { compileProjection } from "./decode-projection.js";
import { encodeEntity } from "./encode-entity.js";
import type { Mismatch } from "./mismatch.js";

const { $schema } = Order;
const stored = orderRow(7);
const rowKey = String(stored["RowKey"]);
const row = (changes: object) => ({ ...stored, ...changes }) as EntityPayload;
const accept = () => undefined;

function refusal(changes: object) {
  try {
    decodeEntity($schema, row(changes), true);
  } catch (error) {
    if (isTableError(error)) return error;
  }
  return expect.unreachable("The keys fit.");
}

describe("properties that do not make the stored keys", () => {
  it.each([
    [
      "customerId",
      { customerId: "c1" },
      'customerId is "c1", which gives the PartitionKey "cust!c1", not the stored "cust!C1"',
    ],
    ["orderNo", { orderNo: 8 }, "orderNo is 8, which gives the RowKey"],
    [
      "placedAt",
      { placedAt: "2021-01-02T03:04:05.123Z" },
      "placedAt is 2021-01-02T03:04:05.123Z, which gives the RowKey",
    ],
    ["orderNo", { orderNo: -1 }, "orderNo is -1, which gives no RowKey"],
    // Another program wrote the value into the key without escaping it.
    ["customerId", { PartitionKey: "cust!50%", customerId: "50%" }, 'gives the PartitionKey "cust!50~25"'],
    ["customerId", { PartitionKey: "cust!a!b", customerId: "a!b" }, 'gives the PartitionKey "cust!a~21b"'],
    [
      undefined,
      { PartitionKey: "shop!C1" },
      'its properties give the PartitionKey "cust!C1", not the stored "shop!C1"',
    ],
    [undefined, { RowKey: `${rowKey}!more` }, "its properties give the RowKey"],
  ])("are an error that names %s", (property, changes, says) => {
    const error = refusal(changes);
    expect([error.code, error.entity, error.property]).toEqual(["decode.key-mismatch", "Order", property]);
    expect(error.message).toContain(says);
  });

  it("are an error also where their key cannot be made at all, but a bug is not taken for one", () => {
    const making = (rowKey: (values: OrderTypes["rowKey"]) => string) => ({
      ...$schema,
      makesRowKey: (values: object, key: string) => rowKey(values as OrderTypes["rowKey"]) === key,
    });
    const unmakable = row({ orderNo: -1 });
    expect(() => decodeEntity(making($schema.rowKey), unmakable, true)).toThrow(
      expect.objectContaining({ code: "decode.key-mismatch", property: "orderNo" }),
    );
    const bug = () => {
      throw new RangeError("a bug");
    };
    expect(() => decodeEntity(making(bug), unmakable, true)).toThrow(RangeError);
  });

  it("are nothing to compare where the key alone has them", () => {
    expect(decodeEntity($schema, row({ customerId: undefined, orderNo: null }), true)).toMatchObject({ orderNo: 7 });
  });

  it("are told to the handler with what they would make, and the entity keeps its stored keys", () => {
    const seen: Mismatch[] = [];
    const order = decodeEntity($schema, row({ customerId: "c1" }), true, (mismatch) => seen.push(mismatch));
    const id = { partitionKey: "cust!C1", rowKey };
    const expected = { partitionKey: "cust!c1", rowKey };
    expect(seen).toMatchObject([{ ...id, expected, property: "customerId", stored: "c1", entity: "Order" }]);
    expect(Order.key(order)).toEqual(id);
    expect(Order.key({ ...order })).toEqual(expected);
    expect(Order.partition(order).partitionKey).toBe("cust!C1");
    expect(encodeEntity($schema, order, 0, limits.storage)).toMatchObject(id);
  });

  it("leave no trace in the entity", () => {
    const order = decodeEntity($schema, row({ customerId: "c1" }), true, accept);
    expect(Reflect.ownKeys(order)).toEqual(Reflect.ownKeys(decodeEntity($schema, row({}), true)));
    expect(order).toEqual(decodeEntity($schema, row({ PartitionKey: "cust!c1", customerId: "c1" }), true));
  });

  it("are checked of what the handler gives for a property, too", () => {
    const codes: string[] = [];
    const order = decodeEntity($schema, row({ customerId: 1 }), true, ({ error, property }) => {
      codes.push(error.code);
      return property === "customerId" ? "c1" : undefined;
    });
    expect(codes).toEqual(["decode.wrong-type", "decode.key-mismatch"]);
    expect(Order.key(order).partitionKey).toBe("cust!C1");
  });

  it("are no exception where the handler leaves a part of them absent", () => {
    const codes: string[] = [];
    decodeEntity($schema, row({ placedAt: "yesterday" }), true, ({ error, property }) => {
      codes.push(`${error.code} ${property}`);
    });
    expect(codes).toEqual(["decode.malformed placedAt", "decode.key-mismatch placedAt"]);
  });

  it("say nothing of another entity that is made of them", () => {
    const line = {
      ...stored,
      kind: "line",
      RowKey: "line!0000000001!0001",
      orderNo: 1,
      lineNo: 1,
      sku: "",
      quantity: 1,
    };
    const read = decodeEntity(
      OrderLine.$schema,
      { ...line, customerId: "c1" } as unknown as EntityPayload,
      true,
      accept,
    );
    expect(OrderLine.key(read).partitionKey).toBe("cust!C1");
    expect(Order.partition(read).partitionKey).toBe("cust!c1");
  });
});

describe("selected properties that do not make the stored keys", () => {
  const select = (...names: ("customerId" | "placedAt" | "orderNo" | "total")[]) => compileProjection($schema, names);

  it("are checked where they are all of a key", () => {
    const mismatch = expect.objectContaining({ code: "decode.key-mismatch" });
    const changed = row({ customerId: "c1", orderNo: 8 });
    expect(() => select("customerId").decode(changed, true)).toThrow(mismatch);
    expect(() => select("placedAt", "orderNo").decode(changed, true)).toThrow(mismatch);
    expect(select("orderNo", "total").decode(changed, true)).toMatchObject({ orderNo: 8 });
    expect(select("total").decode(changed, true)).toMatchObject({ total: 1.5 });
  });

  it("keep their stored keys where the handler accepts them", () => {
    const selected = select("customerId", "placedAt", "orderNo").decode(row({ orderNo: 8 }), true, accept);
    expect(Order.key(selected as unknown as Order)).toEqual({ partitionKey: "cust!C1", rowKey });
  });
});
